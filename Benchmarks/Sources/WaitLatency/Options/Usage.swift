/// The text that `--help` prints.
enum Usage {
  static let text = """
    Measures how long waits take: this library beside XCTest, semaphores, condition locks, continuations and polling.

    swift run -c release --package-path Benchmarks wait-latency [options]

      --filter TEXT     only the scenarios whose name contains TEXT
      --samples N       samples of each implementation where one sample is one short wait or one batch of calls;
                        slow implementations take fewer, and the table says so
      --quick           fewer samples and smaller sizes: under 20 s, for CI
      --json FILE       writes all figures and ratios
      --plot FILE.svg   draws the distributions of the latencies
      --check FILE      compares ratios with thresholds (Benchmarks/Thresholds/); exit code 1 when one is exceeded
      --seed N          the order of the implementations and all random delays; by default a new one, which is printed
      --help            this text

    Exit codes: 0 done, 1 a threshold was exceeded, 2 an argument or a file is invalid.

    Scenarios:
    \(Catalog.names.map { "  " + $0 }.joined(separator: "\n"))

    Benchmarks/README.md describes each scenario and the columns.
    """
}
