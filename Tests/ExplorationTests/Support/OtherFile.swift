/// Makes a task in another file than that of the test.
func taskOfAnotherFile(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
  Task { await body() }
}
