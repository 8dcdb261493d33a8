/// The system calls that reading and replacing a file take, one method each.
///
/// The seam between what is done to files (`AtomicFile`) and the system that does it (`POSIXFileSystem`), so that a
/// test can make any one call fail with any error. Implementations do one call and report its error; repeating
/// interrupted calls and finishing short writes is the caller's part.
protocol FileSystem: Sendable {
  /// The status of what is at `path`; of a symbolic link, its own.
  func linkStatus(at path: String) throws(SystemError) -> FileStatus
  /// Where the symbolic link at `path` points, absolute or relative to the link's folder.
  func linkDestination(at path: String) throws(SystemError) -> String
  /// Throws unless this process may write the file at `path`.
  func checkWritable(at path: String) throws(SystemError)
  /// The names in the folder at `path`, in no order.
  func names(inFolderAt path: String) throws(SystemError) -> [String]

  /// Opens the folder at `path`, for the calls below that take one.
  func openFolder(at path: String) throws(SystemError) -> Int32
  /// Opens the file at `path`, never waiting for the other end of a pipe.
  func openFile(at path: String) throws(SystemError) -> Int32
  /// Creates a file that must not exist yet; `permissions` are lessened by the process's mask.
  func createFile(named name: String, in folder: Int32, permissions: UInt32) throws(SystemError) -> Int32
  /// The status of an open file.
  func status(of file: Int32) throws(SystemError) -> FileStatus
  /// Reads up to the size of `buffer`; returns the number of bytes read, 0 at the end.
  func read(from file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int
  /// Writes some of `bytes`; returns how many.
  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(SystemError) -> Int
  /// Sets the permissions of an open file, whatever the process's mask.
  func setPermissions(_ permissions: UInt32, of file: Int32) throws(SystemError)
  /// Returns when what was written, or renamed in a folder, will survive a loss of power.
  func synchronize(_ file: Int32) throws(SystemError)
  /// Closes a file or folder. The descriptor is gone even when this throws.
  func close(_ file: Int32) throws(SystemError)
  /// Renames a file within a folder; one of the new name is replaced in the same instant.
  func rename(_ name: String, to newName: String, in folder: Int32) throws(SystemError)
  /// Removes a file from a folder.
  func remove(_ name: String, in folder: Int32) throws(SystemError)

  /// Whether a process of this number exists.
  func isRunning(process: Int32) -> Bool
}
