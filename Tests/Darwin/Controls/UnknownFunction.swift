// noticed: error: cannot find 'mach_absolute_time' in scope
// Darwin has it, the stubs do not: a new call must be declared there.
import Darwin

func ticks() -> UInt64 { mach_absolute_time() }
