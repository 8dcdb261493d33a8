import Dispatch
import Expectations
import Leftovers
import TestSupport
import Testing

/// Objects that are released, and that are not.
@Suite struct ExpectReleasedTests {
  final class Model: Sendable {
    let (stream, input) = AsyncStream.makeStream(of: Int.self)

    func watch() async {
      for await _ in stream {}
    }
  }

  private static let short = Duration.milliseconds(50)

  @Test func released_passes() async throws {
    let isReleased = await expectReleased("the model") {
      let model = Model()
      await Task.yield()
      return model
    }
    #expect(isReleased)
    #expect(expectReleasedBlocking { Model() })
    var model: Model? = Model()
    #expect(await expectReleased(&model, "the model"))
    #expect(model == nil)
    var none: Model?
    #expect(await expectReleased(&none))
  }

  private func expectReleasedBlocking(_ body: () -> Model) -> Bool {
    var model: Model? = body()
    let first = expectReleased(timeout: Self.short, body)
    return expectReleased(&model) && first
  }

  @Test func releasedLater_passes() async {
    #expect(
      await expectReleased {
        let model = Model()
        Task { [model] in
          try? await Task.sleep(for: .milliseconds(30))
          _ = model
        }
        return model
      })
  }

  @Test(arguments: [1, 2, 5])
  func held_fails_withTheNumberOfReferences(_ number: Int) async throws {
    var holders: [Model] = []
    let found = await issues {
      let isReleased = await expectReleased("the model", timeout: Self.short) {
        let model = Model()
        holders = Array(repeating: model, count: number)
        return model
      }
      #expect(!isReleased)
    }
    #expect(found.count == 1)
    let text = try #require(found.first?.text)
    #expect(text.contains(": \"the model is released\" did not come true"), "\(text)")
    #if os(Linux)
      let references = number == 1 ? "1 strong reference" : "\(number) strong references"
      #expect(text.contains("held by \(references)"), "\(text)")
    #endif
    #expect(holders.count == number)
  }

  @Test(.realTime) func fallingNumber_isShown() async throws {
    let model = Locked([Model(), Model()])
    let found = await issues {
      await expectReleased("the model", timeout: .milliseconds(300)) {
        let held = model.withLock { $0[0] }
        model.withLock { $0[1] = held }
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) {
          model.withLock { _ = $0.removeLast() }
        }
        return held
      }
    }
    let text = try #require(found.first?.text)
    #if os(Linux)
      #expect(text.contains("held by 2 strong references"), "\(text)")
      #expect(text.contains("held by 1 strong reference"), "\(text)")
    #endif
  }

  @Test func taskInAMethod_isNamed() async throws {
    let tasks = Locked<[Task<Void, Never>]>([])
    let found = await issues {
      await expectReleased("the model", timeout: .milliseconds(300)) {
        let model = Model()
        tasks.withLock { $0 = [Task { await model.watch() }] }
        return model
      }
    }
    let text = try #require(found.first?.text)
    #if DEBUG
      let line = "next element of a stream at ExpectReleasedTests.swift:13"
      #expect(text.contains(line) || isOfAPart(text) || !NeededToolchain.readsTasks, "\(text)")
    #endif
    for task in tasks.withLock({ $0 }) { task.cancel() }
  }

  /// Each part of the library that keeps the object has a line.
  @Test func expectationAndRecorder_areNamed() async throws {
    let creating = #line + 1
    let (loaded, models) = (Expectation("loaded", of: [Model].self), Recorder<Model?>("models"))
    let others = (Expectation("another loaded", of: Model.self), Recorder<Model>("other models"))
    others.0.fulfill(Model())
    others.1.record(Model())
    let found = await issues {
      await expectReleased("the model", timeout: Self.short) {
        let model = Model()
        loaded.fulfill([model])
        models.record(model)
        return model
      }
    }
    #expect(found.count == 1)
    let lines = found[0].text.split(separator: "\n")
    #expect(lines.contains("  \"loaded\", created at ExpectReleasedTests.swift:\(creating), was fulfilled with it"))
    #expect(
      lines.contains("  the recorder \"models\", created at ExpectReleasedTests.swift:\(creating), has recorded it"))
    #expect(!found[0].text.contains("another loaded") && !found[0].text.contains("other models"))
    #expect(loaded.values.count == 1 && others.0.values.count == 1)
    models.dismiss()
    others.1.dismiss()
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func recorderThatObserves_isNamed() async throws {
    let recorder = Locked<Recorder<Int>?>(nil)
    let creating = #line + 4
    let found = await issues {
      await expectReleased("the model", timeout: Self.short) {
        let model = ObservedModel()
        recorder.withLock { $0 = Recorder(observing: { model.state }, description: "states") }
        return model
      }
    }
    let name = "the recorder \"states\", created at ExpectReleasedTests.swift:\(creating),"
    #expect(found.map(\.text).first?.contains("\n  \(name) still records, which may keep it") == true, "\(found)")
    recorder.withLock { $0?.dismiss() }
  }

  @Test func thrownError_isThrown() async {
    struct Failed: Error {}
    await #expect(throws: Failed.self) { try await expectReleased { () async throws -> Model in throw Failed() } }
  }

  @Test func canceled_recordsNothing() async {
    let model = Model()
    let task = Task { await expectReleased { model } }
    task.cancel()
    #expect(await task.value == false)
  }
}
