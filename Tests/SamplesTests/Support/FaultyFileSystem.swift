import Foundation

@testable import Samples

/// The real file system, in which chosen calls fail and every call is logged.
///
///     let files = FaultyFileSystem()
///     files.fail(at: 3, with: ENOSPC)  // the third call from now
///     files.fail(.synchronize, with: EIO)  // the next call of that kind
///     files.cutPower(at: 5)  // the fifth call and all after it: as if the process were gone
///     files.onCall = { call in … }  // before each call, on the caller's thread; it may block
///     files.losePower()  // undoes what was not forced to the device
///     #expect(…, "\(files)")  // which calls were made, and which failed
///
/// A call that fails has no effect, except for `close`, which closes the file anyway, like the system's call.
final class FaultyFileSystem: FileSystem {
  enum Call: String, Sendable, CaseIterable {
    case linkStatus, linkDestination, checkWritable, names, openFolder, openFile, createFile, status, read, write
    case setPermissions, synchronize, close, rename, remove, isRunning
  }

  struct State {
    var calls: [Call] = []
    /// The errors of the calls that failed, by number of the call.
    var failures: [Int: Int32] = [:]
    /// The changes that a loss of power would undo.
    var unsynchronized = Unsynchronized()
    var failAt: [Int: Int32] = [:]
    var failNext: [Call: [Int32]] = [:]
    var failNth: [Call: (rest: Int, code: Int32)] = [:]
    var powerCutAt: Int?
    var firedFaults = 0
    var writeLimit = Int.max
    var onCall: (@Sendable (Call) -> Void)?
  }

  private let real = POSIXFileSystem()
  let state = Guarded(State())

  /// Every call in order, including failed ones.
  var calls: [Call] { state.value.calls }
  /// The number of calls that were made to fail.
  var firedFaults: Int { state.value.firedFaults }

  /// The maximum number of bytes that one `write` takes. Below the size of the data, every write is short.
  var writeLimit: Int {
    get { state.value.writeLimit }
    set { state.withLock { $0.writeLimit = newValue } }
  }

  /// Called before each call, on the thread that makes it and with no lock held.
  var onCall: (@Sendable (Call) -> Void)? {
    get { state.value.onCall }
    set { state.withLock { $0.onCall = newValue } }
  }

  /// Makes the `n`-th call from now fail; 1 is the next.
  func fail(at n: Int, with code: Int32) {
    state.withLock { $0.failAt[$0.calls.count + n] = code }
  }

  /// Makes the next calls of one kind fail, one for each code.
  func fail(_ call: Call, with codes: Int32...) {
    state.withLock { $0.failNext[call, default: []] += codes }
  }

  /// Makes the `n`-th call of one kind from now fail; 1 is the next.
  func fail(_ call: Call, on n: Int, with code: Int32) {
    state.withLock { $0.failNth[call] = (n, code) }
  }

  /// Makes the `n`-th call from now and all later calls fail, so that nothing is done or cleaned up anymore.
  func cutPower(at n: Int) {
    state.withLock { $0.powerCutAt = $0.calls.count + n }
  }

  /// Forgets the calls and the faults; `writeLimit` and `onCall` stay.
  func reset() {
    state.withLock { state in
      state = State(writeLimit: state.writeLimit, onCall: state.onCall)
    }
  }

  /// Logs a call, and throws if it must fail.
  private func note(_ call: Call) throws(SystemError) {
    let (code, onCall) = state.withLock { state -> (Int32?, (@Sendable (Call) -> Void)?) in
      state.calls.append(call)
      let number = state.calls.count
      var code = state.failAt[number]
      if let next = state.failNext[call]?.first {
        state.failNext[call]?.removeFirst()
        code = next
      }
      if let (rest, nthCode) = state.failNth.removeValue(forKey: call) {
        if rest > 1 { state.failNth[call] = (rest - 1, nthCode) } else { code = nthCode }
      }
      if let cut = state.powerCutAt, number >= cut { code = EIO }
      if let code {
        state.firedFaults += 1
        state.failures[number] = code
      }
      return (code, state.onCall)
    }
    onCall?(call)
    if let code { throw SystemError(code: code) }
  }

  // MARK: FileSystem

  func linkStatus(at path: String) throws(SystemError) -> FileStatus {
    try note(.linkStatus)
    return try real.linkStatus(at: path)
  }

  func linkDestination(at path: String) throws(SystemError) -> String {
    try note(.linkDestination)
    return try real.linkDestination(at: path)
  }

  func checkWritable(at path: String) throws(SystemError) {
    try note(.checkWritable)
    try real.checkWritable(at: path)
  }

  func names(inFolderAt path: String) throws(SystemError) -> [String] {
    try note(.names)
    return try real.names(inFolderAt: path)
  }

  func openFolder(at path: String) throws(SystemError) -> Int32 {
    try note(.openFolder)
    return try real.openFolder(at: path)
  }

  func openFile(at path: String) throws(SystemError) -> Int32 {
    try note(.openFile)
    return try real.openFile(at: path)
  }

  func createFile(named name: String, in folder: Int32, permissions: UInt32) throws(SystemError) -> Int32 {
    try note(.createFile)
    let file = try real.createFile(named: name, in: folder, permissions: permissions)
    created(name, file, in: folder)
    return file
  }

  func status(of file: Int32) throws(SystemError) -> FileStatus {
    try note(.status)
    return try real.status(of: file)
  }

  func read(from file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    try note(.read)
    return try real.read(from: file, into: buffer)
  }

  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(SystemError) -> Int {
    try note(.write)
    return try real.write(UnsafeRawBufferPointer(rebasing: bytes.prefix(writeLimit)), to: file)
  }

  func setPermissions(_ permissions: UInt32, of file: Int32) throws(SystemError) {
    try note(.setPermissions)
    try real.setPermissions(permissions, of: file)
  }

  func synchronize(_ file: Int32) throws(SystemError) {
    try note(.synchronize)
    try real.synchronize(file)
    synchronized(file)
  }

  func close(_ file: Int32) throws(SystemError) {
    try real.close(file)
    try note(.close)
  }

  func rename(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
    try note(.rename)
    let old = contentBefore(renamingTo: newName, in: folder)
    try real.rename(name, to: newName, in: folder)
    renamed(name, to: newName, over: old, in: folder)
  }

  func remove(_ name: String, in folder: Int32) throws(SystemError) {
    try note(.remove)
    try real.remove(name, in: folder)
  }

  func isRunning(process: Int32) -> Bool {
    // This call has no error to throw.
    (try? note(.isRunning)) == nil || real.isRunning(process: process)
  }
}
