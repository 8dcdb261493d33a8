#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation

  // Functions in which threads stand, in a file with lines of its own.

  @inline(never)
  func standAtLock(_ parking: Parking, _ lock: NSLock) {
    parking.note()
    lock.lock()
    lock.unlock()
  }

  @inline(never)
  func standAtSemaphore(_ parking: Parking, _ semaphore: DispatchSemaphore) {
    parking.note()
    semaphore.wait()
    parking.noteEnd()
  }
#endif
