extension DocumentMachine {
  // MARK: Opening

  mutating func open(_ waiter: Waiter, refusal: Failure) -> Effects {
    switch phase {
    case .closed:
      phase = .opening(waiters: [waiter], closers: [])
      return Effects(job: .read)
    case .opening(let waiters, let closers) where closers.isEmpty:
      phase = .opening(waiters: waiters + [waiter], closers: [])
      return Effects()
    case .opening, .open, .closing:
      return Effects(answers: [Answer(waiter: waiter, failure: refusal)])
    }
  }

  /// Handles the end of the read that `open` or a revert began.
  mutating func didRead(failure: Failure?) -> Effects {
    guard case .opening(let waiters, let closers) = phase else { return didRevert(failure: failure) }
    takeContentOfFile()
    // The caller asked to close in the meantime. There are no edits, so there is nothing to write.
    phase = failure == nil && closers.isEmpty ? .open : .closed
    return settled(Effects(answers: answers(waiters, failure) + answers(closers, nil)))
  }

  // MARK: Editing

  /// Counts an edit that was made to the content of `base`. Returns nil if the content has changed since then, or if
  /// the document accepts no edits.
  mutating func edit(from base: Int) -> Effects? {
    guard isEditable, base == revision else { return nil }
    revision += 1
    return settled(Effects(), isEdit: true)
  }

  // MARK: Saving and reverting

  mutating func request(_ request: Request, _ waiter: Waiter, refusal: Failure) -> Effects {
    switch phase {
    case .open: break
    // A closing document keeps its changes.
    case .closing where request != .revert: break
    case .closed, .opening, .closing: return Effects(answers: [Answer(waiter: waiter, failure: refusal)])
    }
    queued.append(Queued(request: request, waiter: waiter))
    return settled(Effects(job: startNext()))
  }

  /// Handles the end of the quiet time; `timer` is the number of the command that set the timer.
  mutating func becameQuiet(timer: Int) -> Effects {
    // Ignore a timer that was set again or turned off while it fired.
    guard takeTimer(timer) else { return Effects() }
    queued.append(Queued(request: .save(overwriting: false), waiter: nil))
    return settled(Effects(job: startNext()))
  }

  mutating func didWrite(_ ending: Ending) -> Effects {
    // Only one write runs at a time, and only this event ends it.
    guard let ended = running else { return Effects() }
    running = nil
    let failure: Failure? =
      switch ending {
      case .done: nil
      case .failed(let failure), .conflict(let failure): failure
      }
    switch (ended.request, ending) {
    case (.saveTo, .failed), (.saveTo, .conflict):
      // The document's own file is unchanged.
      break
    case (_, .done):
      savedRevision = ended.revision
      (lastFailure, isInConflict) = (nil, false)
    case (_, .failed):
      (lastFailure, isInConflict) = (failure, false)
    case (_, .conflict):
      (lastFailure, isInConflict) = (failure, true)
    }
    return afterRequest(Effects(answers: answers(ended.waiters, failure)))
  }

  private mutating func didRevert(failure: Failure?) -> Effects {
    // Only `open` and a revert start a read, and only this event ends it.
    guard let ended = running else { return Effects() }
    running = nil
    if failure == nil { takeContentOfFile() }
    return afterRequest(Effects(answers: answers(ended.waiters, failure)))
  }

  // MARK: Closing

  mutating func close(_ waiter: Waiter) -> Effects {
    switch phase {
    case .closed:
      return Effects(answers: answers([waiter], nil))
    case .opening(let waiters, let closers):
      phase = .opening(waiters: waiters, closers: closers + [waiter])
      return Effects()
    case .closing(let waiters, let hasFlushed):
      phase = .closing(waiters: waiters + [waiter], hasFlushed: hasFlushed)
      return Effects()
    case .open:
      phase = .closing(waiters: [waiter], hasFlushed: false)
      return running == nil ? afterRequest(Effects()) : settled(Effects())
    }
  }

  // MARK: Parts

  /// Starts the next queued request, or continues with closing.
  private mutating func afterRequest(_ done: Effects) -> Effects {
    var effects = done
    effects.job = startNext()
    guard effects.job == nil, case .closing(let closers, let hasFlushed) = phase else { return settled(effects) }
    if !isDirty {
      phase = .closed
      effects.answers += answers(closers, nil)
    } else if !hasFlushed {
      // The request that ended began before the caller asked to close, or it wrote another file.
      queued.append(Queued(request: .save(overwriting: false), waiter: nil))
      effects.job = startNext()
    } else {
      phase = .open
      effects.answers += answers(closers, lastFailure)
    }
    return settled(effects)
  }

  /// Begins the next request, together with the equal requests right after it, unless a request is under way.
  private mutating func startNext() -> Job? {
    guard running == nil, let request = queued.first?.request else { return nil }
    let together = queued.prefix { $0.request == request }
    queued.removeFirst(together.count)
    running = Running(request: request, waiters: together.compactMap(\.waiter), revision: revision)
    switch request {
    case .save(let overwriting):
      if case .closing(let waiters, _) = phase { phase = .closing(waiters: waiters, hasFlushed: true) }
      return .write(.own(overwriting: overwriting))
    case .saveTo(let place):
      return .write(.other(place))
    case .revert:
      return .read
    }
  }

  private mutating func takeContentOfFile() {
    // The revision never returns to 0: an edit of the earlier content must not count as an edit of this content.
    revision += 1
    savedRevision = revision
    (lastFailure, isInConflict) = (nil, false)
  }

  private func answers(_ waiters: [Waiter], _ failure: Failure?) -> [Answer] {
    waiters.map { Answer(waiter: $0, failure: failure) }
  }
}

extension DocumentMachine {
  var documentState: DocumentState {
    switch phase {
    case .closed: .closed
    case .opening: .opening
    case .closing: .closing
    case .open where isReverting: .editingDisabled
    case .open where isInConflict: .inConflict
    case .open: lastFailure == nil ? .normal : .savingError
    }
  }
}
