/// The system calls for reading and replacing a file, one method for each.
///
/// The seam between the operations on files (`AtomicFile`) and the system (`POSIXFileSystem`): a test can make any
/// single call fail with any error. An implementation makes one call and reports its error. The caller repeats
/// interrupted calls and completes short writes.
protocol FileSystem: Sendable {
  /// The status of the file at `path`; for a symbolic link, the status of the link itself.
  func linkStatus(at path: String) throws(SystemError) -> FileStatus
  /// The destination of the symbolic link at `path`, either absolute or relative to the link's folder.
  func linkDestination(at path: String) throws(SystemError) -> String
  /// Throws unless this process may write the file at `path`.
  func checkWritable(at path: String) throws(SystemError)
  /// The names in the folder at `path`, in no particular order.
  func names(inFolderAt path: String) throws(SystemError) -> [String]

  /// Opens the folder at `path` for the calls below that take a folder.
  func openFolder(at path: String) throws(SystemError) -> Int32
  /// Opens the file at `path` without waiting for the other end of a pipe.
  func openFile(at path: String) throws(SystemError) -> Int32
  /// Creates a file that must not exist yet. The process's mask restricts `permissions`.
  func createFile(named name: String, in folder: Int32, permissions: UInt32) throws(SystemError) -> Int32
  /// The status of an open file.
  func status(of file: Int32) throws(SystemError) -> FileStatus
  /// Reads up to the size of `buffer`; returns the number of bytes read, 0 at the end.
  func read(from file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int
  /// Writes some of `bytes`; returns how many.
  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(SystemError) -> Int
  /// Sets the permissions of an open file, regardless of the process's mask.
  func setPermissions(_ permissions: UInt32, of file: Int32) throws(SystemError)
  /// Returns when the data written to a file, or the renames in a folder, will survive a loss of power.
  func synchronize(_ file: Int32) throws(SystemError)
  /// Closes a file or folder. The descriptor is gone even if this throws.
  func close(_ file: Int32) throws(SystemError)
  /// Renames a file within a folder. If a file has the new name, it is replaced in the same instant.
  func rename(_ name: String, to newName: String, in folder: Int32) throws(SystemError)
  /// Removes a file from a folder.
  func remove(_ name: String, in folder: Int32) throws(SystemError)

  /// Whether a process with this number exists.
  func isRunning(process: Int32) -> Bool
}
