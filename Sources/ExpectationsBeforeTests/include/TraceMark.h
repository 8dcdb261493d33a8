#include <stdbool.h>

/// What `expectations_trace_mark` tells the recorder.
enum expectations_trace_event {
  /// An expectation was created.
  expectations_trace_created = 1,
  /// The time of a wait is over. The recorder stops then, so that the report of the failure does not overwrite the path.
  expectations_trace_timed_out = 2,
};

/// Whether the recorder of `expectations-trace` is linked. It is false without the recorder, whose constant replaces this.
extern const bool expectations_is_traced;

/// Tells the recorder of an event at a line of a test. The recorder's function replaces the empty one.
void expectations_trace_mark(enum expectations_trace_event event, const char *name, const char *file, unsigned line);
