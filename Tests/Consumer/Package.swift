// swift-tools-version: 6.2
import PackageDescription

let expectations: Target.Dependency = .product(name: "Expectations", package: "expectations")

// A package as a user has one: it knows the library by its product only. `check` runs its tests, of which the targets
// that are not called `…Passes` fail on purpose.
let package = Package(
  name: "consumer",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "expectations", path: "../..")],
  targets: [
    .executableTarget(name: "GalleryDocs"),
    .executableTarget(name: "PlainRunner", dependencies: [expectations]),
    .testTarget(name: "Gallery", dependencies: [expectations]),
    .testTarget(name: "MoreMistakes", dependencies: [expectations]),
    .testTarget(name: "Excerpts", dependencies: [expectations]),
    .testTarget(name: "XCTestPasses", dependencies: [expectations]),
    .testTarget(name: "XCTestFails", dependencies: [expectations]),
    .testTarget(name: "XCTestAfterwards", dependencies: [expectations]),
    .testTarget(name: "XCTestEndings", dependencies: [expectations]),
    .testTarget(name: "XCTestAttribution", dependencies: [expectations]),
    .testTarget(name: "TestingPasses", dependencies: [expectations]),
    .testTarget(name: "TestingFails", dependencies: [expectations]),
    .testTarget(name: "TestingAfterwards", dependencies: [expectations]),
    .testTarget(name: "TestingAttribution", dependencies: [expectations]),
  ],
  swiftLanguageModes: [.v6]
)
