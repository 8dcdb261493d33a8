/// What an exploration does not control, in sentences.
extension ExplorationText {
  private static let limit = 3

  /// What this toolchain does not control, and what to write instead; nil if it controls everything.
  var gaps: String? {
    guard !facts.gaps.isEmpty else { return nil }
    let gaps = "This runtime does not let an exploration control \(facts.gaps.joined(separator: ", "))"
    return facts.gaps.contains(where: { $0.contains("sleeps") })
      ? gaps + ": let the code sleep on an ExplorationClock, try await clock.sleep(for:)" : gaps
  }

  var outside: [String] {
    let often = settings.isVirtualTime ? "" : "in \(facts.schedulesWithOutside) of \(schedules) "
    var first = "Not under control: \(often)\(what)."
    if settings.outside == .fails { first += " \(advice)" }
    if let gaps { first += (settings.outside == .fails ? "." : "") + " \(gaps)" }
    return [first] + details
  }

  private var advice: String {
    let known = "If it belongs to the test, say so:"
    return settings.isVirtualTime
      ? "It takes real time. \(known) virtualTime(outside: .isAwaited(for: .seconds(1)))"
      : "What is explored is only what lies between. \(known) explore(.outside(.isAwaited(for: .milliseconds(50))))"
  }

  /// What happened. A queue that got work and then resumed a task is named once.
  private var what: String {
    let queues = sources(of: .submission)
    let resuming = sources(of: .resumption).filter { !queues.contains($0) }
    var parts: [String] = []
    if !queues.isEmpty { parts.append("work was handed to \(queues.joined(separator: ", "))") }
    if !resuming.isEmpty || queues.isEmpty {
      parts.append("a task was resumed from outside (\(resuming.joined(separator: ", ")))")
    }
    return parts.joined(separator: ", and ")
  }

  /// The sources of a kind of event, of which there is one for each source.
  private func sources(of kind: OutsideEvent.Kind) -> [String] {
    facts.outsideEvents.filter { $0.kind == kind }.map(\.source)
  }

  private var details: [String] {
    let details = facts.outsideEvents.compactMap { event -> String? in
      let task = event.strand.map { StrandNames()[$0] } ?? "a task"
      let place = own(event.addresses).first.map { " in \($0)" } ?? ""
      switch event.kind {
      case .submission: return place.isEmpty ? nil : "  \(task) hands work to \(event.source)\(place)"
      case .resumption:
        let waits = own(event.waits).prefix(2).map(\.description).joined(separator: " ← ")
        return waits.isEmpty ? nil : "  \(task) waits in \(waits), and \(event.source) resumes it\(place)"
      }
    }
    return Array(details.prefix(Self.limit))
  }

  private func own(_ addresses: [UInt]) -> [CodePlace] {
    TaskPlaces.ofTheTest(addresses.compactMap { outsidePlaces[$0] })
  }
}
