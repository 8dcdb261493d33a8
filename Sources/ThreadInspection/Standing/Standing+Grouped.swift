extension Standing {
  /// Combines those that stand alike, in the order in which each kind first appears.
  package static func grouped(_ standings: [Standing]) -> [Standing] {
    var groups: [Standing] = []
    var places: [Standing: Int] = [:]
    for standing in standings {
      let kind = standing.kind
      if let index = places[kind] {
        groups[index].count += standing.count
      } else {
        places[kind] = groups.count
        groups.append(standing)
      }
    }
    return groups
  }

  /// This without what tells equal ones apart.
  private var kind: Standing {
    var kind = self
    kind.count = 1
    kind.taskNumber = nil
    switch subject {
    case .thread(_, let name, let role):
      kind.subject = .thread(number: 0, name: role == .other ? name : nil, role: role)
    case .task(_, let name): kind.subject = .task(identity: 0, name: name)
    case .threads, .tasks: break
    }
    if case .task = activity { kind.activity = .task(identity: 0) }
    return kind
  }
}
