import Cascade
import JSONSource

/// Which further parents scopes have by the path that they have (T11).
struct ParentRule {
  /// What one name of a path has to be.
  enum Component {
    case name([UInt8])
    /// Any, which may have a name of its own by which templates know it.
    case any(called: [UInt8]?)
  }

  /// The path of a scope, in which something may stand for what differs from scope to scope.
  struct Template {
    enum Piece {
      case text([UInt8])
      /// A name of the path, by its place.
      case component(Int)
      case key([UInt8])
      case fact([UInt8])
      /// The last name of the scope.
      case name
    }

    let pieces: [Piece]
    let place: SourceRange

    /// Whether it is one and the same scope for all.
    var isFixed: Bool { pieces.allSatisfy { if case .text = $0 { true } else { false } } }

    /// That one; nil for a text that leads to none.
    var fixedScope: Scope? {
      guard isFixed, case .text(let path)? = pieces.first else { return nil }
      return Scope(path: path)
    }

    var drawsOnFacts: Bool { pieces.contains { if case .fact = $0 { true } else { false } } }

    /// Whether it may lead to a scope, or below it.
    func mayLead(to scope: Scope) -> Bool {
      let slash = UInt8(ascii: "/")
      let path = scope == .root ? scope.path : scope.path + [slash]
      guard case .text(let text)? = pieces.first else { return true }
      let start = text.first == slash ? text : [slash] + text
      return path.starts(with: start) || start.starts(with: path)
    }
  }

  let components: [Component]
  let templates: [Template]

  /// Whether a scope's whole path is as the pattern says.
  func matches(_ scope: Scope) -> Bool {
    scope.depth == components.count && begins(scope)
  }

  /// Whether facts say what a scope inherits from, or the one around it.
  func isLedByFacts(_ scope: Scope) -> Bool {
    scope.depth >= components.count && begins(scope) && templates.contains(where: \.drawsOnFacts)
  }

  /// Whether facts say what a scope inherits from, or which scopes inherit from it.
  func isByFacts(_ scope: Scope) -> Bool {
    isLedByFacts(scope) || templates.contains { $0.drawsOnFacts && $0.mayLead(to: scope) }
  }

  /// Whether a template may draw on one of some keys for a scope or one below it.
  func mayDraw(atOrBelow scope: Scope, on isMeant: ([UInt8]) -> Bool) -> Bool {
    scope.depth <= components.count && begins(scope)
      && templates.contains { template in
        template.pieces.contains { if case .key(let text) = $0 { isMeant(text) } else { false } }
      }
  }

  private func begins(_ scope: Scope) -> Bool {
    zip(components, scope.names).allSatisfy { component, name in
      if case .name(let own) = component { own == name } else { true }
    }
  }

  /// Reads a pattern: names between slashes, `*`, and `{name}`; nil where it is none.
  static func components(_ text: [UInt8]) -> [Component]? {
    let slash = UInt8(ascii: "/")
    let path = text.first == slash ? text.dropFirst() : text[...]
    if path.isEmpty { return text.isEmpty ? nil : [] }
    var found: [Component] = []
    var called: Set<[UInt8]> = []
    for name in path.split(separator: slash, omittingEmptySubsequences: false) {
      if name.elementsEqual("*".utf8) {
        found.append(.any(called: nil))
      } else if name.first == UInt8(ascii: "{"), name.last == UInt8(ascii: "}"), name.count > 2 {
        let own = Array(name.dropFirst().dropLast())
        guard own.allSatisfy(\.isWordByte), called.insert(own).inserted else { return nil }
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

  /// Reads a template beside a pattern; nil where a `${` has no end or nothing stands in it that is known.
  static func pieces(_ text: [UInt8], _ components: [Component]) -> [Template.Piece]? {
    var pieces: [Template.Piece] = []
    var rest = text[...]
    var plain: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "$"), rest.first == UInt8(ascii: "{") else {
        plain.append(byte)
        continue
      }
      guard let end = rest.firstIndex(of: UInt8(ascii: "}")),
        let piece = piece(Array(rest[(rest.startIndex + 1)..<end]), components)
      else { return nil }
      if !plain.isEmpty { pieces.append(.text(plain)) }
      plain = []
      pieces.append(piece)
      rest = rest[(end + 1)...]
    }
    if !plain.isEmpty { pieces.append(.text(plain)) }
    return pieces
  }

  private static func piece(_ text: [UInt8], _ components: [Component]) -> Template.Piece? {
    let place = components.firstIndex {
      if case .any(let called?) = $0 { called == text } else { false }
    }
    if let place { return .component(place) }
    if text.elementsEqual("$scope.name".utf8) { return .name }
    let facts = Array("$facts.".utf8)
    if text.starts(with: facts) {
      return text.count > facts.count ? .fact(Array(text.dropFirst(facts.count))) : nil
    }
    return text.isEmpty || text.first == UInt8(ascii: "$") ? nil : .key(text)
  }
}

extension UInt8 {
  /// Whether it may stand in the name of a part of a path.
  fileprivate var isWordByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
