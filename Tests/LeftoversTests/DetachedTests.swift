#if os(Linux) && DEBUG
  import Dispatch
  import Expectations
  import Leftovers
  import TestSupport
  import Testing

  /// Tasks that no mark shows, in a build that has lines and names of functions. Each test is in a process of its own,
  /// because those of other tests would be found, too.
  @Suite(.whereTasksAreRead, .enabled(if: !Sanitizer.isActive)) struct DetachedTests {
    private static let short = Duration.milliseconds(200)

    enum Leftover: String, CaseIterable {
      case detached, onAQueue, onTheMainActor

      func start(_ work: Work) {
        switch self {
        case .detached: Task.detached { await work.wait() }
        case .onAQueue: DispatchQueue.global().async { Task { await work.wait() } }
        case .onTheMainActor: Task.detached { await work.waitOnTheMainActor() }
        }
      }

      static let text =
        "while this code ran, have not ended:\n  a task waits for the next element of a stream at Work.swift:10"
    }

    @Test(.ownThreads) func eachLeftover_fails() async {
      await #expect(processExitsWith: .success) {
        try await OwnThreads.run {
          for leftover in Leftover.allCases {
            let work = Work()
            let found = await failures {
              await endsAllTasks(within: Self.short, includesDetached: true) {
                leftover.start(work)
                await work.hasBegun()
              }
            }
            try #require(found.count == 1, "\(leftover)")
            #expect(found[0].text.contains(Leftover.text), "\(leftover): \(found[0].text)")
            #expect(!found[0].text.contains("Not all tasks of this code"))
            work.end()
          }
        }
      }
    }

    @Test(.ownThreads) func withoutTheOption_isNotFound() async {
      await #expect(processExitsWith: .success) {
        try await OwnThreads.run {
          let work = Work()
          let found = await failures {
            await endsAllTasks(within: Self.short) {
              Leftover.detached.start(work)
              await work.hasBegun()
            }
          }
          #expect(found.isEmpty, "\(found)")
          work.end()
        }
      }
    }

    /// What was there before, what ends in time, and what is declared.
    @Test(.ownThreads) func others_areNotLeft() async {
      await #expect(processExitsWith: .success) {
        try await OwnThreads.run {
          let (older, work) = (Work(), Work())
          Leftover.detached.start(older)
          await older.hasBegun()
          let found = await failures {
            await endsAllTasks(within: .seconds(60), includesDetached: true) {
              Task.detached { try await Task.sleep(for: .milliseconds(50)) }
              await Task.detached { await Task.yield() }.value
              backgroundWork { Leftover.detached.start(work) }
              await backgroundWork {
                Leftover.onTheMainActor.start(work)
                await Task.yield()
              }
            }
          }
          #expect(found.isEmpty, "\(found)")
          older.end()
          work.end()
        }
      }
    }

    /// A task of the outer scope makes one while the inner scope runs, which is therefore a task of the outer scope.
    @Test(.ownThreads) func taskOfAnotherScope_isNotDetached() async {
      await #expect(processExitsWith: .success) {
        try await OwnThreads.run {
          let (signal, work) = (Work(), Work())
          let found = await failures {
            await endsAllTasks(within: Self.short) {
              _ = Task {
                await signal.wait()
                _ = Task { await work.wait() }
              }
              await signal.hasBegun()
              await endsAllTasks(within: Self.short, includesDetached: true) {
                signal.end()
                await work.hasBegun()
              }
            }
          }
          try #require(found.count == 1)
          #expect(found[0].text.hasPrefix("Not all tasks of this code have ended:"), "\(found[0].text)")
          work.end()
        }
      }
    }

    /// The marked tasks and the others have a part of the text each.
    @Test(.ownThreads) func both_haveAPart() async {
      await #expect(processExitsWith: .success) {
        try await OwnThreads.run {
          let (one, other) = (Work(), Work())
          let found = await failures {
            await endsAllTasks(within: Self.short, includesDetached: true) {
              _ = Task { await one.wait() }
              Leftover.detached.start(other)
              await one.hasBegun()
              await other.hasBegun()
            }
          }
          try #require(found.count == 1)
          #expect(found[0].text.contains("Not all tasks of this code have ended:\n  a task waits"), "\(found[0].text)")
          #expect(found[0].text.contains(Leftover.text), "\(found[0].text)")
          one.end()
          other.end()
        }
      }
    }
  }

  /// Tasks that may be left, by their names.
  @Suite(.whereTasksAreRead, .enabled(if: !Sanitizer.isActive)) struct ExceptionTests {
    @Test(.ownThreads) func exceptions_areNotLeft() async {
      await #expect(processExitsWith: .success) {
        try await OwnThreads.run {
          for name in ["Work", "Work.wait", "wait", "poller"] {
            let (work, group) = (Work(), Work())
            let found = await failures {
              await endsAllTasks(within: .seconds(60), except: ["Others", name], includesDetached: true) {
                if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), name == "poller" {
                  _ = Task(name: name) { await work.wait() }
                  _ = Task.detached(name: name) { await group.wait() }
                } else {
                  _ = Task { await work.wait() }
                  _ = Task.detached { await group.wait() }
                }
                await work.hasBegun()
                await group.hasBegun()
              }
            }
            #expect(found.isEmpty, "\(name): \(found)")
            work.end()
            group.end()
          }
        }
      }
    }

    /// Also in an inner scope, whose tasks have its mark.
    @Test(.ownThreads) func exceptionsOfAnInnerScope_areNotLeft() async {
      await #expect(processExitsWith: .success) {
        try await OwnThreads.run {
          let work = Work()
          let found = await failures {
            await endsAllTasks(within: .seconds(60), except: ["Work"]) {
              await endsAllTasks(within: .seconds(60), except: ["Work"]) {
                _ = Task { await work.wait() }
                await work.hasBegun()
              }
            }
          }
          #expect(found.isEmpty, "\(found)")
          work.end()
        }
      }
    }

    @Test(.ownThreads, arguments: ["Wor", "ait", ""]) func partOfAName_isNone(_ name: String) async {
      await #expect(processExitsWith: .success) { [name] in
        try await OwnThreads.run {
          let work = Work()
          let found = await failures {
            await endsAllTasks(within: .milliseconds(100), except: [name]) {
              _ = Task { await work.wait() }
              await work.hasBegun()
            }
          }
          #expect(found.count == 1)
          work.end()
        }
      }
    }

    /// The other task of the scope is left, and has the only line.
    @Test(.ownThreads) func otherTask_isLeft() async {
      await #expect(processExitsWith: .success) {
        try await OwnThreads.run {
          let (one, other) = (Work(), Work())
          let found = await failures {
            await endsAllTasks(within: .milliseconds(100), except: ["waitElsewhere"]) {
              _ = Task { await one.waitElsewhere() }
              _ = Task { await other.wait() }
              await one.hasBegun()
              await other.hasBegun()
            }
          }
          try #require(found.count == 1)
          #expect(found[0].text.contains("\n  a task waits for the next element of a stream at Work.swift:10"))
          #expect(!found[0].text.contains("Work.swift:15"), "\(found[0].text)")
          one.end()
          other.end()
        }
      }
    }
  }
#endif
