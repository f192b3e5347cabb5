import JSONSource

extension LevelNode {
  func makeWrite() -> Write {
    guard !isBare, let tree, tree.isMention else { return .none }
    let own = tree.own
    if case .nothing = own { return .none }
    if let finalMarker { return .refused(by: finalMarker) }
    switch own {
    case .nothing: return .none
    case .leaf:
      // Without finals, the inherited value is not evaluated.
      if let activeDeclarations, let finalMarker = finalMarkerInside(previous, activeDeclarations) {
        return .refused(by: finalMarker)
      }
      return .kept
    case .object(let parts):
      if isTop || parts.contains(where: \.isEmptyObject) { return .kept }
      if activeDeclarations?.isOpen(before: step.position) ?? true {
        return tree.writes ? .kept : .writesNothing
      }
      for name in tree.mentions {
        if let member = member(name), member.step === step, member.lastWritten != nil {
          return .kept
        }
      }
      return .writesNothing
    }
  }

  func finalMarkerInside(_ node: ViewNode?, _ activeDeclarations: LineageDeclarations) -> Marker? {
    guard let node, node.isLive else { return nil }
    if let finalMarker = activeDeclarations.finalMarker(before: step.position) {
      return finalMarker
    }
    guard node.isObject, !activeDeclarations.isOpen(before: step.position) else { return nil }
    let names =
      activeDeclarations.finalNames(before: step.position) ?? node.liveMembers().map(\.name)
    for name in names {
      if let inside = activeDeclarations.descending(name), let member = node.member(name),
        let finalMarker = finalMarkerInside(member, inside)
      {
        return finalMarker
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

  var outerReplacement: Definition? {
    finalMarker == nil && !isAlone ? holder?.widestReplacement : nil
  }

  /// The command line always replaces (T8); objects on the path to its values still merge.
  func strategy(_ suits: (Strategy) -> Bool) -> Strategy? {
    step.isCommandLine ? nil : activeDeclarations?.strategy(at: step.position, suits)
  }
}
