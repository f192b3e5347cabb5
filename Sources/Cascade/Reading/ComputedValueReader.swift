import JSONSource
import SafeText

/// Parses a computed value: its directive and options.
struct ComputedValueReader {
  let document: Document
  let surroundings: Reference.EnclosingObjects
  private(set) var problems: [(problem: Diagnostic.Problem, node: Int)] = []
  /// The option values that may contain computed values.
  private(set) var inner: [Int] = []

  mutating func read(_ node: Int, _ directive: Directive) -> ComputedValue? {
    var options: [Directive.Modifier: Int] = [:]
    var own: Int?
    for member in document.members(node) {
      if member.isDirective {
        if readDirective(member, beside: directive) { own = member.value }
      } else {
        read(member, of: directive, into: &options)
      }
    }
    guard let own else { return nil }
    if let fallback = options[.default] { inner.append(fallback) }
    guard let source = source(directive, own, options) else { return nil }
    return ComputedValue(directive, source, node: own, fallback: options[.default])
  }

  private mutating func readDirective(_ member: Member, beside directive: Directive) -> Bool {
    let name = document.names.bytes(of: member.name)
    let other = Directive.named(name)
    if other == directive { return true }
    if other == .comment { return false }
    if let other, other.isComputed {
      problems.append((.twoComputed(directive, other), member.nameIndex))
    } else {
      problems.append((.misplaced(Array(name), .options), member.nameIndex))
    }
    return false
  }

  private mutating func read(
    _ member: Member, of directive: Directive, into options: inout [Directive.Modifier: Int]
  ) {
    do throws(Diagnostic.Problem) {
      let option = try directive.option(Array(document.names.bytes(of: member.name)))
      options[option] = member.value
    } catch { problems.append((error, member.nameIndex)) }
  }

  private mutating func source(
    _ directive: Directive, _ own: Int, _ options: [Directive.Modifier: Int]
  ) -> ComputedValue.Source? {
    guard let text = document.string(own) else {
      problems.append((.wrongValue(of: directive), own))
      return nil
    }
    switch directive {
    case .ref: return reference(text, own, options)
    case .format: return pieces(text, own).map { .format($0) }
    case .env: return environment(text, own, options)
    default: return file(text, own, options)
    }
  }

  private mutating func reference(
    _ text: [UInt8], _ own: Int, _ options: [Directive.Modifier: Int]
  ) -> ComputedValue.Source? {
    var scope: Scope?
    if let node = options[.scope] {
      guard let named = document.string(node).flatMap(Scope.init(path:)) else {
        problems.append((.wrongOption(.scope), node))
        return nil
      }
      scope = named
    }
    if let node = options[.map] {
      guard document.kind(node) == .object else {
        problems.append((.wrongOption(.map), node))
        return nil
      }
      for member in document.members(node) {
        if !member.isDirective {
          inner.append(member.value)
        } else if !document.isComment(member) {
          let name = document.names.bytes(of: member.name)
          problems.append((.misplaced(Array(name), .map), member.nameIndex))
        }
      }
    }
    guard let reference = reference(text, at: own) else { return nil }
    return .reference(reference, scope: scope, map: options[.map])
  }

  private mutating func reference(_ text: [UInt8], at node: Int) -> Reference? {
    do throws(Diagnostic.Problem) {
      return try Reference.read(text, in: surroundings, document.names)
    } catch {
      problems.append((error, node))
      return nil
    }
  }

  private mutating func pieces(_ text: [UInt8], _ node: Int) -> [ComputedValue.Piece]? {
    do throws(Diagnostic.Problem) {
      return try FormatSyntax.pieces(text, plain: ComputedValue.Piece.text) {
        (inside) throws(Diagnostic.Problem) in
        .reference(try Reference.read(inside, in: surroundings, document.names))
      }
    } catch {
      problems.append((error, node))
      return nil
    }
  }

  private mutating func environment(
    _ name: [UInt8], _ own: Int, _ options: [Directive.Modifier: Int]
  ) -> ComputedValue.Source? {
    if name.isEmpty || name.contains(where: { $0 == 0 || $0 == UInt8(ascii: "=") }) {
      problems.append((.badVariableName, own))
      return nil
    }
    var type = TypeOfText.string
    if let node = options[.type] {
      let known = TypeOfText.allCases
      let text = document.string(node) ?? []
      guard let named = known.first(where: { $0.rawValue.utf8.elementsEqual(text) }) else {
        problems.append((.wrongOption(.type, choices: known.map(\.rawValue)), node))
        return nil
      }
      type = named
    }
    return .environment(name: name, type)
  }

  private mutating func file(
    _ path: [UInt8], _ own: Int, _ options: [Directive.Modifier: Int]
  ) -> ComputedValue.Source? {
    var trims = false
    if let node = options[.trim] {
      guard document.kind(node) == .true || document.kind(node) == .false else {
        problems.append((.wrongOption(.trim), node))
        return nil
      }
      trims = document.kind(node) == .true
    }
    if let error = Self.problem(ofPath: path) {
      problems.append((.badPath(error), own))
      return nil
    }
    return .file(path: path, trims: trims)
  }

  static func problem(ofPath path: [UInt8]) -> Diagnostic.PathError? {
    if path.isEmpty { return .empty }
    if path.contains(0) { return .containsNUL }
    return path.first == UInt8(ascii: "/") ? .absolute : nil
  }
}

extension Directive {
  func option(_ name: [UInt8]) throws(Diagnostic.Problem) -> Modifier {
    if let known = options.first(where: { $0.rawValue.utf8.elementsEqual(name) }) { return known }
    let near = NearMiss.nearest(to: name, among: options.map(\.rawValue))
    throw .unknownOption(name, of: self, nearest: near.flatMap(Modifier.init))
  }
}

extension Scope {
  /// Parses a scope: names from the root with an optional leading slash (T7).
  package init?(path text: [UInt8]) {
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
