// noticed: error: cannot find 'mach_absolute_time' in scope
// Darwin has this function, but the stubs do not: a new call needs a declaration in the stubs.
import Darwin

func ticks() -> UInt64 { mach_absolute_time() }
