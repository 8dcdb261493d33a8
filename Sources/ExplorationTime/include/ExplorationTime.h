#include <stdbool.h>

/// Whether the clocks of Swift and of Foundation can be moved here. The images of these libraries are looked up.
bool exploration_time_prepare(void);

/// Lets the clocks of Swift and of Foundation show a later time on the calling thread.
///
/// - Parameter nanoseconds: How much later; zero for the real time.
void exploration_time_move(long long nanoseconds);
