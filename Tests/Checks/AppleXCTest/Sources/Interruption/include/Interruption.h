#include <stdbool.h>

/// Calls `body`. Returns whether `body` returned: false if `interruption_raise` left it.
bool interruption_catch(void (*body)(void *), void *context);

/// Leaves the innermost `interruption_catch` of the thread, and passes all frames on the way without any cleanup in
/// them.
_Noreturn void interruption_raise(void);

/// Whether a frame of Dispatch is between the caller and the innermost `interruption_catch` of the thread.
bool interruption_would_pass_dispatch(void);

/// Whether the calling thread is in an `interruption_catch`.
bool interruption_is_caught(void);
