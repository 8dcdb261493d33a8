/// A page with a report and its timelines. It has no scripts and needs nothing else.
struct ReportPage {
  let html: String

  /// - Parameters:
  ///   - tests: The failed tests whose timelines are shown.
  ///   - omitted: How many more there are.
  init(
    _ sections: [ReportSection], tests: [FailedTest], omitted: Int, runs: RunComparison, timelines: Timelines
  ) {
    let title = runs.names.count == 1 ? "The waits of \(runs.names[0])" : "The waits of \(runs.names.count) runs"
    var parts = ["<h1>\(MarkupText.escaped(title))</h1>"]
    for section in sections {
      parts.append("<h2>\(MarkupText.escaped(section.title))</h2>")
      let lines = MarkupText.escaped(section.lines.joined(separator: "\n"))
      if !lines.isEmpty { parts.append("<pre>\(lines)</pre>") }
      if let test = tests.first(where: { $0.name == section.test }) {
        parts += Self.drawings(of: test, runs: runs, timelines: timelines)
      }
    }
    let shown = Set(sections.compactMap(\.test))
    for test in tests where !shown.contains(test.name) {
      parts.append("<h2>\(MarkupText.escaped("\(test.name): failed waits in \(RunText.list(test.failed))"))</h2>")
      parts += Self.drawings(of: test, runs: runs, timelines: timelines)
    }
    if omitted > 0 {
      parts.append("<p>The timelines of \(NumberText.grouped(omitted)) more tests are left out; --top shows more.</p>")
    }
    html = Self.document(title: MarkupText.escaped(title), body: parts.joined(separator: "\n"))
  }

  private static func drawings(of test: FailedTest, runs: RunComparison, timelines: Timelines) -> [String] {
    let timelines = timelines.of(test.name)
    guard !timelines.isEmpty else {
      let reason = "There is no timeline: the file does not say when waits began, or it cannot be read twice."
      return ["<p>\(reason)</p>"]
    }
    let span = timelines.map(\.span).max() ?? 0
    var lines = timelines.map { timeline in
      let failed = test.failed.contains(timeline.run) ? "failed" : "no failed wait"
      let omitted = timeline.omitted == 0 ? "" : "; \(NumberText.grouped(timeline.omitted)) more waits are left out"
      let caption = "Run \(timeline.run + 1), \(runs.names[timeline.run]): \(failed)\(omitted)"
      let drawing = TimelineDrawing(timeline, span: span).svg
      return "<figure><figcaption>\(MarkupText.escaped(caption))</figcaption>\n\(drawing)</figure>"
    }
    let omitted = test.failed.count - timelines.count { test.failed.contains($0.run) }
    if omitted > 0 { lines.append("<p>The timelines of \(omitted) more failed runs are left out.</p>") }
    return lines
  }

  private static func document(title: String, body: String) -> String {
    """
    <!DOCTYPE html>
    <html xmlns="http://www.w3.org/1999/xhtml" lang="en">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width"/>
    <title>\(title)</title>
    <style>
    :root { color-scheme: light dark; --text: #222; --back: #fff; --dim: #666; --line: #ddd; --box: #f6f6f4;
      --passed: #4263a8; --failed: #c22; --other: #888; }
    @media (prefers-color-scheme: dark) { :root { --text: #e6e6e6; --back: #1b1b1d; --dim: #a5a5a5; --line: #444;
      --box: #26262a; --passed: #86a5ea; --failed: #ff7b72; --other: #999; } }
    body { color: var(--text); background: var(--back); font: 15px/1.45 Helvetica, Arial, sans-serif;
      max-width: 1060px; margin: 24px auto; padding: 0 16px; }
    h1 { font-size: 22px; } h2 { font-size: 16px; margin: 26px 0 6px; overflow-wrap: anywhere; }
    pre { background: var(--box); padding: 10px 12px; border-radius: 6px; font-size: 12.5px; white-space: pre-wrap;
      overflow-wrap: anywhere; }
    figure { margin: 10px 0 18px; } figcaption { color: var(--dim); overflow-wrap: anywhere; }
    svg { width: 100%; font: 12px Helvetica, Arial, sans-serif; } svg text { fill: var(--text); }
    svg text.small { fill: var(--dim); font-size: 11px; } svg text.mark { fill: var(--failed); font-weight: bold; }
    .axis { stroke: var(--line); } .limit { stroke: var(--text); stroke-width: 2; }
    .passed { fill: var(--passed); } .failed { fill: var(--failed); } .other { fill: var(--other); }
    .late { fill: none; stroke: var(--failed); stroke-width: 2; }
    g:hover rect:first-of-type { fill: var(--line); }
    footer { color: var(--dim); margin-top: 30px; }
    </style>
    </head>
    <body>
    \(body)
    <footer>A bar is a wait, from its beginning to its end; a failed one is red and has a ✕. The vertical line is its
    limit, if it lies in the picture; a circle is a fulfillment after the limit. Point at a row for its times.</footer>
    </body>
    </html>

    """
  }
}
