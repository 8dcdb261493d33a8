import Testing

@testable import Exploration

/// Whether nothing runs without control. Swift 6.2 and Apple's systems have no default executor to replace.
enum FullControl {
  static var isThere: Bool {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) { return Controls.shared.gaps.isEmpty }
    return false
  }
}

extension Trait where Self == ConditionTrait {
  static var fullControl: ConditionTrait {
    .enabled("this runtime does not let an exploration control everything") { FullControl.isThere }
  }
}
