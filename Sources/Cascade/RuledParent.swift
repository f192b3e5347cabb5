/// What a template of a rule that matches a scope gives it to inherit from (T11).
package struct RuledParent {
  package enum Target {
    case scope(Scope)
    /// The scope itself.
    case itself
    /// A path at which no tree has a scope.
    case noScope([UInt8])
    /// A path with an empty name.
    case emptyName([UInt8])
    /// The reference without a value, as it is spelled.
    case noValue([UInt8])
    /// No facts are given; the path of the scope's missing file if each scope has one of its own.
    case noFacts(file: [UInt8]?)
  }

  package let target: Target
  /// The template as `.heir` writes it, and its place.
  package let template: [UInt8]
  package let place: SourceRange
  package let isOptional: Bool
  /// The keys of the scope whose values are in it, and the places of all values.
  package let keys: [Key]
  package let drawn: [SourceRange]

  package init(
    _ target: Target, by template: [UInt8], at place: SourceRange, isOptional: Bool,
    drawing drawn: [SourceRange], of keys: [Key]
  ) {
    (self.target, self.template, self.place) = (target, template, place)
    (self.isOptional, self.drawn, self.keys) = (isOptional, drawn, keys)
  }

  /// The same with the text of the template instead of its values.
  var withoutValues: RuledParent {
    guard case .noScope = target else { return self }
    return RuledParent(
      .noScope(template), by: template, at: place, isOptional: isOptional, drawing: drawn, of: keys)
  }

  /// What it was to lead to, or what it lacks.
  var subject: [UInt8] {
    switch target {
    case .scope(let scope): scope.path
    case .noScope(let path), .emptyName(let path): path
    case .noValue(let reference): reference
    case .itself, .noFacts: template
    }
  }

  /// Whether it gives no parent, and nothing allows that.
  package var isMissing: Bool {
    switch target {
    case .scope, .itself, .noFacts(nil): false
    case .noScope, .emptyName, .noValue, .noFacts: !isOptional
    }
  }

  /// The finding if it gives a scope no parent; `nearest` is asked for a scope that exists.
  package func finding(in scope: Scope, nearest: (Scope) -> Scope?) -> Diagnostic? {
    guard isMissing else { return nil }
    var (near, place) = (Scope?.none, place)
    var severity = Diagnostic.Severity.warning
    var key: [UInt8]?
    switch target {
    case .noScope(let path):
      severity = .error
      near = Scope(path: path).flatMap(nearest)
      place = drawn.first ?? place
    case .emptyName: place = drawn.first ?? place
    case .noValue(let reference): key = reference
    case .scope, .itself, .noFacts: break
    }
    return Diagnostic(
      severity, .noParent, .noRuledParent(self, in: scope, nearest: near), at: place, key: key,
      notes: drawn.isEmpty ? [] : [.init(.template(template), at: self.place)], cause: self.place)
  }
}
