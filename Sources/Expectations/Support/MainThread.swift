import Foundation

/// Finds out whether the calling thread is the main thread, and caches the answer for each thread.
///
/// On Linux, Foundation makes two kernel calls for each answer.
enum MainThread {
  #if canImport(Darwin)
    static var isCurrent: Bool { Thread.isMainThread }
  #else
    private static let slot = ThreadSlot()

    static var isCurrent: Bool {
      guard let slot else { return Thread.isMainThread }
      switch UInt(bitPattern: slot.word) {
      case Note.isMain: return true
      case Note.isOther: return false
      default:
        let isMain = Thread.isMainThread
        slot.word = UnsafeMutableRawPointer(bitPattern: isMain ? Note.isMain : Note.isOther)
        return isMain
      }
    }

    /// The values that a thread stores in its slot.
    private enum Note {
      static let isMain: UInt = 1
      static let isOther: UInt = 2
    }
  #endif
}
