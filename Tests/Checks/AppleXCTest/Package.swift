// swift-tools-version: 6.2
import PackageDescription

// Shows on Linux how the library works with Apple's XCTest: the module `XCTest` of this package behaves like Apple's
// where that matters, and the sources of the library are compiled against it. The targets are executables instead of
// test targets, so that SwiftPM does not link the XCTest of the toolchain. `check` runs them.
let upcoming: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A program that runs the tests in its folder. `check` writes its `main.swift`.
func program(_ name: String) -> Target {
  // Objective-C runs every test method, whatever its isolation. Swift 5 accepts the methods as they are.
  .executableTarget(name: name, dependencies: ["Expectations", "XCTest"], swiftSettings: [.swiftLanguageMode(.v5)])
}

let package = Package(
  name: "apple-xctest",
  targets: [
    .target(name: "Interruption"),
    .target(name: "XCTest", dependencies: ["Interruption"]),
    .target(name: "ExpectationsBeforeTests"),
    .target(
      name: "Expectations", dependencies: ["ExpectationsBeforeTests", "XCTest"],
      exclude: ["Expectations.docc"],
      swiftSettings: upcoming + [
        .define("EXPECTATIONS_APPLE_XCTEST"),
        // Waits in run loops use only what Foundation on Linux has in public.
        .define("EXPECTATIONS_PUBLIC_RUN_LOOP"),
      ]),
    program("Passes"),
    program("Fails"),
    program("Attribution"),
    program("Afterwards"),
    program("Endings"),
    program("EndOfATest"),
    program("AfterTheStop"),
    program("FirstUse"),
    program("Stops"),
    program("StopsInCallouts"),
    program("Late"),
    program("TooLate"),
    program("BothFrameworks"),
  ],
  swiftLanguageModes: [.v6]
)
