/// What an exploration does not control, in sentences.
struct OutsideText {
  let settings: ExplorationSettings
  let facts: ExplorationFacts
  /// The places of the addresses of the events.
  var places: [UInt: CodePlace] = [:]

  /// How many events are shown with their lines.
  private static let limit = 3

  var lines: [String] {
    let often = settings.isVirtualTime ? "" : "in \(facts.schedulesWithOutside) of \(count) "
    var first = "Not under control: \(often)\(what)."
    if settings.outside == .fails { first += " " + advice }
    if !facts.gaps.isEmpty {
      first +=
        (settings.outside == .fails ? "." : "")
        + " This runtime does not let an exploration control \(facts.gaps.joined(separator: ", "))"
    }
    return [first] + details
  }

  private var advice: String {
    let known = "If it belongs to the test, say so:"
    return settings.isVirtualTime
      ? "It takes real time. \(known) virtualTime(outside: .isAwaited(for: .seconds(1)))"
      : "What is explored is only what lies between. \(known) explore(.outside(.isAwaited(for: .milliseconds(50))))"
  }

  private var count: String { facts.schedules == 1 ? "1 schedule" : "\(facts.schedules) schedules" }

  /// What happened. A queue that got work and then resumed a task is named once.
  private var what: String {
    let queues = sources(of: .handover)
    let resuming = sources(of: .resumption).filter { !queues.contains($0) }
    var parts: [String] = []
    if !queues.isEmpty { parts.append("work was handed to \(queues.joined(separator: ", "))") }
    if !resuming.isEmpty || queues.isEmpty {
      parts.append("a task was resumed from outside (\(resuming.joined(separator: ", ")))")
    }
    return parts.joined(separator: ", and ")
  }

  private func sources(of kind: OutsideEvent.Kind) -> [String] {
    var sources: [String] = []
    for event in facts.outsideEvents where event.kind == kind && !sources.contains(event.source) {
      sources.append(event.source)
    }
    return sources
  }

  private var details: [String] {
    let strands = StrandNames()
    let details = facts.outsideEvents.compactMap { event -> String? in
      let task = event.strand.map { strands[$0] } ?? "a task"
      let place = own(event.addresses).first.map { " in \($0)" } ?? ""
      switch event.kind {
      case .handover: return place.isEmpty ? nil : "  \(task) hands work to \(event.source)\(place)"
      case .resumption:
        let waits = own(event.waits).prefix(2).map(\.description).joined(separator: " ← ")
        return waits.isEmpty ? nil : "  \(task) waits in \(waits), and \(event.source) resumes it\(place)"
      }
    }
    return Array(details.prefix(Self.limit))
  }

  private func own(_ addresses: [UInt]) -> [CodePlace] { TaskPlaces.ofTheTest(addresses.compactMap { places[$0] }) }
}
