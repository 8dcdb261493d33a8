import Foundation

/// Whether the calling thread is the main one, asked for once a thread: on Linux, Foundation asks the kernel, and that
/// twice.
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

    /// What a thread keeps in its slot.
    private enum Note {
      static let isMain: UInt = 1
      static let isOther: UInt = 2
    }
  #endif
}
