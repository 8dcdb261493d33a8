#include "ExpectationsBeforeTests.h"

// Weak, so that the function in Swift takes its place, and that there is something to link without it.
__attribute__((weak)) void expectations_before_tests(void) {}

// The loader calls constructors before `main`, and on Apple platforms when it loads a test bundle.
__attribute__((constructor)) static void load(void) { expectations_before_tests(); }
