#define _GNU_SOURCE
#include "ExplorationTime.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// The code of a library, from its first to its last address.
struct image {
  uintptr_t start, end;
};

static struct image images[4];
static int image_count;

// Zero on all threads that do not explore, and between two steps.
static __thread long long skew;

static int (*real_clock_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void find_real(void) {
  real_clock_gettime = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
}

static bool is_wall_or_monotonic(clockid_t clock) {
  switch (clock) {
  case CLOCK_REALTIME:
  case CLOCK_MONOTONIC:
  case CLOCK_MONOTONIC_RAW:
  case CLOCK_REALTIME_COARSE:
  case CLOCK_MONOTONIC_COARSE:
  case CLOCK_BOOTTIME:
    return true;
  default:
    return false;
  }
}

// This function replaces that of the C library for the whole program, because the program comes before all libraries.
// It does what that does, unless a step of an exploration runs on the calling thread, and Swift or Foundation asks.
int clock_gettime(clockid_t clock, struct timespec *time) {
  int result =
      real_clock_gettime ? real_clock_gettime(clock, time) : (int)syscall(SYS_clock_gettime, clock, time);
  if (__builtin_expect(skew == 0, 1) || result != 0 || !is_wall_or_monotonic(clock)) return result;
  uintptr_t caller = (uintptr_t)__builtin_return_address(0);
  for (int index = 0; index < image_count; index++) {
    if (caller < images[index].start || caller >= images[index].end) continue;
    long long nanoseconds = time->tv_nsec + skew % 1000000000;
    time->tv_sec += skew / 1000000000 + nanoseconds / 1000000000;
    time->tv_nsec = nanoseconds % 1000000000;
    break;
  }
  return result;
}

static bool is_asking(const char *name) {
  const char *file = strrchr(name, '/');
  file = file ? file + 1 : name;
  return strncmp(file, "libswift_Concurrency.", 21) == 0 || strncmp(file, "libFoundation", 13) == 0;
}

static int add_image(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size, (void)context;
  if (!info->dlpi_name || !is_asking(info->dlpi_name)) return 0;
  if (image_count == sizeof images / sizeof *images) return 1;
  struct image image = {UINTPTR_MAX, 0};
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[index];
    if (part->p_type != PT_LOAD) continue;
    uintptr_t start = info->dlpi_addr + part->p_vaddr;
    if (start < image.start) image.start = start;
    if (start + part->p_memsz > image.end) image.end = start + part->p_memsz;
  }
  images[image_count++] = image;
  return 0;
}

bool exploration_time_prepare(void) {
  if (image_count == 0) dl_iterate_phdr(add_image, NULL);
  return image_count > 0;
}

void exploration_time_move(long long nanoseconds) { skew = nanoseconds < 0 ? 0 : nanoseconds; }

#else

bool exploration_time_prepare(void) { return false; }

void exploration_time_move(long long nanoseconds) { (void)nanoseconds; }

#endif
