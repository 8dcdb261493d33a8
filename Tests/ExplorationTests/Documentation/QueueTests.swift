// [documented] The documentation shows lines of this file, and `DocumentedCodeTests` compares them.
import TestSupport
import Testing

@testable import Exploration

private actor Inbox {
  private var messages: [String] = []
  private var reader: CheckedContinuation<Void, Never>?

  func deliver(_ message: String) {
    messages.append(message)
    reader?.resume()
    reader = nil
  }

  var isEmpty: Bool { messages.isEmpty }

  func waitForMessage() async {
    await withCheckedContinuation { reader = $0 }
  }
}

private actor Screen {
  private(set) var text = ""
  func show(_ text: String) { self.text = text }
}

private func read(_ inbox: Inbox, on screen: Screen) async {
  if await inbox.isEmpty {
    await screen.show("no messages yet")
    await inbox.waitForMessage()
  }
  await screen.show("a message")
}

@Suite(.ownThreads, .fullControl, .prints(text)) struct QueueTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func messageIsShown() async {
    await explore {
      let (inbox, screen) = (Inbox(), Screen())
      async let reading: Void = read(inbox, on: screen)
      async let delivering: Void = inbox.deliver("hello")
      _ = await (reading, delivering)
      #expect(await screen.text == "a message")
    }
  }
}

private let text = """
  Stuck under schedule 1 of 1000: no task can run and none sleeps
    A     waits in Inbox.waitForMessage() QueueTests.swift:20 ← read(_:on:) QueueTests.swift:32 ← a closure in QueueTests.messageIsShown() QueueTests.swift:42   started at QueueTests.swift:42
    body  waits in a closure in QueueTests.messageIsShown() QueueTests.swift:44
    1  body    begins, starts A (QueueTests.swift:42), B (QueueTests.swift:43), stops at QueueTests.swift:44
    2  A       runs, goes to Inbox, stops in read(_:on:) QueueTests.swift:30
    3  B       runs, waits at QueueTests.swift:43
    4  Inbox   runs the calls of A, B, A stops in read(_:on:) QueueTests.swift:30
    5  A       runs, goes to Screen, stops in read(_:on:) QueueTests.swift:31
    6  Screen  runs the call of A, goes to Inbox, stops in Inbox.waitForMessage() QueueTests.swift:19
    7  Inbox   runs the call of A, stops in Inbox.waitForMessage() QueueTests.swift:20
  repeat: explore(replay: "x1-00EW"), or EXPECTATIONS_REPLAY=x1-00EW@messageIsShown · it failed 3 times of 3
  """
