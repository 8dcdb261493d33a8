import Foundation
import Testing

@testable import ThreadInspection

@Suite struct UserCodeTests {
  private func place(
    _ symbol: String?, _ path: String? = #filePath, line: Int = 7, hasLines: Bool = true, isSystem: Bool = false
  ) -> CodePlace {
    let line = path.map {
      LineTable.Line(path: $0, number: line, shown: LineTable.Line.Place(path: $0, line: line, address: 0x1000))
    }
    return CodePlace(
      function: symbol.map { SymbolTable.Symbol(name: $0, start: 0x1000) }, address: 0x1004, line: line,
      image: "/tests", hasLines: hasLines, isSystem: isSystem)
  }

  private func innermost(_ places: [CodePlace?]) -> Int? { UserCode(places.compactMap { $0 }).innermost(places) }

  @Test func frameWithASource_isYours() {
    #expect(innermost([nil, place("pthread_join", nil), place("$s3App1fyyF")]) == 2)
  }

  @Test(arguments: [
    "/nowhere/App.swift", "/<compiler-generated>", "/nowhere/runner.swift",
    "/x/swift-generated-sources/@__swiftmacro_1.swift",
  ])
  func frameOfOtherFiles_isNot(_ path: String) {
    #expect(innermost([place("$s3App1fyyF", path), place("$s3App1gyyF")]) == 1)
  }

  @Test func frameOfTheLibrary_isNot() {
    let library = place("$s12Expectations4WaitV5blockyyF")
    #expect(innermost([library, place("$s17ExpectationsTests1fyyF")]) == 1)
    #expect(UserCode.waits(library))
  }

  @Test func exploration_isNotYours_butDoesNotWait() {
    let exploration = place("$s11Exploration9SchedulerC4stepyyF")
    #expect(innermost([exploration, place("$s3App1fyyF")]) == 1)
    #expect(!UserCode.waits(exploration))
  }

  @Test func codeWithoutALine_isNot() {
    #expect(innermost([place("$s3App1fyyF", line: 0), place("$s3App1gyyF")]) == 1)
  }

  @Test func lineBeforeTheFunction_isNotItsLine() {
    var place = place("$s3App1fyyF")
    place.function = SymbolTable.Symbol(name: "$s3App1fyyF", start: 0x1002)
    #expect(place.shownLine == nil)
  }

  @Test func withoutAnySource_pathsOfSwiftCount_exceptThoseOfTheToolchain() {
    let places = [
      place("f", "/nowhere/f.c"), place("$sSa6appendyyxnF", "/swift/Array.swift"),
      place("$s7Testing6RunnerV3runyyYaF", "/swift/Runner.swift"), place("$s3App1fyyF", "/nowhere/App.swift"),
    ]
    #expect(innermost(places) == 3)
    #expect(innermost(places.dropLast()) == nil)
  }

  @Test func lineThatWasNotRead_leavesTheInnermostOwnName() {
    var unread = place("$s3App1fyyF", nil)
    unread.isLineRead = false
    var runner = place("$s15AppPackageTests6RunnerV4mainyyF", nil)
    runner.isLineRead = false
    #expect(innermost([place("$s8Dispatch1fyyF", nil), runner, unread, place("$s3App1gyyF")]) == 2)
    #expect(unread.shownLine == nil)
  }

  @Test(arguments: [
    ("$s3App1fyyF", false, false), ("$s3App1fyyFTm", false, true), ("$s3App1fyyFTm.12", false, true),
    ("$s3App1fyyF", true, true),
  ])
  func optimizedFunction_thatIsMerged_hasOnlyAFile(_ name: String, isShared: Bool, isMerged: Bool) {
    var place = place(name)
    place.function?.isShared = isShared
    place.isOptimized = true
    #expect(place.isMerged == isMerged)
    #expect((place.shownLine == nil) == isMerged)
    #expect(place.shownFile == #filePath)
    var standing = Standing(.threads, .asleep)
    standing.note(place, Demangler())
    #expect((standing.file == #filePath) == isMerged)
    #expect((standing.function == nil) == isMerged)
  }

  @Test func functionThatSharesItsCode_hasNoLine_alsoWithoutOptimization() {
    var place = place("$s3App1fyyF")
    #expect(place.shownLine != nil)
    place.function?.isShared = true
    #expect(place.shownLine == nil)
  }

  @Test func codeThatTheCompilerAddedAndMoved_hasNoLine() {
    var place = place("$s3App1fyyF")
    let shown = LineTable.Line.Place(path: #filePath, line: 7, address: 0x1000)
    place.line = LineTable.Line(path: #filePath, number: 0, shown: shown)
    #expect(place.shownLine == shown)
    place.isOptimized = true
    #expect(place.shownLine == nil)
  }

  @Test func inlinedCodeOfTheToolchain_leavesTheName() {
    var place = place("$s3App1fyyF", "/swift/Mutex.swift")
    #expect(innermost([place]) == 0)
    #expect(innermost([place, self.place("$s3App1gyyF")]) == 1)
    place.isOptimized = true
    #expect(UserCode([place], hasSource: { $0 == #filePath }).innermost([place]) == 0)
  }

  @Test func extensionOfTheLibrary_isNotYours() {
    let wait = place("$s6XCTest0A4CaseC12ExpectationsE4wait3foryAC11ExpectationC_tF")
    #expect(UserCode.waits(wait))
    #expect(innermost([wait]) == nil)
    #expect(!UserCode.waits(place("$s3App4save4intoy12Expectations11ExpectationC_tF")))
  }

  @Test(arguments: [
    ("$s11AppPackageTests6RunnerV4mainyyFZ", "/p/.build/runner.swift"),
    ("$s20AppTests_test_runner28__SwiftPMGeneratedTestRunnerV4mainyyFZ", "/p/.build/test_entry_point.swift"),
  ])
  func functionThatStartsTheTests_isNotYours(_ symbol: String, _ path: String) {
    #expect(innermost([place(symbol, nil, hasLines: false)]) == nil)
    let started = place(symbol, path)
    #expect(UserCode([started], hasSource: { $0 == path }).innermost([started]) == nil)
  }

  @Test func withoutDebugInformation_namesOfYourModulesCount() {
    let names = ["pthread_join", "$sSa6appendyyxnF", "$s8Dispatch1fyyF", "$s12Expectations1fyyF", "$s3App1fyyF"]
    #expect(innermost(names.map { place($0, nil, hasLines: false) }) == 4)
    #expect(innermost([place("$s3App1fyyF", nil, hasLines: false, isSystem: true)]) == nil)
  }
}

#if os(Linux) && arch(x86_64) && canImport(Glibc)
  /// What is said about a program whose file does not tell anything.
  @Suite struct ProgramFileTests {
    private func answer(at path: String) throws -> Symbolizer.Answer {
      let memory = try #require(ProcessMemory())
      var images = try #require(ImageMap.capture(memory))
      let index = try #require(images.images.firstIndex { LineTableTests.Symbolizer.isOwnImage($0.path) })
      images.images[index].path = path
      let address = images.images[index].code[0].lowerBound + 64
      return Symbolizer(images: images, memory: memory).places(of: [address])
    }

    @Test func fileThatIsGone_isNoticed() throws { #expect(try answer(at: "/nowhere").lacksProgram) }

    @Test func fileOfAnotherBuild_isNotRead() throws {
      let memory = try #require(ProcessMemory())
      let images = try #require(ImageMap.capture(memory)).images.map(\.path)
      let library = try #require(images.first { $0.hasSuffix("libswiftCore.so") })
      // Another image with symbols stands for the program as it is after the next build.
      let path = NSTemporaryDirectory() + UUID().uuidString
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: library)
      defer { try? FileManager.default.removeItem(atPath: path) }
      #expect(try answer(at: path).lacksProgram)
    }

    @Test func ownFile_isRead() throws {
      let path = try #require(LineTableTests.Symbolizer.ownImage)
      #expect(try !answer(at: path).lacksProgram)
    }
  }
#endif
