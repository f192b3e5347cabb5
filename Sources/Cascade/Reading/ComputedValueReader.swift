import JSONSource
import SafeText

/// Parses a computed value: its directive and options.
struct ComputedValueReader {
  let document: Document
  let surroundings: Reference.EnclosingObjects
  private(set) var problems: [InvalidNode] = []
  /// The option values that may contain computed values.
  private(set) var inner: [Int] = []

  mutating func read(_ node: Int, _ directive: Directive) -> ComputedValue? {
    var options: [Directive.Modifier: Int] = [:]
    var own: Int?
    for member in document.members(node) {
      let name = Array(document.names.bytes(of: member.name))
      guard member.isDirective else {
        do throws(Diagnostic.Problem) {
          options[try directive.option(name)] = member.value
        } catch { problems.append(InvalidNode(error, member.nameIndex)) }
        continue
      }
      switch document.directive(member) {
      case directive: own = member.value
      case .comment: break
      case let other? where other.isComputed:
        problems.append(InvalidNode(.twoComputed(directive, other), member.nameIndex))
      default: problems.append(InvalidNode(.misplaced(name, .options), member.nameIndex))
      }
    }
    guard let own else { return nil }
    if let fallback = options[.default] { inner.append(fallback) }
    do throws(InvalidNode) {
      return ComputedValue(
        directive, try source(directive, own, options), node: own, fallback: options[.default])
    } catch {
      problems.append(error)
      return nil
    }
  }

  private mutating func source(
    _ directive: Directive, _ own: Int, _ options: [Directive.Modifier: Int]
  ) throws(InvalidNode) -> ComputedValue.Source {
    guard let text = document.string(own) else {
      throw InvalidNode(.wrongValue(of: directive), own)
    }
    switch directive {
    case .ref: return try reference(text, own, options)
    case .format:
      let pieces = try InvalidNode.located(own) { () throws(Diagnostic.Problem) in
        try FormatSyntax.pieces(text, plain: ComputedValue.Piece.text) {
          (key, fallback) throws(Diagnostic.Problem) in
          .reference(try Reference.read(key, in: surroundings, document.names), fallback: fallback)
        }
      }
      return .format(pieces)
    case .env: return try environment(text, own, options)
    default: return try file(text, own, options)
    }
  }

  private mutating func reference(
    _ text: [UInt8], _ own: Int, _ options: [Directive.Modifier: Int]
  ) throws(InvalidNode) -> ComputedValue.Source {
    var scope: Scope?
    if let node = options[.scope] {
      guard let named = document.string(node).flatMap(Scope.init(path:)) else {
        throw InvalidNode(.wrongOption(.scope), node)
      }
      scope = named
    }
    if let node = options[.map] {
      guard document.kind(node) == .object else { throw InvalidNode(.wrongOption(.map), node) }
      for member in document.members(node) {
        if !member.isDirective {
          inner.append(member.value)
        } else if !document.isComment(member) {
          let name = document.names.bytes(of: member.name)
          problems.append(InvalidNode(.misplaced(Array(name), .map), member.nameIndex))
        }
      }
    }
    let reference = try InvalidNode.located(own) { () throws(Diagnostic.Problem) in
      if text.first != UInt8(ascii: "/"), let end = FormatSyntax.endOfKey(text[...]),
        text[end] == UInt8(ascii: "|")
      {
        throw .defaultInKey(Array(text[..<end]))
      }
      return try Reference.read(text, in: surroundings, document.names)
    }
    return .reference(reference, scope: scope, map: options[.map])
  }

  private func environment(
    _ name: [UInt8], _ own: Int, _ options: [Directive.Modifier: Int]
  ) throws(InvalidNode) -> ComputedValue.Source {
    if name.isEmpty || name.contains(where: { $0 == 0 || $0 == UInt8(ascii: "=") }) {
      throw InvalidNode(.badVariableName, own)
    }
    guard let node = options[.type] else { return .environment(name: name, .string) }
    let known = TypeOfText.allCases
    let text = document.string(node) ?? []
    guard let type = known.first(where: { $0.rawValue.utf8.elementsEqual(text) }) else {
      throw InvalidNode(.wrongOption(.type, choices: known.map(\.rawValue)), node)
    }
    return .environment(name: name, type)
  }

  private func file(
    _ path: [UInt8], _ own: Int, _ options: [Directive.Modifier: Int]
  ) throws(InvalidNode) -> ComputedValue.Source {
    var trims = false
    if let node = options[.trim] {
      guard document.kind(node) == .true || document.kind(node) == .false else {
        throw InvalidNode(.wrongOption(.trim), node)
      }
      trims = document.kind(node) == .true
    }
    if let error = Self.problem(ofPath: path) { throw InvalidNode(.badPath(error), own) }
    return .file(path: path, trims: trims)
  }

  static func problem(ofPath path: [UInt8]) -> Diagnostic.PathError? {
    if path.isEmpty { return .empty }
    if path.contains(0) { return .containsNUL }
    return path.first == UInt8(ascii: "/") ? .absolute : nil
  }
}

/// A problem of a node that is being parsed.
struct InvalidNode: Error {
  let problem: Diagnostic.Problem
  let node: Int

  init(_ problem: Diagnostic.Problem, _ node: Int) { (self.problem, self.node) = (problem, node) }

  static func located<Result>(
    _ node: Int, _ body: () throws(Diagnostic.Problem) -> Result
  ) throws(InvalidNode) -> Result {
    do throws(Diagnostic.Problem) { return try body() } catch { throw InvalidNode(error, node) }
  }
}

extension Directive {
  func option(_ name: [UInt8]) throws(Diagnostic.Problem) -> Modifier {
    if let known = options.first(where: { $0.rawValue.utf8.elementsEqual(name) }) { return known }
    let near = NearMiss.nearest(to: name, among: options.map(\.rawValue))
    throw .unknownOption(name, of: self, nearest: near.flatMap(Modifier.init))
  }
}
