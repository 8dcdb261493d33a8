#if os(Linux) && arch(x86_64)
  /// Turns copied stacks and tasks into standings.
  struct Resolver {
    let snapshot: ProcessSnapshot
    let images: ImageMap
    let memory: ProcessMemory
    let end: ContinuousClock.Instant

    private struct Walk {
      let thread: ThreadSnapshot
      let frames: [StackFrame]
    }

    func standings() -> [Standing] {
      let walks = self.walks
      let isCut = walks.count < (snapshot.threads ?? []).filter(\.isRead).count
      let answer = Symbolizer(images: images, memory: memory).places(of: addresses(walks), until: end)
      let places = answer.places
      let code = UserCode(places.values)
      let threads = walks.compactMap { standing($0, places, code) }
      let tasks = snapshot.tasks.tasks.compactMap { standing($0, places, code) }
      return withTexts(threads + tasks, places) + gaps(isCut: isCut || answer.isPartial, answer)
    }

    private func gaps(isCut: Bool, _ answer: Symbolizer.Answer) -> [Standing] {
      var gaps: [Standing] = []
      if isCut { gaps.append(Standing(.threads, .unknown(.limit))) }
      if answer.lacksProgram { gaps.append(Standing(.threads, .unknown(.program))) }
      return gaps
    }

    private var walks: [Walk] {
      let unwinder = Unwinder(images: images, memory: memory)
      var walks: [Walk] = []
      for thread in snapshot.threads ?? [] where ContinuousClock.now < end {
        if let stack = thread.stack { walks.append(Walk(thread: thread, frames: unwinder.walk(stack).frames)) }
      }
      return walks
    }

    private func addresses(_ walks: [Walk]) -> Set<UInt64> {
      var addresses = Set(walks.flatMap { $0.frames.map(\.lookup) })
      for walk in walks { addresses.formUnion(walk.frames.compactMap(target)) }
      for task in snapshot.tasks.tasks {
        addresses.formUnion(task.functions)
        addresses.formUnion(task.starts.flatMap { [$0.description, $0.function] + $0.targets })
        if let actorType = task.actorType { addresses.insert(actorType) }
      }
      return addresses
    }

    private func target(_ frame: StackFrame) -> UInt64? {
      frame.isAfterCall ? CallTarget(images: images, memory: memory).function(calledBefore: frame.address) : nil
    }

    private func standing(_ walk: Walk, _ places: [UInt64: CodePlace], _ code: UserCode) -> Standing? {
      let frames = walk.frames.map { places[$0.lookup] }
      return ThreadStanding(
        thread: walk.thread, frames: frames, calledFunction: { target(walk.frames[$0]).flatMap { places[$0] } },
        holder: holder(walk.thread, frames), code: code, demangler: Demangler()
      ).standing(isOfThisWait: walk.thread.number == snapshot.waitingThread)
    }

    private func holder(_ thread: ThreadSnapshot, _ frames: [CodePlace?]) -> Standing.Holder? {
      let threads = snapshot.threads ?? []
      let number = LockOwner.thread(
        holdingLockOf: thread, functions: frames.map { $0?.symbol }, among: Set(threads.map(\.number)))
      guard let number, let holder = threads.first(where: { $0.number == number }) else { return nil }
      return Standing.Holder(
        number: number, name: ThreadStanding.name(of: holder), isOfThisWait: number == snapshot.waitingThread)
    }

    private func standing(_ task: TaskSnapshot, _ places: [UInt64: CodePlace], _ code: UserCode) -> Standing? {
      TaskStanding(
        task: task, frames: task.functions.map { places[$0] },
        starts: task.starts.map { start in
          TaskStanding.Start(
            description: places[start.description], function: places[start.function],
            targets: start.targets.compactMap { places[$0] })
        },
        actorType: task.actorType.flatMap { places[$0]?.symbol }, code: code, demangler: Demangler()
      ).standing
    }

    private func withTexts(_ standings: [Standing], _ places: [UInt64: CodePlace]) -> [Standing] {
      var source = SourceText(images: places.values)
      return standings.map { standing in
        var standing = standing
        if let place = standing.place { standing.place?.text = source.line(place.line, of: place.file) }
        return standing
      }
    }
  }
#endif
