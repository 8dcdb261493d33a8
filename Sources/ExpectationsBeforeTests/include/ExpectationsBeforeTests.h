/// Prepares `Expectations` before any test runs. The Swift function of this name replaces the empty one.
void expectations_before_tests(void);

/// Does the same for `Leftovers`.
void expectations_before_tests_of_leftovers(void);

/// Do the same for `ExpectationsDiagnosis` and `Exploration`, which add themselves before the library reads its
/// environment.
void expectations_before_tests_of_diagnosis(void);
void expectations_before_tests_of_exploration(void);

/// Does nothing. A call of it makes the linker take this file from a static library, with the constructor in it.
void expectations_link_before_tests(void);
