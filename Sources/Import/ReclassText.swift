/// A text of reclass: plain text and references, as its parser reads them.
struct ReclassText {
  enum Piece: Equatable {
    case text([UInt8])
    /// The names and indexes of a path.
    case reference([[UInt8]])
  }

  private(set) var pieces: [Piece] = []
  /// Why the text has no form in heir.
  private(set) var problem: String?
  /// Whether reclass refuses the file.
  private(set) var isRefused = false

  /// The path if the whole text is one reference.
  var reference: [[UInt8]]? {
    if pieces.count == 1, case .reference(let path) = pieces[0] { path } else { nil }
  }

  var references: [[[UInt8]]] {
    pieces.compactMap { if case .reference(let path) = $0 { path } else { nil } }
  }

  private static let openers = ["${", "$["].map { Array($0.utf8) }

  /// Of the parameters that reclass adds, only these can be referred to.
  init(_ text: [UInt8], _ names: Set<[[UInt8]]>) {
    let signs = text.indices.dropLast().filter { at in
      text[at] == UInt8(ascii: "$") && Self.openers.contains(Array(text[at...(at + 1)]))
    }
    // Without such a sign reclass reads no escapes either.
    guard !signs.isEmpty else {
      add(text[...])
      return
    }
    let spaced = Self.withoutTabs(text)
    var rest = spaced[...]
    while !rest.isEmpty, problem == nil { read(&rest) }
    let isOther = references.contains { path in
      path[0].elementsEqual("_reclass_".utf8) && !names.contains(path)
    }
    if isOther { problem = problem ?? "a reference to another parameter of reclass than the name" }
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

  private mutating func add(_ text: some Collection<UInt8>) {
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

  private mutating func read(_ rest: inout ArraySlice<UInt8>) {
    if rest.starts(with: "\\\\".utf8),
      ["${", "$[", "}", "]"].contains(where: { rest.dropFirst(2).starts(with: $0.utf8) })
    {
      add([UInt8(ascii: "\\")])
      rest = rest.dropFirst(2)
    } else if rest.first == UInt8(ascii: "\\"), Self.isSign(rest) {
      add(rest.dropFirst().prefix(2))
      rest = rest.dropFirst(3)
    } else if rest.starts(with: "$[".utf8) {
      problem = "inventory query"
    } else if rest.starts(with: "${".utf8) {
      readReference(&rest)
    } else {
      var end = rest.startIndex
      repeat { end += 1 } while end < rest.endIndex && !Self.isSign(rest[end...])
      add(rest[..<end])
      rest = rest[end...]
    }
  }

  private mutating func readReference(_ rest: inout ArraySlice<UInt8>) {
    var path: [UInt8] = []
    rest = rest.dropFirst(2)
    while let byte = rest.first, byte != UInt8(ascii: "}") {
      if rest.starts(with: "${".utf8) {
        problem = "a nested reference"
        return
      }
      if byte == UInt8(ascii: "\\") {
        // An escaped colon or bracket is part of a name.
        problem = "an escape in a reference"
        return
      }
      path.append(byte)
      rest.removeFirst()
    }
    guard !path.isEmpty, rest.popFirst() != nil else {
      (problem, isRefused) = ("a reference without '}' or name", true)
      return
    }
    pieces.append(
      .reference(
        path.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { Array($0) }
      ))
  }
}
