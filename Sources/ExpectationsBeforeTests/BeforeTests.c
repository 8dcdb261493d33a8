#include "ExpectationsBeforeTests.h"

// Weak: the Swift function replaces it. Without that function, the program still links.
__attribute__((weak)) void expectations_before_tests(void) {}

__attribute__((weak)) void expectations_before_tests_of_leftovers(void) {}

__attribute__((weak)) void expectations_before_tests_of_diagnosis(void) {}

__attribute__((weak)) void expectations_before_tests_of_exploration(void) {}

void expectations_link_before_tests(void) {}

// The loader calls constructors before `main`, and on Apple platforms when it loads a test bundle.
__attribute__((constructor)) static void load(void) {
  expectations_before_tests_of_diagnosis();
  expectations_before_tests_of_exploration();
  expectations_before_tests();
  expectations_before_tests_of_leftovers();
}
