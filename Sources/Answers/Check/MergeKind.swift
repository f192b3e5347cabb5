import Cascade

extension CheckRule {
  static let mergeKind = CheckRule(
    .warning, .mergeKind, "'$merge' strategy for values of another type",
    .file(
      "properties.json", #"{ "$merge": { "tags": "append" }, "tags": "a" }"#,
      mended: #"{ "$merge": { "tags": "append" }, "tags": ["a"] }"#),
    .file("a/properties.json", #"{ "tags": ["b"] }"#)
  ) { scope in
    guard scope.isCertain, scope.view.activeDeclarations != nil else { return [] }
    return scope.meetings.values.compactMap { own in
      guard let inherited = own.inherited, inherited.isLive, let part = own.lastWritten,
        let marker = scope.view.activeDeclarations(of: own.key)?.declaration(at: own.step.position),
        // A pattern with `*` is meant for the values that it fits; `replace` is meant for two kinds.
        marker.pattern.key != nil, marker.strategy != .replace
      else { return nil }
      let fits =
        part.isObject && inherited.isObject
        ? marker.strategy?.fitsObjects
        : part.isArray && inherited.isArray ? marker.strategy?.fitsArrays : false
      guard fits == false else { return nil }
      var notes = [Diagnostic.Note(.strategy, at: marker.place)]
      if let place = inherited.place { notes.append(.init(.inherited, at: place)) }
      return scope.finding(
        .warning, .mergeKind, own.key, .strategyOfOtherKind, at: part.place, notes: notes)
    }
  }
}
