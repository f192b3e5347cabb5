import JSONSource
import Legible

/// Reads one computed value: which directive, with which options, in which shape.
///
/// It knows nothing of the file around it but the objects that its references may count from.
struct ComputedReader {
  let document: Document
  let surroundings: Reference.Surroundings
  private(set) var problems: [(message: String, node: Int)] = []
  /// The values beside the directive that may hold computed values themselves.
  private(set) var inner: [Int] = []

  init(_ document: Document, _ surroundings: Reference.Surroundings) {
    self.document = document
    self.surroundings = surroundings
  }

  /// What stands beside the directive.
  private struct Options {
    var fallback, scope, map, type, trim: Int?
  }

  private static func names(for directive: Directive) -> [String] {
    switch directive {
    case .ref: ["scope", "default", "map"]
    case .env: ["default", "type"]
    case .file: ["default", "trim"]
    default: ["default"]
    }
  }

  /// Reads the object at `node`, in which `directive` stands.
  mutating func read(_ node: Int, _ directive: Directive) -> Computed? {
    var options = Options()
    var own: Int?
    for member in document.members(node) {
      if member.isDirective {
        if readDirective(member, beside: directive) { own = member.value }
      } else {
        read(member, of: directive, into: &options)
      }
    }
    guard let own else { return nil }
    if let fallback = options.fallback { inner.append(fallback) }
    guard let source = source(directive, own, options) else { return nil }
    return Computed(directive, source, node: own, fallback: options.fallback)
  }

  /// Whether a member is the directive itself; no other may stand beside it.
  private mutating func readDirective(_ member: Member, beside directive: Directive) -> Bool {
    let name = document.names.bytes(of: member.name)
    let other = Directive.named(name)
    if other == directive { return true }
    if other == .comment { return false }
    let shown = Printable.string(name)
    problems.append(
      (
        other?.isComputed == true
          ? "\"\(directive.rawValue)\" and \"\(shown)\" in one object; "
            + "a computed value has one of them"
          : "\"\(shown)\" may not stand in a computed value", member.nameIndex
      ))
    return false
  }

  private mutating func read(_ member: Member, of directive: Directive, into options: inout Options)
  {
    let name = document.names.bytes(of: member.name)
    func isNamed(_ option: StaticString) -> Bool {
      name.elementsEqual(
        UnsafeBufferPointer(start: option.utf8Start, count: option.utf8CodeUnitCount))
    }
    switch directive {
    case _ where isNamed("default"): options.fallback = member.value
    case .ref where isNamed("scope"): options.scope = member.value
    case .ref where isNamed("map"): options.map = member.value
    case .env where isNamed("type"): options.type = member.value
    case .file where isNamed("trim"): options.trim = member.value
    default:
      let allowed = Self.names(for: directive)
      let near = NearMiss.nearest(to: Array(name), among: allowed).map {
        "the nearest is \"\($0)\""
      }
      let known = allowed.map { "\"\($0)\"" }.joined(separator: ", ")
      problems.append(
        (
          "\"\(Printable.string(name))\" is no option of \"\(directive.rawValue)\"; "
            + (near ?? "it takes \(known)"), member.nameIndex
        ))
    }
  }

  private mutating func source(
    _ directive: Directive, _ own: Int, _ options: Options
  ) -> Computed.Source? {
    guard document.kind(own) == .string else {
      let wanted =
        switch directive {
        case .ref: "a key"
        case .format: "a text with references"
        case .env: "the name of a variable"
        default: "a path"
        }
      problems.append(("\"\(directive.rawValue)\" takes \(wanted), which is a string", own))
      return nil
    }
    let text = document.text(own)
    switch directive {
    case .ref: return reference(text, own, options)
    case .format: return pieces(text, own).map { .format($0) }
    case .env: return environment(text, own, options)
    default: return file(text, own, options)
    }
  }

  private mutating func reference(
    _ text: [UInt8], _ own: Int, _ options: Options
  ) -> Computed.Source? {
    var scope: Scope?
    if let node = options.scope {
      guard document.kind(node) == .string, let named = Scope(written: document.text(node)) else {
        problems.append(("\"scope\" takes a scope, as in \"/prod/eu\"", node))
        return nil
      }
      scope = named
    }
    if let node = options.map {
      guard document.kind(node) == .object else {
        problems.append(("\"map\" takes an object of translations", node))
        return nil
      }
      for member in document.members(node) {
        if !member.isDirective {
          inner.append(member.value)
        } else if !document.isComment(member) {
          let name = document.names.bytes(of: member.name)
          problems.append(
            ("\"\(Printable.string(name))\" may not stand in a \"map\"", member.nameIndex))
        }
      }
    }
    guard let reference = reference(text, at: own) else { return nil }
    return .reference(reference, scope: scope, map: options.map)
  }

  private mutating func reference(_ text: [UInt8], at node: Int) -> Reference? {
    switch Reference.read(text, in: surroundings, document.names) {
    case .success(let reference): return reference
    case .failure(let error):
      problems.append((error.words, node))
      return nil
    }
  }

  /// `${KEY}` is a reference, `$$` is `$`, any other `$` is itself (V2).
  private mutating func pieces(_ text: [UInt8], _ node: Int) -> [Computed.Piece]? {
    let dollar = UInt8(ascii: "$")
    var pieces: [Computed.Piece] = []
    var plain: [UInt8] = []
    var at = 0
    while at < text.count {
      let next = at + 1 < text.count ? text[at + 1] : 0
      if text[at] == dollar, next == dollar {
        plain.append(dollar)
        at += 2
      } else if text[at] == dollar, next == UInt8(ascii: "{") {
        guard let end = Self.closingBrace(text, from: at + 2) else {
          problems.append(("a \"${\" without its '}'; '$' itself is written '$$'", node))
          return nil
        }
        guard let reference = reference(Array(text[(at + 2)..<end]), at: node) else { return nil }
        if !plain.isEmpty { pieces.append(.text(plain)) }
        plain = []
        pieces.append(.reference(reference))
        at = end + 1
      } else {
        plain.append(text[at])
        at += 1
      }
    }
    if !plain.isEmpty { pieces.append(.text(plain)) }
    return pieces
  }

  /// The next `}` that stands in no quoted name.
  private static func closingBrace(_ text: [UInt8], from start: Int) -> Int? {
    var at = start
    var isQuoted = false
    while at < text.count {
      switch text[at] {
      case UInt8(ascii: "\\") where isQuoted: at += 1
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "}") where !isQuoted: return at
      default: break
      }
      at += 1
    }
    return nil
  }

  private mutating func environment(
    _ name: [UInt8], _ own: Int, _ options: Options
  ) -> Computed.Source? {
    if name.isEmpty || name.contains(where: { $0 == 0 || $0 == UInt8(ascii: "=") }) {
      problems.append(("no variable can have this name", own))
      return nil
    }
    var type = Computed.TypeOfText.string
    if let node = options.type {
      let known = Computed.TypeOfText.allCases
      let text = document.kind(node) == .string ? document.text(node) : []
      guard let named = known.first(where: { $0.rawValue.utf8.elementsEqual(text) }) else {
        let all = known.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        problems.append(("\"type\" is one of \(all)", node))
        return nil
      }
      type = named
    }
    return .environment(name: name, type)
  }

  private mutating func file(
    _ path: [UInt8], _ own: Int, _ options: Options
  ) -> Computed.Source? {
    var trims = false
    if let node = options.trim {
      guard document.kind(node) == .true || document.kind(node) == .false else {
        problems.append(("\"trim\" is true or false", node))
        return nil
      }
      trims = document.kind(node) == .true
    }
    if let words = Self.problem(ofPath: path) {
      problems.append((words, own))
      return nil
    }
    return .file(path: path, trims: trims)
  }

  /// What is wrong with the path of a file as it is written, in words.
  static func problem(ofPath path: [UInt8]) -> String? {
    if path.isEmpty { return "a path may not be empty" }
    if path.contains(0) { return "a path may not hold NUL" }
    if path.first == UInt8(ascii: "/") {
      return "paths count from the directory of this file; take the '/' in front away"
    }
    return nil
  }
}

extension Scope {
  /// Reads a scope as a reference writes it: names from the root, the leading slash optional (T7).
  init?(written text: [UInt8]) {
    let slash = UInt8(ascii: "/")
    var rest = text[...]
    if rest.isEmpty { return nil }
    if rest.first == slash { rest = rest.dropFirst() }
    if rest.count > 1, rest.last == slash { rest = rest.dropLast() }
    var names: [[UInt8]] = []
    for name in rest.isEmpty ? [] : rest.split(separator: slash, omittingEmptySubsequences: false) {
      let isStep = name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8)
      if name.isEmpty || isStep || name.contains(0) { return nil }
      names.append(Array(name))
    }
    self.init(names)
  }
}
