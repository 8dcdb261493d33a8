/// What `Expectations` does before any test runs. The Swift function of this name replaces the empty one.
void expectations_before_tests(void);
