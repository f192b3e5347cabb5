import JSONSource

extension LevelNode {
  func makeWrite() -> Write {
    guard !isBare, let tree, tree.isMention else { return .none }
    let own = tree.own
    if case .nothing = own { return .none }
    if let seal { return .refused(by: seal) }
    switch own {
    case .nothing: return .none
    case .leaf:
      // Without finals, the inherited value is not evaluated.
      if let inForce, let seal = sealInside(behind, inForce) { return .refused(by: seal) }
      return .kept
    case .object(let parts):
      if isTop || parts.contains(where: \.isEmptyObject) { return .kept }
      if inForce?.isOpen(before: step.position) ?? true { return tree.writes ? .kept : .hollow }
      for name in tree.mentions {
        if let member = member(name), member.step === step, member.lastWritten != nil {
          return .kept
        }
      }
      return .hollow
    }
  }

  func sealInside(_ node: ViewNode?, _ inForce: DirectivesInForce) -> Marker? {
    guard let node, node.isLive else { return nil }
    if let seal = inForce.seal(before: step.position) { return seal }
    guard node.isObject, !inForce.isOpen(before: step.position) else { return nil }
    let names = inForce.finalNames(before: step.position) ?? node.liveMembers().map(\.name)
    for name in names {
      if let inside = inForce.descending(name), let member = node.member(name),
        let seal = sealInside(member, inside)
      {
        return seal
      }
    }
    return nil
  }

  /// The own value that replaces everything in the inherited object (I8, T8).
  func replacing() -> Definition? {
    guard case .kept = write, let tree else { return nil }
    switch tree.own {
    case .nothing: return nil
    case .leaf(let value): return value
    case .object(let parts):
      if isTop { return nil }
      return tree.replacing ?? (strategy(\.fitsObjects) == .replace ? parts.last : nil)
    }
  }

  var replacementAround: Definition? {
    seal == nil && !isAlone ? holder?.inwardReplacement : nil
  }

  /// The command line always replaces (T8); objects on the path to its values still merge.
  func strategy(_ suits: (Strategy) -> Bool) -> Strategy? {
    step.isCommandLine ? nil : inForce?.strategy(at: step.position, suits)
  }
}
