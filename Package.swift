// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// What works on Linux only.
func onLinux(_ name: String) -> Target.Dependency { .byName(name: name, condition: .when(platforms: [.linux])) }

let package = Package(
  name: "expectations",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "Expectations", targets: ["Expectations"]),
    // Explains failures and hangs. A test target links it, and need not import it.
    .library(name: "ExpectationsDiagnosis", targets: ["ExpectationsDiagnosis"]),
    // A product of its own, because it changes which code of the process runs tasks.
    .library(name: "Exploration", targets: ["Exploration"]),
    .library(name: "Leftovers", targets: ["Leftovers"]),
    .library(name: "XCTestCompatibility", targets: ["XCTestCompatibility"]),
    .executable(name: "expectations-migrate", targets: ["ExpectationsMigrate"]),
    .executable(name: "expectations-report", targets: ["ExpectationsReport"]),
    .executable(name: "expectations-trace", targets: ["ExpectationsTrace"]),
  ],
  targets: [
    // Finds where the threads and tasks of the process stand, on Linux. It knows only names of the library's functions.
    .target(name: "ThreadInspection", swiftSettings: settings),
    // Calls the library when the loader loads it.
    .target(name: "ExpectationsBeforeTests"),
    .target(name: "Expectations", dependencies: ["ExpectationsBeforeTests"], swiftSettings: settings),
    .target(
      name: "ExpectationsDiagnosis",
      dependencies: ["Expectations", "ExpectationsBeforeTests", onLinux("ThreadInspection")], swiftSettings: settings),
    .target(
      name: "Exploration", dependencies: ["Expectations", onLinux("ThreadInspection")],
      swiftSettings: settings),
    // Fails a test whose tasks or objects are still there when it is over.
    .target(name: "Leftovers", dependencies: ["Expectations"], swiftSettings: settings),
    // The names of XCTest's waits, for suites that change frameworks or keep their waits.
    .target(name: "XCTestCompatibility", dependencies: ["Expectations"], swiftSettings: settings),
    .target(name: "Samples", exclude: ["README.md"], swiftSettings: settings),
    // Turns XCTest's waits in source files into those of this library.
    .executableTarget(name: "ExpectationsMigrate", swiftSettings: settings),
    // Summarizes the file that `EXPECTATIONS_REPORT` names. The benchmark is a package of its own, in `Benchmarks`.
    .executableTarget(name: "ExpectationsReport", swiftSettings: settings),
    // Runs one test with traced edges, and prints the path of its code. It compiles the recorder itself, because the
    // recorder has functions of the same names as the runtimes of sanitizers.
    .executableTarget(name: "ExpectationsTrace", exclude: ["Recorder.c"], swiftSettings: settings),
    // What the tests of several targets use.
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
    .testTarget(name: "ExpectationsTests", dependencies: ["Expectations", "TestSupport"], swiftSettings: settings),
    // What users rely on.
    .testTarget(name: "ContractTests", dependencies: ["Expectations", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "ExpectationsDiagnosisTests", dependencies: ["Expectations", "ExpectationsDiagnosis", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "ExplorationTests", dependencies: ["Expectations", "Exploration", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "SamplesTests", dependencies: ["Expectations", "Exploration", "Leftovers", "Samples", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "LeftoversTests",
      dependencies: ["Expectations", "ExpectationsDiagnosis", "Exploration", "Leftovers", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "XCTestCompatibilityTests", dependencies: ["Expectations", "TestSupport", "XCTestCompatibility"],
      swiftSettings: settings),
    .testTarget(name: "ExpectationsMigrateTests", dependencies: ["ExpectationsMigrate"], swiftSettings: settings),
    .testTarget(
      name: "ExpectationsReportTests", dependencies: ["ExpectationsReport", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "ExpectationsTraceTests", dependencies: ["Expectations", "ExpectationsTrace"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

#if os(Linux)
  package.targets.append(
    .testTarget(
      name: "ThreadInspectionTests", dependencies: ["ThreadInspection", "TestSupport"], swiftSettings: settings))
#endif
