import Dispatch
import Foundation

/// One connection of the loopback server: reads requests one after the other, and plays the answers.
final class LoopbackConnection: @unchecked Sendable {
  // Sendable because after `init` everything except `number` is accessed only on the serial `queue`: all methods are
  // called on it, and so are the handlers of the sources and timers.
  let number: Int
  private let socket: Int32
  private let queue: DispatchQueue
  private let answer: (LoopbackRequest) -> LoopbackAnswer
  private let ended: () -> Void

  private let readSource: any DispatchSourceRead
  private var writeSource: (any DispatchSourceWrite)?
  private var timer: (any DispatchSourceTimer)?
  private var openSources = 1
  private var isClosed = false

  private var received = Data()
  /// The remaining steps for the current request; nil between requests.
  private var steps: ArraySlice<LoopbackAnswer.Step>?

  /// - Parameters:
  ///   - answer: Called on `queue` with each request.
  ///   - ended: Called on `queue` when the socket is closed.
  init(
    _ socket: Int32, number: Int, queue: DispatchQueue, answer: @escaping (LoopbackRequest) -> LoopbackAnswer,
    ended: @escaping () -> Void
  ) {
    self.socket = socket
    self.number = number
    self.queue = queue
    self.answer = answer
    self.ended = ended
    readSource = DispatchSource.makeReadSource(fileDescriptor: socket, queue: queue)
  }

  func start() {
    readSource.setEventHandler { [weak self] in self?.read() }
    readSource.setCancelHandler { self.sourceEnded() }
    readSource.activate()
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    steps = nil
    timer?.cancel()
    timer = nil
    readSource.cancel()
    writeSource?.cancel()
    writeSource = nil
  }

  /// A socket may be closed only after no source watches it anymore.
  private func sourceEnded() {
    openSources -= 1
    guard isClosed, openSources == 0 else { return }
    LoopbackSocket.close(socket)
    ended()
  }

  // MARK: Requests

  private func read() {
    guard !isClosed else { return }
    switch LoopbackSocket.receive(from: socket) {
    case .bytes(let data):
      received += data
      answerNext()
    case .ended: close()
    case .wouldBlock, .wrote: break
    }
  }

  private func answerNext() {
    while !isClosed, steps == nil, let request = LoopbackRequest.take(from: &received, connection: number) {
      steps = answer(request).steps[...]
      play()
    }
  }

  // MARK: Answers

  /// Runs the steps until one has to wait. That step continues the play later.
  private func play() {
    while !isClosed, let step = steps?.first {
      steps?.removeFirst()
      switch step {
      case .send(let data):
        if !send(data) { return }
      case .sendForever(let data, let pause):
        putBack([.send(data), .pause(pause), step])
      case .pause(let duration):
        return resume(after: duration)
      case .wait(let gate):
        let connection = self
        return gate.whenOpen { connection.queue.async { connection.proceed() } }
      case .close:
        close()
      case .reset:
        LoopbackSocket.resetOnClose(socket)
        close()
      case .hang:
        return
      }
    }
    steps = nil
  }

  /// Continues after a step that had to wait.
  private func proceed() {
    guard !isClosed else { return }
    play()
    answerNext()
  }

  /// Sends all of `data`. Returns false if the rest has to wait until the other end has read some.
  private func send(_ data: Data) -> Bool {
    switch LoopbackSocket.send(data, to: socket) {
    case .wrote(let count):
      if count < data.count { putBack([.send(Data(data.dropFirst(count)))]) }
      return true
    case .wouldBlock:
      putBack([.send(data)])
      resumeWhenWritable()
      return false
    case .ended, .bytes:
      close()
      return true
    }
  }

  private func putBack(_ first: [LoopbackAnswer.Step]) {
    steps = steps.map { (first + $0)[...] }
  }

  private func resumeWhenWritable() {
    let source = DispatchSource.makeWriteSource(fileDescriptor: socket, queue: queue)
    writeSource = source
    openSources += 1
    source.setEventHandler { [weak self] in
      guard let self, self.writeSource != nil else { return }
      self.writeSource?.cancel()
      self.writeSource = nil
      self.proceed()
    }
    source.setCancelHandler { self.sourceEnded() }
    source.activate()
  }

  private func resume(after duration: Duration) {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    self.timer = timer
    let (seconds, attoseconds) = duration.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    timer.schedule(deadline: .now() + .nanoseconds(nanoseconds), leeway: .nanoseconds(0))
    timer.setEventHandler { [weak self] in
      self?.timer?.cancel()
      self?.timer = nil
      self?.proceed()
    }
    timer.activate()
  }
}
