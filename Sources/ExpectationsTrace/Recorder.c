#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

// Records which edges of the code run. `expectations-trace` compiles all Swift code with calls of the functions below,
// compiles this file, and links it to each program of the package. They must be C, because Swift code would call itself,
// and must not be weak, because the runtime of a sanitizer has functions of the same names. The memory is the file
// itself, so the path survives a process that is killed.

// The header says where everything is, because Swift cannot import structures of this size. Unused parts are holes.
enum {
  trace_edges = 1 << 20,
  trace_threads = 256,
  // A thread keeps its first records, and of the rest the last.
  trace_first_records = 1 << 14,
  trace_last_records = 3 << 14,
};

struct trace_header {
  char magic[8];  // "EXPTRACE"
  /// How many there are. Of threads beyond the limit, each edge that ran counts as one.
  uint64_t edges, threads;
  /// Whether the process has come to its end.
  uint64_t has_exited;
  uint64_t edge_offset, thread_offset;
  /// How many records a thread has room for.
  uint64_t first_records, last_records;
  /// The path of the program.
  char image[PATH_MAX];
};

/// The address of an edge in the file of the program; `flags` is 1 for the first edge of a function.
struct trace_edge {
  uint64_t address, flags;
};

/// When the edge ran, in nanoseconds; the address of the task, or 0; the number of the edge, from 1.
struct trace_record {
  uint64_t time, task, edge;
};

/// How many records the thread has made, and those that are kept.
struct trace_thread {
  uint64_t count;
  struct trace_record first[trace_first_records], last[trace_last_records];
};

// NULL until the file is there.
static struct trace_file {
  struct trace_header header;
  struct trace_edge edge[trace_edges];
  struct trace_thread thread[trace_threads];
} *file;

// Whether to record each edge; 2 to stop after it.
static const char *wanted;
static uint64_t wanted_count;
static atomic_bool is_stopped;
static _Thread_local struct trace_thread *own;

// The runtime's, if the process has tasks.
extern void *swift_task_getCurrent(void) __attribute__((weak));

static void *map(int opened, off_t length, int protection, int flags) {
  void *memory = length > 0 ? mmap(NULL, length, protection, flags, opened, 0) : MAP_FAILED;
  close(opened);
  return memory == MAP_FAILED ? NULL : memory;
}

/// Reads what is wanted from the file beside the trace. Without that file, the process writes only the table of its edges,
/// of which `expectations-trace` makes that file.
static void read_wanted(const char *path) {
  char name[PATH_MAX];
  if ((size_t)snprintf(name, sizeof name, "%s.wanted", path) >= sizeof name) return;
  int opened = open(name, O_RDONLY | O_CLOEXEC);
  if (opened < 0) return;
  wanted_count = lseek(opened, 0, SEEK_END);
  wanted = map(opened, wanted_count, PROT_READ, MAP_PRIVATE);
}

static void stop(void) { is_stopped = true; }

/// Makes the file that `EXPECTATIONS_TRACE` names. SwiftPM lists the tests once more before it runs one, so the file of
/// that process may be there.
static void start(void) {
  const char *path = getenv("EXPECTATIONS_TRACE");
  if (!path || *path != '/') return;
  read_wanted(path);
  int made = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (made < 0) return;
  file = map(made, ftruncate(made, sizeof *file) == 0 ? sizeof *file : 0, PROT_READ | PROT_WRITE, MAP_SHARED);
  if (!file) return;
  file->header = (struct trace_header){
      .magic = {'E', 'X', 'P', 'T', 'R', 'A', 'C', 'E'},
      .edge_offset = offsetof(struct trace_file, edge),
      .thread_offset = offsetof(struct trace_file, thread),
      .first_records = trace_first_records,
      .last_records = trace_last_records,
  };
  // A child would write into the file of its parent. The variable still says that the test is traced.
  pthread_atfork(NULL, NULL, stop);
  setenv("EXPECTATIONS_TRACE", "-", 1);
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
    *begin = wanted && edge < wanted_count && wanted[edge] ? (uint32_t)edge : 0;
  }
}

/// The compiler calls it after the function above, with the addresses of the same edges.
void __sanitizer_cov_pcs_init(const uintptr_t *begin, const uintptr_t *end) {
  Dl_info info;
  if (!file || file->header.image[0] || (uint64_t)(end - begin) / 2 != file->header.edges) return;
  if (!dladdr(begin, &info) || !realpath(info.dli_fname, file->header.image)) return;
  for (uint64_t i = 0; i < file->header.edges; i++) {
    file->edge[i] = (struct trace_edge){begin[2 * i] - (uintptr_t)info.dli_fbase, begin[2 * i + 1]};
  }
}

/// The compiler calls it on each edge.
void __sanitizer_cov_trace_pc_guard(uint32_t *guard) {
  if (!*guard || atomic_load_explicit(&is_stopped, memory_order_relaxed)) return;
  if (!own) {
    uint64_t number = __atomic_fetch_add(&file->header.threads, 1, __ATOMIC_RELAXED);
    if (number >= trace_threads) return;
    own = &file->thread[number];
  }
  uint64_t position = own->count;
  struct trace_record *record = position < trace_first_records
      ? &own->first[position]
      : &own->last[(position - trace_first_records) % trace_last_records];
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  record->time = (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
  record->task = swift_task_getCurrent ? (uint64_t)swift_task_getCurrent() : 0;
  record->edge = *guard;
  own->count = position + 1;
  if (wanted[*guard] == 2) is_stopped = true;
}

__attribute__((destructor)) static void note_exit(void) {
  if (file) file->header.has_exited = 1;
}
