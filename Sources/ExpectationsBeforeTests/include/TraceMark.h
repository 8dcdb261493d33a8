#include <stdbool.h>

/// Whether the recorder of `expectations-trace` is linked. It is false without the recorder, whose constant replaces it.
extern const bool expectations_is_traced;

/// Tells the recorder that the time of a wait at this line is over. The recorder's function replaces the empty one.
void expectations_trace_timeout(const char *name, const char *file, unsigned line);
