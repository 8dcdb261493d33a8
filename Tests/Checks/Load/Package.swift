// swift-tools-version: 6.2
import PackageDescription

let expectations: Target.Dependency = .product(name: "Expectations", package: "expectations")

// Correct tests on a busy computer, and tests of waits that must fail. `check` makes the computer busy, and counts the
// failures.
let package = Package(
  name: "load",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "expectations", path: "../../..")],
  targets: [
    .target(name: "LoadSupport", dependencies: [expectations]),
    .testTarget(name: "LoadTestingSuite", dependencies: ["LoadSupport"]),
    .testTarget(name: "LoadXCTestSuite", dependencies: ["LoadSupport", expectations]),
    .testTarget(name: "LoadNeverComesTesting", dependencies: ["LoadSupport", expectations]),
    .testTarget(name: "LoadNeverComesXCTest", dependencies: ["LoadSupport", expectations]),
  ],
  swiftLanguageModes: [.v6]
)
