import SafeText
import YAMLSource

/// A text of reclass: plain text, references and queries, as its parser reads them.
struct ReclassText {
  enum Piece: Equatable, Sendable {
    case text([UInt8])
    /// The names and indexes of a path.
    case reference([[UInt8]])
    /// A reference with references in its path.
    indirect case nested([Piece])
    case query(ReclassQuery)
  }

  private(set) var pieces: [Piece] = []
  /// Whether reclass refuses the file.
  private(set) var isRefused = false
  /// Whether reclass has several parts for a text without references.
  private(set) var isComposite = false
  private var depth = 0

  /// The path if the whole text is one reference.
  var reference: [[UInt8]]? {
    if pieces.count == 1, case .reference(let path) = pieces[0] { path } else { nil }
  }

  /// Whether the text has references.
  var isComputed: Bool { pieces.contains { if case .text = $0 { false } else { true } } }

  /// The paths of references in which there are no others.
  static func paths(_ pieces: [Piece]) -> [[[UInt8]]] {
    pieces.flatMap { (piece) -> [[[UInt8]]] in
      switch piece {
      case .text, .query: []
      case .reference(let path): [path]
      case .nested(let inside): paths(inside)
      }
    }
  }

  /// The text between references.
  var plain: [UInt8] {
    pieces.flatMap { (piece) -> [UInt8] in if case .text(let text) = piece { text } else { [] } }
  }

  /// Why the text has no form in heir. Of the parameters that reclass adds, only the name can be referred to.
  var problem: String? {
    if isRefused { return "a text that reclass cannot read" }
    for piece in pieces {
      switch piece {
      case .nested: return "a nested reference"
      case .query: return "inventory query"
      case .reference(let path)
      where path[0] == ReclassImport.ownName && !ReclassImport.ownNames.contains(path):
        return "a reference to another parameter of reclass than the name"
      case .text, .reference: break
      }
    }
    return nil
  }

  private static let openers = ["${", "$["].map { Array($0.utf8) }
  private static let signs = ["${", "$[", "}", "]"]
  /// Python's stack may end for more references within one another.
  private static let deepest = 30

  init(_ text: [UInt8]) {
    let hasSign = zip(text, text.dropFirst()).contains {
      $0 == UInt8(ascii: "$") && "{[".utf8.contains($1)
    }
    // Without such a sign reclass reads no escapes either.
    guard hasSign else {
      pieces = [.text(text)]
      return
    }
    isComposite = text.count > 3
    var rest = Self.withoutTabs(text)[...]
    while !rest.isEmpty, !isRefused { read(&rest) }
    // Python reads a query in a text without the inventory.
    let hasQuery = pieces.contains { if case .query = $0 { true } else { false } }
    if hasQuery, pieces.count > 1 { isRefused = true }
  }

  /// The parser of reclass puts spaces for tabs, up to the next of every eight columns.
  private static func withoutTabs(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(0x09) else { return text }
    var spaced: [UInt8] = []
    var column = 0
    for byte in text {
      if byte == 0x09 {
        let count = 8 - column % 8
        spaced += repeatElement(0x20, count: count)
        column += count
        continue
      }
      spaced.append(byte)
      if byte == 0x0A || byte == 0x0D { column = 0 } else if byte & 0xC0 != 0x80 { column += 1 }
    }
    return spaced
  }

  private static func add(_ text: some Collection<UInt8>, to pieces: inout [Piece]) {
    if case .text(let before)? = pieces.last {
      pieces[pieces.count - 1] = .text(before + text)
    } else {
      pieces.append(.text(Array(text)))
    }
  }

  /// Whether a reference, a query, or an escape of one starts here.
  private static func isSign(_ rest: ArraySlice<UInt8>) -> Bool {
    let head = rest.prefix(4)
    let sign = head.drop { $0 == UInt8(ascii: "\\") }
    return head.count - sign.count <= 2 && openers.contains { sign.starts(with: $0) }
  }

  /// Reads an escaped backslash.
  private static func readEscape(_ rest: inout ArraySlice<UInt8>, _ pieces: inout [Piece]) -> Bool {
    guard rest.starts(with: "\\\\".utf8),
      signs.contains(where: { rest.dropFirst(2).starts(with: $0.utf8) })
    else { return false }
    add([UInt8(ascii: "\\")], to: &pieces)
    rest = rest.dropFirst(2)
    return true
  }

  private mutating func read(_ rest: inout ArraySlice<UInt8>) {
    if Self.readEscape(&rest, &pieces) { return }
    if rest.first == UInt8(ascii: "\\"), Self.isSign(rest) {
      Self.add(rest.dropFirst().prefix(2), to: &pieces)
      rest = rest.dropFirst(3)
    } else if rest.starts(with: "$[".utf8) {
      let inside = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "]") }
      let isClosed = inside.endIndex < rest.endIndex
      rest = rest.dropFirst(inside.count + 3)
      guard isClosed, let query = ReclassQuery(inside) else {
        isRefused = true
        return
      }
      pieces.append(.query(query))
    } else if rest.starts(with: "${".utf8) {
      guard let reference = readReference(&rest) else {
        isRefused = true
        return
      }
      pieces.append(reference)
    } else {
      var end = rest.startIndex
      repeat { end += 1 } while end < rest.endIndex && !Self.isSign(rest[end...])
      Self.add(rest[..<end], to: &pieces)
      rest = rest[end...]
    }
  }

  private mutating func readReference(_ rest: inout ArraySlice<UInt8>) -> Piece? {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.deepest { return nil }
    var inside: [Piece] = []
    rest = rest.dropFirst(2)
    while let byte = rest.first, byte != UInt8(ascii: "}") {
      if Self.readEscape(&rest, &inside) { continue }
      if rest.starts(with: "${".utf8) {
        guard let inner = readReference(&rest) else { return nil }
        inside.append(inner)
        continue
      }
      let escaped = ["${", "}"].first { rest.starts(with: "\\\($0)".utf8) }
      Self.add(escaped.map { Array($0.utf8) } ?? [byte], to: &inside)
      rest = rest.dropFirst(escaped.map { $0.utf8.count + 1 } ?? 1)
    }
    if inside.isEmpty || rest.popFirst() == nil { return nil }
    guard inside.count == 1, case .text(let text) = inside[0] else { return .nested(inside) }
    return .reference(Self.path(text))
  }

  /// The names of a path; a colon after a backslash is part of a name, as is the backslash.
  static func path(_ text: [UInt8]) -> [[UInt8]] {
    var names: [[UInt8]] = [[]]
    for (index, byte) in text.enumerated() {
      if byte == UInt8(ascii: ":"), index == 0 || text[index - 1] != UInt8(ascii: "\\") {
        names.append([])
      } else {
        names[names.count - 1].append(byte)
      }
    }
    return names
  }
}

/// A query of the exports of all nodes.
struct ReclassQuery: Equatable, Sendable {
  /// Whether the answer is a list of nodes; otherwise it is an object.
  let isList: Bool
  /// The parameters of the node that it reads.
  private(set) var parameters: [[[UInt8]]] = []

  /// nil for one that reclass refuses, or may refuse.
  init?(_ text: some Collection<UInt8>) {
    let spaces: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    var words = text.split { spaces.contains($0) }.map { Array($0) }
    func has(_ index: Int, _ word: String) -> Bool {
      words.indices.contains(index) && words[index].map(\.lowered).elementsEqual(word.utf8)
    }
    if text.first == UInt8(ascii: "\\") { return nil }
    while has(0, "+ignoreerrors") || has(0, "+allenvs") { words.removeFirst() }
    isList = has(0, "if")
    if !isList {
      guard let path = words.first.map(ReclassText.path), path.count > 1 else { return nil }
      if words.count == 1 { return }
      guard has(1, "if") else { return nil }
      words.removeFirst()
    }
    words.removeFirst()
    // Tests of three words, with 'and' or 'or' between them.
    guard words.count % 4 == 3 else { return nil }
    for start in stride(from: 0, to: words.count, by: 4) {
      let isJoined = start == 0 || has(start - 1, "and") || has(start - 1, "or")
      guard isJoined, has(start + 1, "==") || has(start + 1, "!=") else { return nil }
      let sides = [words[start], words[start + 2]].map { ReclassText.path($0) }
      let roots = sides.map { String(decoding: $0[0].map(\.lowered), as: UTF8.self) }
      guard roots.count(where: { $0 == "exports" }) == 1 else { return nil }
      for (path, root) in zip(sides, roots) where root == "self" || root == "exports" {
        if path.count == 1 { return nil }
        if root == "self" { parameters.append(Array(path.dropFirst())) }
      }
    }
  }
}
