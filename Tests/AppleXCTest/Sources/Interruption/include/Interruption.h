#include <stdbool.h>

/// Calls `body`. Returns whether it has returned: false if it was left by `interruption_raise`.
bool interruption_catch(void (*body)(void *), void *context);

/// Leaves the innermost `interruption_catch` of the thread, past all frames on the way, which clean up nothing.
_Noreturn void interruption_raise(void);

/// Whether a frame of Dispatch is between the caller and the innermost `interruption_catch` of the thread.
bool interruption_would_pass_dispatch(void);

/// Whether the calling thread is in an `interruption_catch`.
bool interruption_is_caught(void);
