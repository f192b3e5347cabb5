import Cascade
import JSONSource

extension BeforeAfter<Evaluation> {
  /// Throws if an ancestor forbids the written value, or if it breaks a type. `isSet` validates any edit as `set`.
  func refuse(
    _ edit: KeyEdit, of key: Key, in file: EditedFile, today: CalendarDate, isSet: Bool = false
  ) throws(EditRefusal) {
    for refusal in to.refusals(under: key) {
      guard let place = refusal.place, file.wrote(place), let key = refusal.key,
        let final = refusal.notes.lazy.compactMap(\.place).first
      else { continue }
      throw .final(key, by: final)
    }
    let unread = from.view.openInclusions(along: key)
    let missing = to.view.openInclusions(along: key).filter { problem in
      !unread.contains { $0.place?.range.start == problem.place?.range.start }
    }
    if !missing.isEmpty { throw .brokenByEdit(missing) }
    switch edit {
    case .set:
      let own = to.view.lineage.own.prefix(1).map(\.position)
      let unknown = to.view.unknownKeys(at: own, since: from.view).first {
        $0.named?.isAlong(key) == true
      }
      if let unknown { throw .unknown(unknown) }
    case .declare: return
    case .stop(_, let isForced):
      let step = to.explained(key).steps.first { file.wrote($0.place) }
      if !isForced, step?.outcome == .idle { throw .nothingToStop }
      if !isSet { return }
    case .unset, .resume: if !isSet { return }
    }
    // A value that cannot be evaluated has no type to validate.
    let known = (try? from.typeProblems(along: key, today: today)) ?? []
    let found = (try? to.typeProblems(along: key, today: today)) ?? []
    let knownKeys = Set(known.map(\.key))
    let new = found.first { problem in
      problem.place.map(file.wrote) == true || !knownKeys.contains(problem.key)
    }
    if let new {
      let declared = new.notes.lazy.compactMap(\.place).first
      throw .type(new, declaredAt: declared.map(file.placeBeforeEdit))
    }
  }
}

extension EditedFile {
  /// The place before the edit of a declaration now at `place`; `place` itself if it is in another file.
  fileprivate func placeBeforeEdit(_ place: SourceRange) -> SourceRange {
    guard let former, let marker = file.markers.first(where: { $0.place.id == place.id })
    else { return place }
    func alike(_ file: PropertyFile) -> [Marker] {
      file.markers.filter {
        $0.directive == marker.directive && $0.pattern.parts == marker.pattern.parts
      }
    }
    let index = alike(file).firstIndex { $0 === marker } ?? 0
    let all = alike(former)
    return index < all.count ? all[index].place : place
  }

  func wrote(_ place: SourceRange) -> Bool {
    place.file.home == file.file.home && place.file.path == file.file.path
      && place.file.includedFrom == nil
      && written.contains { file.document.range($0).contains(place.range) }
  }
}

extension Evaluation {
  package func deprecations(
    setting value: Document?, at key: Key
  ) -> [(key: Key, declared: Marker)] {
    guard hasAttributes else { return [] }
    var found: [(key: Key, declared: Marker)] = []
    func look(_ node: Int, _ key: Key) {
      for marker in declarations(.deprecated, of: key) { found.append((key, marker)) }
      guard let value, value.kind(node) == .object else { return }
      for member in value.members(node) where !member.isDirective {
        look(member.value, key.appending(member.name))
      }
    }
    look(0, key)
    return found
  }

  /// Throws if no file could take the edit: a non-object is on the path, the key is final, or the last day is past.
  func refuse(_ edit: KeyEdit, of key: Key, today: CalendarDate) throws(EditRefusal) {
    switch edit {
    case .set:
      // A final key is reported before any other error.
      try requireNotFinal(key)
      try requireObjectsOnPath(to: key)
    case .stop: try requireObjectsOnPath(to: key)
    case .declare(let declaration):
      if declaration.added.contains(.exclude) { try requireNotFinal(key) }
    case .unset, .resume: break
    }
    if let until = edit.reasons?.until, let day = CalendarDate(until), day < today {
      throw .past(until)
    }
  }

  func requireNotFinal(_ key: Key) throws(EditRefusal) {
    guard let position = view.lineage.own.first?.position,
      let finalMarker = finalMarker(of: key, before: position)
    else { return }
    throw .final(view.names.spelling(finalMarker.key), by: finalMarker.marker.place)
  }

  func strategy(ofArray array: Key, at position: Int) -> Strategy? {
    view.activeDeclarations(of: array)?.declaration(at: position, \.fitsArrays)?.strategy
  }

  /// The marker that makes a key, or an object around it, final before a position.
  package func finalMarker(of key: Key, before position: Int) -> (key: Key, marker: Marker)? {
    var activeDeclarations = view.activeDeclarations
    for (index, name) in key.names.enumerated() {
      activeDeclarations = activeDeclarations?.descending(name)
      if let marker = activeDeclarations?.finalMarker(before: position) {
        return (key.prefix(index + 1), marker)
      }
    }
    return nil
  }

  /// Throws if a value on the key's path is not an object, up to the scope's level in the root's tree.
  func requireObjectsOnPath(to key: Key) throws(EditRefusal) {
    guard let position = view.lineage.own.first?.position else { return }
    for (around, node) in view.nonObjects(around: key, at: position) {
      if let place = node.place {
        throw .through(around, place, isComputed: node.isComputedValue)
      }
    }
  }

  /// The values of which one is to be chosen for a key, each as it is typed.
  package func allowedValues(of key: Key) -> [[UInt8]] {
    let types = declaredTypes(of: key).map(\.type)
    var listed: [EffectiveValue] = []
    for case .listed(let document, let nodes) in types.lazy.flatMap(\.conditions) {
      listed += nodes.map { EffectiveValue(.node(document, $0), .none) }
    }
    if listed.isEmpty, types.contains(where: { $0.names == [.boolean] }) {
      return ["true", "false"].map { Array($0.utf8) }
    }
    return listed.filter { value in types.allSatisfy { $0.violation(of: value) == nil }
    }
    .compactMap { $0.text ?? ($0.spelling.isEmpty ? nil : Array($0.spelling)) }
  }

  private func declaredTypes(of key: Key) -> [(type: DeclaredType, place: SourceRange)] {
    declarations(.type, of: key).compactMap { marker in
      if case .type(let type) = marker.detail { (type, marker.place) } else { nil }
    }
  }

  /// Why a value of guessed type may be unintended. `isElement` ignores declarations, which never name elements.
  package func doubt(
    about guess: Document, typed: [UInt8], for key: Key, isElement: Bool = false
  ) -> GuessProblem? {
    if guess.hasDirectives { return .directive }
    let types = isElement ? [] : declaredTypes(of: key)
    let text = EffectiveValue(.text(typed), .none)
    let takesText = types.allSatisfy { $0.type.violation(of: text) == nil }
    for (type, place) in types {
      let isOfKind = type.takes(guess.kind(0), guess.spelling(0))
      // A value that does not fit as a string either is reported as a type error instead.
      if !isOfKind || takesText && type.violation(of: EffectiveValue(guess)) != nil {
        return .declared(isOfKind ? [] : type.names, takesText: takesText, at: place)
      }
    }
    // Parts of arrays and computed values are not written by key.
    guard isElement || view.deepest(key).rest.isEmpty, let value = try? value(key),
      let whole = try? value.whole()
    else { return nil }
    let kind = TypeName(whole.kind)
    return kind == TypeName(guess.kind(0)) ? nil : .effective(kind, at: value.origins.first)
  }
}

extension View {
  /// The values on the key's path that are not objects, from the top.
  func nonObjects(
    around key: Key, at position: Int
  ) -> some Sequence<(around: Key, node: ViewNode)> {
    (1..<max(1, key.names.count)).lazy.compactMap { count in
      let around = key.prefix(count)
      guard let node = self.node(around, at: position), node.isLive, !node.isObject else {
        return nil
      }
      return (around, node)
    }
  }
}

/// Why the guessed type of a value may be wrong.
package enum GuessProblem {
  /// The key's effective value has another type.
  case effective(TypeName, at: SourceRange?)
  /// The declared types exclude the guess; if `[]`, a condition of the type does, and only a string fits.
  case declared([TypeName], takesText: Bool, at: SourceRange)
  /// The value has a member whose name begins with `$`.
  case directive
}
