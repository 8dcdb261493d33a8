// swift-tools-version: 6.2
import PackageDescription

let expectations: Target.Dependency = .product(name: "Expectations", package: "expectations")

/// What uses a part of the library that its new core does not have yet, or does otherwise, is left out with
/// `EXPECTATIONS_CORE=new`.
let isCoreNew = Context.environment["EXPECTATIONS_CORE"] == "new"
let otherCore = [isCoreNew ? "OldCore.swift" : "NewCore.swift"]

// Correct tests on a busy computer, and tests of waits that must fail. `check` makes the computer busy, and counts the
// failures.
let package = Package(
  name: "load",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "expectations", path: "../../..")],
  targets: [
    .target(name: "LoadSupport", dependencies: [expectations], exclude: otherCore),
    .testTarget(name: "LoadTestingSuite", dependencies: ["LoadSupport"]),
    .testTarget(name: "LoadXCTestSuite", dependencies: ["LoadSupport", expectations]),
    .testTarget(name: "LoadNeverComesTesting", dependencies: ["LoadSupport", expectations], exclude: otherCore),
    .testTarget(name: "LoadNeverComesXCTest", dependencies: ["LoadSupport", expectations], exclude: otherCore),
  ],
  swiftLanguageModes: [.v6]
)
