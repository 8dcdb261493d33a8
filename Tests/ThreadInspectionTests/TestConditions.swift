import Testing

@testable import ThreadInspection

extension Trait where Self == ConditionTrait {
  /// The test needs suspended tasks, which are not searched under a sanitizer.
  static var tasks: ConditionTrait {
    .enabled(if: !SanitizerRuntime.isPresent, "tasks are not searched under a sanitizer")
  }
}

extension Trait where Self == ConditionTrait {
  /// The test needs the exact line: an optimized build merges equal functions, and moves code to other lines.
  static var exactLines: ConditionTrait {
    #if DEBUG
      let isDebugBuild = true
    #else
      let isDebugBuild = false
    #endif
    return .enabled(if: isDebugBuild, "an optimized build moves lines")
  }
}
