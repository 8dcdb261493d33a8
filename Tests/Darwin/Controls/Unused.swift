// noticed: warning: initialization of immutable value 'unused' was never used
// A warning is no error to the compiler, but fails the check.
func warn() { let unused = 1 }
