// noticed: warning: initialization of immutable value 'unused' was never used
// To the compiler, a warning is not an error, but it fails the check.
func warn() { let unused = 1 }
