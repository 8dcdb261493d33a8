// swift-tools-version: 6.2
import PackageDescription

let expectations: Target.Dependency = .product(name: "Expectations", package: "expectations")
let exploration: Target.Dependency = .product(name: "Exploration", package: "expectations")

// A package like that of a user: it knows only the products of the library. `check` runs its tests. Targets whose names
// do not end in `Passes` fail on purpose.
let package = Package(
  name: "consumer",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "expectations", path: "../../..")],
  targets: [
    .executableTarget(name: "GalleryDocs"),
    .executableTarget(name: "PlainRunner", dependencies: [expectations]),
    .testTarget(name: "Gallery", dependencies: [expectations]),
    .testTarget(name: "Excerpts", dependencies: [expectations]),
    .testTarget(name: "WaitAfterwards"),
    .testTarget(name: "XCTestPasses", dependencies: [expectations]),
    .testTarget(name: "XCTestFails", dependencies: [expectations]),
    .testTarget(name: "XCTestFirst", dependencies: [expectations, exploration]),
    .testTarget(name: "XCTestAfterwards", dependencies: [expectations]),
    .testTarget(name: "XCTestEndings", dependencies: [expectations]),
    .testTarget(name: "XCTestForgets", dependencies: [expectations]),
    .testTarget(name: "XCTestLeaves", dependencies: [.product(name: "Leftovers", package: "expectations")]),
    .testTarget(name: "TestingLeaves", dependencies: [.product(name: "Leftovers", package: "expectations")]),
    .testTarget(name: "XCTestAttribution", dependencies: [expectations]),
    .testTarget(name: "XCTestSkips", dependencies: [expectations]),
    .testTarget(name: "XCTestExtraFulfillments", dependencies: [expectations]),
    .testTarget(name: "TestingPasses", dependencies: [expectations]),
    .testTarget(name: "TestingFails", dependencies: [expectations]),
    .testTarget(name: "TestingAfterwards", dependencies: [expectations]),
    .testTarget(name: "TestingForgets", dependencies: [expectations]),
    .testTarget(name: "TestingAttribution", dependencies: [expectations]),
    .testTarget(
      name: "TestingOnce",
      dependencies: [expectations, .product(name: "XCTestCompatibility", package: "expectations")]),
    .testTarget(name: "TestingSkips", dependencies: [expectations]),
  ],
  swiftLanguageModes: [.v6]
)

// Linked, and not imported: the failures are the same, at the same lines.
if Context.environment["CONSUMER_DIAGNOSIS"] != nil {
  for target in package.targets where target.name.hasPrefix("XCTest") || target.name.hasPrefix("Testing") {
    target.dependencies.append(.product(name: "ExpectationsDiagnosis", package: "expectations"))
  }
}
