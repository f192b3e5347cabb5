/// The result of a rule's template for a scope (T11).
package struct RuleResult {
  package enum Target {
    case scope(Scope)
    case itself
    case noScope([UInt8])
    case emptyName([UInt8])
    case noValue([UInt8])
    /// No facts are given; `file` is the missing facts file if each scope has its own.
    case noFacts(file: [UInt8]?)
  }

  package private(set) var target: Target
  /// The text in `.heir`, with its place.
  package let template: [UInt8]
  package let place: SourceRange
  package let isOptional: Bool
  /// The keys of the scope that the template reads, and the places of all values.
  package let keys: [Key]
  package let drawn: [SourceRange]

  package init(
    _ target: Target, by template: [UInt8], at place: SourceRange, isOptional: Bool,
    drawing drawn: [SourceRange], of keys: [Key]
  ) {
    (self.target, self.template, self.place) = (target, template, place)
    (self.isOptional, self.drawn, self.keys) = (isOptional, drawn, keys)
  }

  /// The result with the template text instead of the path, which contains values.
  var withoutValues: RuleResult {
    guard case .noScope = target else { return self }
    var result = self
    result.target = .noScope(template)
    return result
  }

  var subject: [UInt8] {
    switch target {
    case .scope(let scope): scope.path
    case .noScope(let path), .emptyName(let path): path
    case .noValue(let reference): reference
    case .itself, .noFacts: template
    }
  }

  /// `meant` finds the scope of which a path is a typo: an optional template may have no scope.
  package func finding(
    in scope: Scope, nearest: (Scope) -> Scope?, meant: (Scope) -> Scope?
  ) -> Diagnostic? {
    var (near, place) = (Scope?.none, place)
    var severity = Diagnostic.Severity.warning
    var key: [UInt8]?
    switch target {
    case .noScope(let path):
      let missing = Scope(path: path)
      if isOptional {
        near = drawn.isEmpty ? nil : missing.flatMap(meant)
        if near == nil { return nil }
      } else {
        severity = .error
        near = missing.flatMap(nearest)
      }
      place = drawn.first ?? place
    case .emptyName:
      if isOptional { return nil }
      place = drawn.first ?? place
    case .noValue(let reference):
      if isOptional { return nil }
      key = reference
    case .noFacts(.some): break
    case .scope, .itself, .noFacts(nil): return nil
    }
    return Diagnostic(
      severity, .noParent, .noRuledParent(self, in: scope, nearest: near), at: place, key: key,
      notes: drawn.isEmpty ? [] : [.init(.template(template), at: self.place)], cause: self.place)
  }
}
