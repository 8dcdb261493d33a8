// swift-tools-version: 6.2
import PackageDescription

// One file of typical tests in three forms: with XCTest, with XCTest and this package's waits, and with Swift Testing
// and these waits. `check` makes the second and the third from the first, and compares the results of each test.
let product = Target.Dependency.product(name: "XCTestCompatibility", package: "expectations")

let package = Package(
  name: "compatibility",
  dependencies: [.package(name: "expectations", path: "../../..")],
  targets: [
    .testTarget(name: "Stock"),
    .testTarget(name: "Kept", dependencies: [product]),
    .testTarget(name: "Converted", dependencies: [product]),
  ],
  swiftLanguageModes: [.v5]
)
