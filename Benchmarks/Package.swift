// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that users of the library never see or build it. Only a root package may also say where its
// executables find the test frameworks at run time: in an application of Apple's platforms, they are not on the path.
let developer = Context.environment["DEVELOPER_DIR"] ?? "/Applications/Xcode.app/Contents/Developer"
let platform = developer + "/Platforms/MacOSX.platform/Developer"
let frameworkPaths = ["\(platform)/Library/Frameworks", "\(platform)/usr/lib"].flatMap { path in
  ["-Xlinker", "-rpath", "-Xlinker", path]
}

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
let linkerSettings: [LinkerSetting] = [.unsafeFlags(frameworkPaths, .when(platforms: [.macOS]))]

let package = Package(
  name: "benchmarks",
  // Explorations need macOS 15.
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "wait-latency", targets: ["WaitLatency"]),
    .executable(name: "exploration-speed", targets: ["ExplorationSpeed"]),
    .executable(name: "instructions", targets: ["InstructionCount"]),
  ],
  dependencies: [.package(name: "expectations", path: "..")],
  targets: [
    .executableTarget(
      name: "WaitLatency", dependencies: [.product(name: "Expectations", package: "expectations")],
      swiftSettings: settings, linkerSettings: linkerSettings),
    .executableTarget(
      name: "ExplorationSpeed", dependencies: [.product(name: "Exploration", package: "expectations")],
      swiftSettings: settings, linkerSettings: linkerSettings),
    .executableTarget(
      name: "InstructionCount", dependencies: [.product(name: "Expectations", package: "expectations")],
      swiftSettings: settings, linkerSettings: linkerSettings),
  ],
  swiftLanguageModes: [.v6]
)
