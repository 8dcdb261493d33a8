#include <stdint.h>

// The file that the recorder writes and `expectations-trace` reads. What is not used of it is a hole. The header says
// where everything is, because Swift cannot import structures of this size.

enum {
  trace_version = 1,
  trace_edges = 1 << 20,
  trace_threads = 256,
  // A thread keeps its first records, and of the rest the last.
  trace_first_records = 1 << 14,
  trace_last_records = 3 << 14,
};

struct trace_header {
  char magic[8];  // "EXPTRACE"
  uint64_t version;
  /// How many there are. Threads beyond the limit are counted, and not recorded.
  uint64_t edges, threads;
  /// Whether the process has come to its end.
  uint64_t has_exited;
  uint64_t edge_offset, thread_offset;
  /// How many records a thread has room for.
  uint64_t first_records, last_records;
  /// When the first wait timed out, and its line; 0 if none did.
  uint64_t timeout_time, timeout_line;
  char timeout_name[256], timeout_file[512];
  /// The program.
  char image[512];
};

/// The address of an edge in the file of the program; `flags` is 1 for the first edge of a function.
struct trace_edge {
  uint64_t address, flags;
};

struct trace_record {
  /// Nanoseconds of the monotonic clock.
  uint64_t time;
  /// The address of the task, or 0.
  uint64_t task;
  /// Counted from 1.
  uint64_t edge;
};

struct trace_thread {
  /// How many records the thread has made.
  uint64_t count;
  struct trace_record first[trace_first_records], last[trace_last_records];
};

struct trace_file {
  struct trace_header header;
  struct trace_edge edge[trace_edges];
  struct trace_thread thread[trace_threads];
};
