// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that users of the library never see or build it. Only a root package may also say where its
// executables find the test frameworks at run time: in an application of Apple's platforms, they are not on the path.
let developer = Context.environment["DEVELOPER_DIR"] ?? "/Applications/Xcode.app/Contents/Developer"
let platform = developer + "/Platforms/MacOSX.platform/Developer"
let frameworkPaths = ["\(platform)/Library/Frameworks", "\(platform)/usr/lib"].flatMap { path in
  ["-Xlinker", "-rpath", "-Xlinker", path]
}

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v13)],
  products: [.executable(name: "wait-latency", targets: ["WaitLatency"])],
  dependencies: [.package(name: "expectations", path: "..")],
  targets: [
    // `Shared` is a link to files of `expectations-report`.
    .executableTarget(
      name: "WaitLatency", dependencies: [.product(name: "Expectations", package: "expectations")],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ],
      linkerSettings: [.unsafeFlags(frameworkPaths, .when(platforms: [.macOS]))])
  ],
  swiftLanguageModes: [.v6]
)
