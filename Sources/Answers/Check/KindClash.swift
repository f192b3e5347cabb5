import Cascade

extension CheckRule {
  static let kindClash = CheckRule(
    .warning, .kindClash, "Object over an inherited non-object, or the reverse",
    .file("properties.json", #"{ "db": { "port": 5432 } }"#),
    .file("a/properties.json", #"{ "db": "none" }"#, mended: #"{ "$stop": ["db"], "db": "none" }"#)
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
      return scope.finding(
        .warning, .kindClash, own.key,
        inherited.isComputedValue ? .objectOverComputed : .otherKind(isObject: own.isObject),
        at: part.place,
        notes: inherited.place.map { [.init(.inherited, at: $0)] } ?? [])
    }
  }
}
