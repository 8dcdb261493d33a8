#include <stdint.h>

// The file that the recorder writes and `expectations-trace` reads: a header, the marks, the table of edges, and a block
// for each thread. What is not used is a hole in the file. The header says where everything is, for the reader in Swift,
// which cannot import structures of this size. Numbers are unsigned, and have 8 bytes unless the name of their type says
// otherwise.

enum {
  trace_version = 1,
  trace_images = 16,
  trace_marks = 256,
  trace_edges = 1 << 20,
  trace_threads = 256,
  // A thread keeps its first records, and of the rest the last.
  trace_first_records = 1 << 14,
  trace_last_records = 3 << 14,
};

/// A program or library whose edges are traced.
struct trace_image {
  /// Where the loader put it: what to subtract from an address to get that in the file.
  uint64_t base;
  /// The number of its first edge, and how many it has. Edges count from 1.
  uint64_t first, count;
  char path[488];
};

struct trace_header {
  char magic[8];  // "EXPTRACE"
  uint64_t version;
  /// How many there are. Marks and threads beyond the limits are counted, and not recorded.
  uint64_t images, edges, marks, threads;
  /// Whether a wait has timed out, and whether the process has come to its end.
  uint64_t timed_out, exited;
  /// Where they begin.
  uint64_t image_offset, mark_offset, edge_offset, thread_offset;
  /// How many records a thread has room for.
  uint64_t first_records, last_records;
  struct trace_image image[trace_images];
};

struct trace_mark {
  uint64_t time, kind, line;
  char name[232], file[256];
};

/// The address of an edge; `flags` is 1 for the first edge of a function.
struct trace_edge {
  uint64_t address, flags;
};

struct trace_record {
  /// Nanoseconds of the monotonic clock.
  uint64_t time;
  /// The address of the task, or 0.
  uint64_t task;
  uint64_t edge;
};

struct trace_thread {
  /// How many records the thread has made.
  uint64_t count;
  struct trace_record first[trace_first_records], last[trace_last_records];
};

struct trace_file {
  struct trace_header header;
  struct trace_mark mark[trace_marks];
  struct trace_edge edge[trace_edges];
  struct trace_thread thread[trace_threads];
};
