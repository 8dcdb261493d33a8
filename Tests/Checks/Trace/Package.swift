// swift-tools-version: 6.2
import PackageDescription

// Programs whose work ends early, without an error and without a trace. `check` compares where it ended, as
// `expectations-trace` says. They call functions of Linux, and paths exist only there.
let package = Package(
  name: "trace",
  dependencies: [.package(name: "expectations", path: "../../..")],
  targets: [
    .testTarget(name: "Vanished", dependencies: [.product(name: "Expectations", package: "expectations")]),
    .testTarget(
      name: "Repeated",
      dependencies: [
        .product(name: "Expectations", package: "expectations"),
        .product(name: "ExpectationsDiagnosis", package: "expectations"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
