import Cascade

extension Evaluation {
  /// Findings about types, required and deprecated keys, and expired overrides.
  /// `isLast` is true if the scope has no children.
  package func shortcomings(
    under key: Key, today: CalendarDate, isLast: Bool
  ) throws(EvaluationError) -> [Diagnostic] {
    try view.unknownKeys(along: [key]) + declaredProblems(under: key, today: today, isLast: isLast)
  }

  private func declaredProblems(
    under key: Key, today: CalendarDate, isLast: Bool
  ) throws(EvaluationError) -> [Diagnostic] {
    if attributes.isEmpty { return [] }
    var walk = DeclarationWalk()
    var cursor = attributes
    var node: ViewNode? = view.root
    for (count, name) in key.names.enumerated() {
      if node?.isArray == true { return [] }
      if let node, node.isComputedValue {
        let around = key.prefix(count)
        let declared = declarations(inside: (around, node, cursor)).filter { $0.key.isIn(key) }
        return try problems(with: declared, today, isLast: isLast)
      }
      let member = node?.member(name)
      cursor = cursor.applying(to: node).descending(name, to: member)
      node = member
    }
    walk.visit(key, node, cursor)
    return try problems(
      with: walk.found + walk.computed.flatMap(declarations(inside:)), today, isLast: isLast)
  }

  private func problems(
    with all: [Declaration], _ today: CalendarDate, isLast: Bool
  ) throws(EvaluationError) -> [Diagnostic] {
    try all.filter(\.isInForce).map { (declared) throws(EvaluationError) -> Diagnostic? in
      switch declared.marker.directive {
      case .type: try typeProblem(declared)
      case .required where isLast && declared.isMissing: requiredProblem(declared)
      case .deprecated where !declared.isMissing: deprecation(declared)
      case .until: expiry(declared, today)
      default: nil
      }
    }.compactMap(\.self)
  }

  /// The markers of a directive that name exactly this key, highest precedence first.
  package func declarations(_ directive: Directive, of key: Key) -> [Marker] {
    declared(of: key).activeDeclarations(directive).map(\.marker)
  }

  private func declared(of key: Key) -> [Declaration] {
    let cursor = attributes.descending(key.names)
    if cursor.isEmpty { return [] }
    let (node, rest) = view.deepest(key)
    if rest.isEmpty || !node.isArray && !node.isComputedValue {
      return cursor.declarations(of: key, view.node(key)).reversed()
    }
    // Members of arrays and of computed values have no statements.
    if node.isArray { return [] }
    let holder = try? self.value(key.prefix(key.names.count - rest.count))?.whole()
    let member = rest.reduce(holder) { around, name in
      around?.members.first { $0.name == name }?.value
    }
    return cursor.declarations(of: key, node).reversed().compactMap {
      $0.inside(hasValue: member != nil)
    }
  }

  package func deprecations(of key: Key) -> [Diagnostic] {
    declared(of: key).activeDeclarations(.deprecated).map { deprecation($0) }
  }

  package func typeProblems(along key: Key, today: CalendarDate) throws(EvaluationError)
    -> [Diagnostic]
  {
    if attributes.isEmpty { return [] }
    let around = key.around.dropFirst().flatMap { declared(of: $0).activeDeclarations(.type) }
    let found = try around.map { (one) throws(EvaluationError) in try typeProblem(one) }
    return try found.compactMap(\.self)
      + declaredProblems(under: key, today: today, isLast: false).filter { $0.rule == .type }
  }

  /// The type finding for a key, if its value can be evaluated.
  func brokenType(at key: Key) -> Diagnostic? {
    declared(of: key).activeDeclarations(.type).lazy.compactMap { try? self.typeProblem($0) }.first
  }

  package func typeProblem(_ declared: Declaration) throws(EvaluationError) -> Diagnostic? {
    guard let node = declared.node, node.isLive, !declared.isMissing,
      case .type(let type) = declared.marker.detail
    else { return nil }
    let found =
      declared.isInside
      ? try self.value(declared.key)
      : try ValueCursor(self, declared.key, node, mask(declared.key)).evaluated()
    guard let value = found else { return nil }
    var violation: TypeViolation?
    if !type.takes(value.kind, value.spelling) {
      violation = .kind(TypeName(value.kind), declared: type.names)
    } else if !type.conditions.isEmpty {
      // Only conditions need the whole value.
      violation = type.violation(of: try value.data(), hidden: value.mask)
    }
    return violation.map {
      Diagnostic(
        .error, .type, KeyPattern(declared.key), view.names,
        .type($0, in: view.scope, isInside: declared.isInside),
        at: node.place, notes: [.init(.type, at: declared.marker.place)])
    }
  }

  package func requiredProblem(_ declared: Declaration) -> Diagnostic {
    Diagnostic(
      .error, .required, KeyPattern(declared.key), view.names, .missing(in: view.scope),
      at: declared.marker.place,
      notes: absence(declared.key).map { [.init(.absence($0.reason), at: $0.place)] } ?? [])
  }

  package func deprecation(_ declared: Declaration, at place: SourceRange? = nil) -> Diagnostic {
    Diagnostic(
      .warning, .deprecated, KeyPattern(declared.key), view.names,
      .deprecated(declared.marker.text),
      at: place ?? declared.node?.place ?? declared.marker.place,
      notes: [.init(.deprecation, at: declared.marker.place)])
  }

  package func expiry(_ declared: Declaration, _ today: CalendarDate) -> Diagnostic? {
    guard case .date(let date) = declared.marker.detail, date < today, let node = declared.node,
      node.isLive
    else { return nil }
    let part = view.valueOutcomes.entries(at: node).first {
      $0.outcome.isInForce && $0.place.file.isOfLevel(of: declared.marker.file)
    }
    guard let part else { return nil }
    return Diagnostic(
      .error, .expired, KeyPattern(declared.key), view.names, .expired(date: declared.marker.text),
      at: part.place, notes: [.init(.date, at: declared.marker.place)])
  }

  package func texts(about explanation: Explanation) -> [(name: String, text: [UInt8])] {
    guard hasAttributes else { return [] }
    let places = explanation.origins
    return [Directive.about, .because, .until, .deprecated].compactMap { directive in
      // Reasons and dates apply only if their level sets the effective value.
      let marker = declarations(directive, of: explanation.key).first { marker in
        !directive.describesOverride || places.contains { $0.file.isOfLevel(of: marker.file) }
      }
      return marker.map { (String(directive.rawValue.dropFirst()), $0.text) }
    }
  }
}

extension ValueCursor {
  fileprivate var spelling: ArraySlice<UInt8> {
    if let value { return value.spelling }
    guard case .leaf(let written) = node.state else { return [] }
    return written.document.spelling(written.node)
  }
}

extension SourceFile {
  func isOfLevel(of other: SourceFile) -> Bool { home == other.home && scope == other.scope }
}
