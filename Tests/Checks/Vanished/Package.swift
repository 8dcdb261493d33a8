// swift-tools-version: 6.2
import PackageDescription

// Programs whose work ends early, without an error and without a trace. `check` compares what a timeout says about them
// with the page of the documentation. They call functions of Linux, and their texts exist only there.
let package = Package(
  name: "vanished",
  dependencies: [.package(name: "expectations", path: "../../..")],
  targets: [
    .testTarget(name: "Vanished", dependencies: [.product(name: "Expectations", package: "expectations")]),
    // Its process must fail, though its test is over when its failure is complete.
    .testTarget(name: "LeftBehind", dependencies: [.product(name: "Expectations", package: "expectations")]),
  ],
  swiftLanguageModes: [.v6]
)
