import Expectations

/// Says that the product is linked, so that the library does not report its environment variables as useless.
///
/// Assumption: the linker prefers this function to the weak one in C; `@_cdecl` gives it the name.
/// Check: by `Tests/Checks/Consumer/check`.
/// If false: variables of explorations are reported as useless, and have their effect.
/// Remove when: Swift has initializers of modules.
@_cdecl("expectations_before_tests_of_exploration")
@usableFromInline
func addExploration() { EnvironmentSetting.linked.withLock { _ = $0.insert("Exploration") } }
