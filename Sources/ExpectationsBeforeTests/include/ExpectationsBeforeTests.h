/// Prepares `Expectations` before any test runs. The Swift function of this name replaces the empty one.
void expectations_before_tests(void);

/// Does the same for `Leftovers`.
void expectations_before_tests_of_leftovers(void);

/// Does nothing. A call of it makes the linker take this file from a static library, with the constructor in it.
void expectations_link_before_tests(void);
