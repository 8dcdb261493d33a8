#include "TraceMark.h"

// Weak: the target `ExpectationsTraceRecorder` replaces both, and only `expectations-trace` links it.
__attribute__((weak)) const bool expectations_is_traced = false;

__attribute__((weak)) void expectations_trace_timeout(const char *name, const char *file, unsigned line) {
  (void)name, (void)file, (void)line;
}
