import JSONSource

extension LevelNode {
  func displaced() -> Displacement? {
    guard let behind else { return nil }
    if let withdrawal = withdrawal(of: behind) { return .withdrawn(withdrawal) }
    guard case .kept = write, let tree else { return nil }
    switch tree.own {
    case .nothing: return nil
    case .leaf(let value):
      if case .array = state, !state.isOfOneFile { return nil }
      return .overridden(by: value, wasObject: inherited?.isObject ?? false)
    case .object(let parts):
      guard behind.isLive, !behind.isObject, let part = tree.replacing ?? parts.first else {
        return nil
      }
      return .replacedByObject(part)
    }
  }

  func withdrawal(of behind: ViewNode) -> Withdrawal? {
    guard behind.isLive else { return nil }
    let around = replacementAround
    guard stop != nil || around != nil else { return nil }
    // A final inside the object keeps the object.
    if behind.isObject, let inForce, sealInside(behind, inForce) != nil { return nil }
    if let stop { return .marker(stop, position: step.position) }
    return goneBefore == nil ? around.map { .replaced(by: $0) } : nil
  }

  /// The reason an inherited object was removed before a value around it could replace it.
  var goneBefore: Absence? {
    guard isMarked, let behind, behind.isObject, let holder, let name, replacementAround != nil
    else { return nil }
    if let known = extras.goneBefore { return known }
    let stopped = LevelNode(name, in: holder, tree, wild, outer, isBare: true, isAlone: true)
    let made = stopped.isLive ? nil : stopped.absence
    extras.goneBefore = .some(made)
    return made
  }

  func absent(_ displacement: Displacement?) -> Absence? {
    if case .refused(let seal) = write, behind?.isLive != true {
      return Absence(withdrawal: .refused(by: seal))
    }
    guard let behind, behind.isLive else { return behind?.absence }
    if case .withdrawn(let withdrawal)? = displacement { return Absence(withdrawal: withdrawal) }
    return goneBefore ?? lastGone
  }

  func refused() -> [Refusal] {
    var refusals: [Refusal] = []
    if case .refused(let seal) = write, let parts = tree?.own.parts {
      refusals += parts.map { Refusal(attempt: .value($0), by: seal) }
    }
    if let seal, let behind, behind.isLive {
      let isArray = behind.isArray
      let around = outer?.markers ?? []
      let own = markers { marker in
        marker.directive.takes && !around.contains { $0 === marker }
      }
      for marker in around + own where marker.directive != .remove || isArray {
        refusals.append(Refusal(attempt: .marker(marker), by: seal))
      }
    }
    return refusals
  }
}

extension ViewNode {
  /// The reason for the last member removed in this step (D2).
  final var lastGone: Absence? {
    var last: Absence?
    for name in touchedNames() {
      guard let member = member(name), member.step === step, !member.isLive,
        member.behind?.isLive == true, let absence = member.absence
      else { continue }
      if let last, !absence.withdrawal.isLater(than: last.withdrawal) { continue }
      last = absence
    }
    return last
  }
}

extension ViewNode.State {
  fileprivate var isOfOneFile: Bool { if case .leaf = self { true } else { false } }
}
