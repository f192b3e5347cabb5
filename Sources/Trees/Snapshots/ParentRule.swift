import Cascade
import Files
import JSONSource

/// A rule that gives scopes further parents by their path (T11).
struct ParentRule {
  enum Component {
    case name([UInt8])
    case any(called: [UInt8]?)
  }

  /// A path with references.
  final class Template {
    enum Piece {
      case text([UInt8])
      /// A name of the scope's path, by its index.
      case component(Int)
      /// Names are interned when the rule is evaluated.
      case key([[UInt8]])
      case fact([[UInt8]])
      case name
    }

    let pieces: [Piece]
    /// The text in `.heir`, with its place.
    let text: [UInt8]
    let place: SourceRange
    let isOptional: Bool
    /// Whether any scope got another result than itself.
    var isMet = false

    init(_ pieces: [Piece], _ text: [UInt8], at place: SourceRange, isOptional: Bool) {
      (self.pieces, self.text, self.place) = (pieces, text, place)
      self.isOptional = isOptional
    }

    var isFixed: Bool { pieces.allSatisfy { if case .text = $0 { true } else { false } } }

    var fixedScope: Scope? {
      var path: [UInt8] = []
      for piece in pieces {
        guard case .text(let text) = piece else { return nil }
        path += text
      }
      return Scope(path: path)
    }

    var readsFacts: Bool { pieces.contains { if case .fact = $0 { true } else { false } } }
    var readsKeys: Bool { pieces.contains { if case .key = $0 { true } else { false } } }

    /// Whether the result may be the scope or a scope below it.
    func mayGive(to scope: Scope) -> Bool {
      let path = scope == .root ? scope.path : scope.path + [.slash]
      guard case .text(let text)? = pieces.first else { return true }
      let start = text.first == .slash ? text : [.slash] + text
      return path.starts(with: start) || start.starts(with: path)
    }
  }

  let components: [Component]
  let templates: [Template]

  /// The names of the pattern, empty where it matches any name.
  var names: [[UInt8]] {
    components.map { if case .name(let name) = $0 { name } else { [] } }
  }

  /// The scope or ancestor whose facts decide its parents.
  func ledByFacts(_ scope: Scope) -> Scope? {
    guard scope.depth >= components.count, begins(scope),
      templates.contains(where: \.readsFacts)
    else { return nil }
    return Scope(Array(scope.names.prefix(components.count)))
  }

  /// Whether facts decide its parents, or which scopes inherit from it.
  func dependsOnFacts(_ scope: Scope) -> Bool {
    ledByFacts(scope) != nil || templates.contains { $0.readsFacts && $0.mayGive(to: scope) }
  }

  /// Whether a template for the scope or a descendant may read a matching key.
  func mayRead(atOrBelow scope: Scope, on isMeant: ([[UInt8]]) -> Bool) -> Bool {
    scope.depth <= components.count && begins(scope)
      && templates.contains { template in
        template.pieces.contains { if case .key(let parts) = $0 { isMeant(parts) } else { false } }
      }
  }

  private func begins(_ scope: Scope) -> Bool {
    zip(components, scope.names).allSatisfy { component, name in
      if case .name(let own) = component { own == name } else { true }
    }
  }

  /// nil if the pattern is invalid.
  static func components(_ text: [UInt8]) -> [Component]? {
    let path = text.first == .slash ? text.dropFirst() : text[...]
    if path.isEmpty { return text.isEmpty ? nil : [] }
    var found: [Component] = []
    var called: Set<[UInt8]> = []
    for name in path.split(separator: .slash, omittingEmptySubsequences: false) {
      if name.elementsEqual("*".utf8) {
        found.append(.any(called: nil))
      } else if name.first == UInt8(ascii: "{"), name.last == UInt8(ascii: "}"), name.count > 2 {
        let own = Array(name.dropFirst().dropLast())
        guard own.allSatisfy(\.isLabelCharacter), called.insert(own).inserted else { return nil }
        found.append(.any(called: own))
      } else if name.isEmpty || name.contains(where: { "*{}?[]\\".utf8.contains($0) })
        || "._".utf8.contains(name.first ?? 0)
      {
        return nil
      } else {
        found.append(.name(Array(name)))
      }
    }
    return found
  }

  static func pieces(
    _ text: [UInt8], _ components: [Component], _ names: NameTable
  ) throws(Diagnostic.Problem) -> [Template.Piece] {
    try FormatSyntax.pieces(text, plain: Template.Piece.text) {
      (text, fallback) throws(Diagnostic.Problem) in
      if fallback != nil { throw .foreign(SettingsProblem.noDefault) }
      return try piece(text, components, names)
    }
  }

  private static func piece(
    _ text: [UInt8], _ components: [Component], _ names: NameTable
  ) throws(Diagnostic.Problem) -> Template.Piece {
    let place = components.firstIndex {
      if case .any(let called?) = $0 { called == text } else { false }
    }
    if let place { return .component(place) }
    if text.elementsEqual("$scope.name".utf8) { return .name }
    let isFact = text.starts(with: "$facts.".utf8)
    if !isFact && text.first == UInt8(ascii: "$") { throw .foreign(SettingsProblem.noTemplate) }
    do throws(KeyError) {
      let key = try KeySyntax.key(
        Array(isFact ? text.dropFirst("$facts.".utf8.count) : text[...]), names)
      let parts = key.names.map { Array(names.bytes(of: $0)) }
      return isFact ? .fact(parts) : .key(parts)
    } catch { throw .badKey(text, error, in: nil) }
  }
}
