/// Rules about values that meet inherited values of another kind.
extension CheckRule {
  static let kindClash = CheckRule(
    .warning, .kindClash, "Object over an inherited non-object, or the reverse",
    .file("properties.json", #"{ "db": { "port": 5432 } }"#),
    .file(
      "a/properties.json", #"{ "db": "none" }"#, corrected: #"{ "$stop": ["db"], "db": "none" }"#)
  ) { scope in
    guard scope.isCertain else { return [] }
    // A value that the same scope stops is no longer inherited.
    return scope.meetings.values.compactMap { own in
      guard let inherited = own.inherited, inherited.isLive,
        inherited.isObject != own.isObject, let part = own.written.first,
        // The result of a computed value may have the same kind.
        !part.isComputed,
        // `replace` declares the change of kind.
        own.activeDeclarations?.declaration(at: own.step.position)?.strategy != .replace
      else { return nil }
      return scope.warning(
        .kindClash, own.key,
        inherited.isComputedValue ? .objectOverComputed : .otherKind(isObject: own.isObject),
        at: part.place,
        notes: inherited.noteOfInherited)
    }
  }

  static let mergeKind = CheckRule(
    .warning, .mergeKind, "'$merge' strategy for values of another type",
    .file(
      "properties.json", #"{ "$merge": { "tags": "append" }, "tags": "a" }"#,
      corrected: #"{ "$merge": { "tags": "append" }, "tags": ["a"] }"#),
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
      return scope.warning(
        .mergeKind, own.key, .strategyOfOtherKind, at: part.place,
        notes: [.init(.strategy, at: marker.place)] + inherited.noteOfInherited)
    }
  }
}
