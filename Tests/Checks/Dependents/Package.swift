// swift-tools-version: 6.2
import PackageDescription

let upcoming: [SwiftSetting] = [
  "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault",
  "InferIsolatedConformances", "ImmutableWeakCaptures",
].map { .enableUpcomingFeature($0) }

/// The settings of a dependent, by the name of its target.
let settings: [String: [SwiftSetting]] = [
  "Default": [],
  "Swift5": [.swiftLanguageMode(.v5)],
  "Swift5Complete": [.swiftLanguageMode(.v5), .enableExperimentalFeature("StrictConcurrency=complete")],
  "CxxInterop": [.interoperabilityMode(.Cxx)],
  "MainActorDefault": [.defaultIsolation(MainActor.self)],
  "MainActorUpcoming": [.defaultIsolation(MainActor.self)] + upcoming,
  "StrictMemorySafety": [.strictMemorySafety()],
  "Upcoming": upcoming,
]

// The same tests with all settings that a dependent may use, each of which must compile without a warning.
let package = Package(
  name: "dependents",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "expectations", path: "../../..")],
  targets: settings.sorted { $0.key < $1.key }.map { name, settings in
    .testTarget(
      name: name, dependencies: [.product(name: "Expectations", package: "expectations")],
      swiftSettings: settings + [.treatAllWarnings(as: .error)])
  },
  swiftLanguageModes: [.v6]
)
