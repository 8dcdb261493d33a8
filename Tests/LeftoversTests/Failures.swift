/// Whether a text says that not all tasks could be found: in a process with much memory, and under sanitizers.
func isOfAPart(_ text: String) -> Bool {
  text.contains("only a part of the memory was searched") || text.contains("are not searched under a sanitizer")
}
