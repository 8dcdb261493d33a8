#ifdef __linux__

#define _GNU_SOURCE
#include "TraceFormat.h"
#include "TraceMark.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

// Records which edges of the code run, for `expectations-trace`, which compiles all Swift code with calls of the
// functions below. They must be C, because Swift code would call itself, and must not be weak, because the runtime of a
// sanitizer has functions of the same names. The memory is the file itself, so the path survives a process that is
// killed.

const bool expectations_is_traced = true;

// NULL until the file is there. An edge whose number is 0 is not recorded.
static struct trace_file *file;
static atomic_bool is_stopped;
static const char *wanted;
static uint64_t wanted_count;
static _Thread_local struct trace_thread *own;
static _Thread_local bool has_none;

// The runtime's, if the process has tasks.
extern void *swift_task_getCurrent(void) __attribute__((weak));

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/// Whether the process only lists its tests.
static bool lists_tests(void) {
  char text[4096];
  int arguments = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  if (arguments < 0) return false;
  ssize_t length = read(arguments, text, sizeof text);
  close(arguments);
  if (length <= 0) return false;
  return memmem(text, length, "--dump-tests-json", 17) || memmem(text, length, "--list-tests", 12);
}

static void stop(void) { is_stopped = true; }

/// Reads which edges are to be recorded: a byte for each, in the file beside the trace. Without that file, none is. The
/// process then writes only the table of its edges, of which `expectations-trace` makes that file.
static void read_wanted(const char *path) {
  char name[PATH_MAX];
  if ((size_t)snprintf(name, sizeof name, "%s.wanted", path) >= sizeof name) return;
  int opened = open(name, O_RDONLY | O_CLOEXEC);
  if (opened < 0) return;
  off_t length = lseek(opened, 0, SEEK_END);
  void *memory = length > 0 ? mmap(NULL, length, PROT_READ, MAP_PRIVATE, opened, 0) : MAP_FAILED;
  close(opened);
  if (memory == MAP_FAILED) return;
  wanted = memory;
  wanted_count = length;
}

/// Makes the file that `EXPECTATIONS_TRACE` names. One that exists is that of the process that started this one.
static void start(void) {
  const char *path = getenv("EXPECTATIONS_TRACE");
  if (!path || !*path) return;
  read_wanted(path);
  // SwiftPM lists the tests once more before it runs one.
  if (wanted && lists_tests()) return;
  int made = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (made < 0) return;
  if (ftruncate(made, sizeof *file) == 0) {
    void *memory = mmap(NULL, sizeof *file, PROT_READ | PROT_WRITE, MAP_SHARED, made, 0);
    if (memory != MAP_FAILED) {
      file = memory;
      file->header = (struct trace_header){
          .magic = {'E', 'X', 'P', 'T', 'R', 'A', 'C', 'E'},
          .version = trace_version,
          .edge_offset = offsetof(struct trace_file, edge),
          .thread_offset = offsetof(struct trace_file, thread),
          .first_records = trace_first_records,
          .last_records = trace_last_records,
      };
      // A child would write into the file of its parent.
      pthread_atfork(NULL, NULL, stop);
    }
  }
  close(made);
}

/// The compiler calls it for each program and library, before any other code of it, to number its edges. Only the first
/// is recorded: the program with the tests.
void __sanitizer_cov_trace_pc_guard_init(uint32_t *begin, uint32_t *end) {
  static bool has_started;
  if (begin == end || has_started) return;
  has_started = true;
  start();
  if (!file || end - begin > trace_edges) return;
  for (; begin < end; begin++) {
    uint64_t edge = ++file->header.edges;
    *begin = edge < wanted_count && wanted[edge] ? (uint32_t)edge : 0;
  }
}

/// The compiler calls it after the function above, with the addresses of the same edges.
void __sanitizer_cov_pcs_init(const uintptr_t *begin, const uintptr_t *end) {
  Dl_info info;
  if (!file || file->header.image[0] || (uint64_t)(end - begin) / 2 != file->header.edges) return;
  char path[PATH_MAX];
  if (!dladdr(begin, &info)) return;
  snprintf(file->header.image, sizeof file->header.image, "%s", realpath(info.dli_fname, path) ? path : "");
  for (uint64_t i = 0; i < file->header.edges; i++) {
    file->edge[i] = (struct trace_edge){begin[2 * i] - (uintptr_t)info.dli_fbase, begin[2 * i + 1]};
  }
}

static bool claim_thread(void) {
  uint64_t number = __atomic_fetch_add(&file->header.threads, 1, __ATOMIC_RELAXED);
  has_none = number >= trace_threads;
  if (!has_none) own = &file->thread[number];
  return !has_none;
}

/// The compiler calls it on each edge.
void __sanitizer_cov_trace_pc_guard(uint32_t *guard) {
  if (!*guard || atomic_load_explicit(&is_stopped, memory_order_relaxed)) return;
  if (!own && (has_none || !claim_thread())) return;
  uint64_t position = own->count;
  struct trace_record *record = position < trace_first_records
      ? &own->first[position]
      : &own->last[(position - trace_first_records) % trace_last_records];
  record->time = now();
  record->task = swift_task_getCurrent ? (uint64_t)swift_task_getCurrent() : 0;
  record->edge = *guard;
  own->count = position + 1;
}

void expectations_trace_timeout(const char *name, const char *path, unsigned line) {
  // Only the first: what follows runs after a failure. Nor may the report of the failure overwrite the path.
  if (!file || atomic_exchange(&is_stopped, true)) return;
  struct trace_header *header = &file->header;
  snprintf(header->timeout_name, sizeof header->timeout_name, "%s", name);
  snprintf(header->timeout_file, sizeof header->timeout_file, "%s", path);
  header->timeout_line = line;
  header->timeout_time = now();
}

__attribute__((destructor)) static void note_exit(void) {
  if (file) file->header.has_exited = 1;
}

#endif
