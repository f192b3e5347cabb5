/// Which folder of a module names types that another folder declares; inside a module nothing else
/// tells.
package struct Arrows {
  package struct Arrow: Hashable, CustomStringConvertible {
    package let from: String
    package let to: String
    package let name: String
    package let file: String

    package var description: String { "\(from.isEmpty ? "." : from) -> \(to): \(name) in \(file)" }
  }

  package let folders: Set<String>
  package let all: Set<Arrow>

  /// Takes the module's files by their paths in it.
  package init(_ files: [String: String]) {
    let words = files.mapValues { Words(Self.code($0)) }
    folders = Set(words.keys.map(Self.folder))
    var owners: [String: Set<String>] = [:]
    for (path, words) in words {
      for name in words.offered { owners[name, default: []].insert(Self.folder(path)) }
    }
    var all: Set<Arrow> = []
    for (path, words) in words {
      let folder = Self.folder(path)
      for name in words.used.subtracting(words.own) {
        guard let owner = owners[name], owner.count == 1, let to = owner.first, to != folder
        else { continue }
        all.insert(Arrow(from: folder, to: to, name: name, file: path))
      }
    }
    self.all = all
  }

  /// The arrows between folders of which each leads to the next one, and the last to the first.
  package var circular: Set<Arrow> {
    var left = all
    while true {
      let ending = left.filter { arrow in !left.contains { $0.from == arrow.to } }
      if ending.isEmpty { break }
      left.subtract(ending)
    }
    while true {
      let beginning = left.filter { arrow in !left.contains { $0.to == arrow.from } }
      if beginning.isEmpty { return left }
      left.subtract(beginning)
    }
  }

  private static func folder(_ path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }

  /// A source without its comments and the text of its strings; what strings interpolate stays.
  package static func code(_ source: String) -> String {
    struct Quotes {
      let closing: [UInt8]
      let escape: [UInt8]
    }
    enum Inside {
      case code(parentheses: Int)
      case string(Quotes)
    }
    // A module may have the name of a type.
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let text = Array(lines.filter { !$0.hasPrefix("import ") }.joined(separator: "\n").utf8)
    var stack = [Inside.code(parentheses: 0)]
    var kept: [UInt8] = []
    var at = 0
    func stands(_ word: [UInt8]) -> Bool {
      text[at] == word[0] && text[at...].starts(with: word)
    }
    let (comment, opened, closed) = (Array("//".utf8), Array("/*".utf8), Array("*/".utf8))
    while at < text.count, let inside = stack.popLast() {
      switch inside {
      case .string(let quotes) where stands(quotes.closing): at += quotes.closing.count
      case .string(let quotes) where stands(quotes.escape):
        at += quotes.escape.count
        stack.append(inside)
        if at < text.count, text[at] == UInt8(ascii: "(") { stack.append(.code(parentheses: 0)) }
        at += 1
      case .string:
        stack.append(inside)
        at += 1
      case .code where stands(comment):
        stack.append(inside)
        while at < text.count, text[at] != UInt8(ascii: "\n") { at += 1 }
      case .code where stands(opened):
        stack.append(inside)
        while at < text.count, !stands(closed) { at += 1 }
        at += 2
      case .code(let parentheses) where text[at] != 0x22 && text[at] != 0x23:
        let depth =
          switch text[at] {
          case UInt8(ascii: "("): parentheses + 1
          case UInt8(ascii: ")"): parentheses - 1
          default: parentheses
          }
        // The end of an interpolation; what it stands in is next on the stack.
        if depth >= 0 || stack.isEmpty { stack.append(.code(parentheses: depth)) }
        kept.append(text[at])
        at += 1
      case .code:
        stack.append(inside)
        let hashes = text[at...].prefix { $0 == UInt8(ascii: "#") }
        let quotes = text[(at + hashes.count)...].prefix { $0 == UInt8(ascii: "\"") }
        if !quotes.isEmpty {
          let opening = quotes.count >= 3 ? quotes.prefix(3) : quotes.prefix(1)
          at += hashes.count + opening.count
          kept.append(UInt8(ascii: " "))
          stack.append(
            .string(Quotes(closing: Array(opening) + hashes, escape: [0x5C] + hashes)))
          continue
        }
        kept.append(text[at])
        at += 1
      }
    }
    return String(decoding: kept, as: UTF8.self)
  }
}

/// The names of types in one file.
private struct Words {
  /// Those that it declares for others.
  private(set) var offered: Set<String> = []
  /// All that it declares, and the parameters that stand for types.
  private(set) var own: Set<String> = []
  /// All that stand in it, but for the members of others.
  private(set) var used: Set<String> = []

  private static let keywords: Set = [
    "class", "struct", "enum", "protocol", "actor", "typealias", "associatedtype",
  ]
  private static let modifiers: Set = ["package", "final", "indirect", "private", "fileprivate"]

  init(_ code: String) {
    let words = Self.split(code)
    var depth = 0
    for (index, word) in words.enumerated() {
      if word == "{" { depth += 1 }
      if word == "}" { depth -= 1 }
      let before = index > 0 ? words[index - 1] : ""
      if Self.keywords.contains(before) || before == "func" || word == "init" {
        own.formUnion(Self.parameters(words[(index + 1)...]))
      }
      guard Self.isType(word), before != "." else { continue }
      used.insert(word)
      guard Self.keywords.contains(before) else { continue }
      own.insert(word)
      let modifiers = words[..<(index - 1)].reversed().prefix { Self.modifiers.contains($0) }
      if depth == 0, !modifiers.contains(where: { $0.hasSuffix("private") }) {
        offered.insert(word)
      }
    }
  }

  private static func isType(_ word: String) -> Bool {
    word.utf8.first.map { (0x41...0x5A).contains($0) } ?? false
  }

  /// The parameters in the angle brackets with which the words begin.
  private static func parameters(_ words: ArraySlice<String>) -> [String] {
    guard words.first == "<" else { return [] }
    let inside = words.prefix { $0 != ">" && $0 != "{" }.filter { $0 != "each" }
    return zip(inside, inside.dropFirst()).compactMap { before, word in
      (before == "<" || before == ",") && isType(word) ? word : nil
    }
  }

  /// Names, and every other sign by itself.
  private static func split(_ code: String) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    func isOfName(_ byte: UInt8) -> Bool {
      byte == 0x5F || byte >= 0x80 || (0x30...0x39).contains(byte)
        || (0x61...0x7A).contains(byte | 0x20)
    }
    for byte in Array(code.utf8) + [0x20] {
      if isOfName(byte) {
        word.append(byte)
        continue
      }
      if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
      word = []
      if byte > 0x20 { words.append(String(UnicodeScalar(byte))) }
    }
    return words
  }
}
