// swift-tools-version: 6.2
import PackageDescription

// Files of typical tests in four forms: with XCTest, with XCTest and this package's waits, with Swift Testing and these
// waits, and with native waits. `check` makes the others from the first, and compares the results of each test.
let product = Target.Dependency.product(name: "XCTestCompatibility", package: "expectations")

let package = Package(
  name: "compatibility",
  dependencies: [.package(name: "expectations", path: "../../..")],
  targets: [
    .testTarget(name: "Stock"),
    .testTarget(name: "Kept", dependencies: [product]),
    .testTarget(name: "Converted", dependencies: [product]),
    .testTarget(name: "Migrated", dependencies: [.product(name: "Expectations", package: "expectations")]),
  ],
  swiftLanguageModes: [.v5]
)
