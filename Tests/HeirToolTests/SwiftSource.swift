import Foundation

/// A Swift file, divided into code and the text of its string literals.
struct SwiftSource: Sendable {
  /// All files of the package, by their paths below `Sources`.
  static let all: [String: SwiftSource] = {
    let top = DocumentTests.package.appending(path: "Sources").path
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: top)) ?? []
    let files = paths.filter { $0.hasSuffix(".swift") }.map { path in
      (path, SwiftSource((try? String(contentsOfFile: top + "/" + path, encoding: .utf8)) ?? ""))
    }
    return Dictionary(uniqueKeysWithValues: files)
  }()

  let text: String
  /// Without comments and the text of strings; what strings interpolate stays.
  private(set) var code = ""
  /// The text of strings, on the lines of the file; `|` is other code or an interpolation. Literals joined by `+` are
  /// one text.
  private(set) var literals = ""

  init(_ text: String) {
    self.text = text
    let string = text as NSString
    var end = 0
    for match in Self.expression.matches(in: text, range: NSRange(0..<string.length)) {
      let between = string.substring(
        with: NSRange(location: end, length: match.range.location - end))
      let isJoined = between.allSatisfy { $0.isWhitespace || $0 == "+" }
      end = NSMaxRange(match.range)
      code += between + " "
      literals += between.filter(\.isNewline) + (isJoined ? " " : "|")
      guard let group = (1...3).first(where: { match.range(at: $0).location != NSNotFound }) else {
        literals += string.substring(with: match.range).filter(\.isNewline)
        continue
      }
      let inside = string.substring(with: match.range(at: group))
      let parts = inside.contains("(") ? inside.matches(of: Self.interpolation) : []
      for part in parts {
        code += SwiftSource(String(part.output.dropFirst(2).dropLast())).code + " "
      }
      literals += (parts.isEmpty ? inside : inside.replacing(Self.interpolation, with: "|"))
        .replacingOccurrences(of: #"(?s)\\\S"#, with: " ", options: .regularExpression)
    }
    code += string.substring(from: end)
  }

  /// Parentheses in an interpolation nest no deeper.
  nonisolated(unsafe) private static let interpolation =
    /\\#?\((?:[^()"]|"[^"]*"|\((?:[^()"]|"[^"]*"|\((?:[^()"]|"[^"]*")*\))*\))*\)/

  /// Comments, and three forms of strings.
  private static let expression: NSRegularExpression = {
    let pattern =
      ##"(?s)//[^\n]*|/\*.*?\*/|"""(.*?)"""|#"((?:[^"\n]|"(?!#))*)"#|"((?:[^"\\\n]|\\\((?:[^()"]|"[^"]*"|\((?:[^()"]|"[^"]*"|\([^()]*\))*\))*\)|\\.)*)""##
    // Only a wrong pattern fails.
    guard let expression = try? NSRegularExpression(pattern: pattern) else { fatalError(pattern) }
    return expression
  }()
}

/// Which folder of a module names types that another folder declares; the compiler checks that for modules only.
struct Arrows {
  struct Arrow: Hashable, CustomStringConvertible {
    let from, to, name, file: String

    var description: String { "\(from.isEmpty ? "." : from) -> \(to): \(name) in \(file)" }
  }

  let folders: Set<String>
  let all: Set<Arrow>

  /// Takes the module's files by their paths in it.
  init(_ files: [String: SwiftSource]) {
    folders = Set(files.keys.map(Self.folder))
    let words = files.mapValues { Self.words($0.code) }
    var owners: [Substring: Set<String>] = [:]
    for (path, words) in words {
      for word in words where word.isDeclaredAtTop {
        owners[word.text, default: []].insert(Self.folder(path))
      }
    }
    var all: Set<Arrow> = []
    for (path, words) in words {
      let own = Set(words.filter(\.isDeclared).map(\.text))
      for name in Set(words.filter(\.isUse).map(\.text)).subtracting(own) {
        guard let to = owners[name], to.count == 1, let to = to.first, to != Self.folder(path)
        else { continue }
        all.insert(Arrow(from: Self.folder(path), to: to, name: String(name), file: path))
      }
    }
    self.all = all
  }

  private struct Word {
    let text: Substring
    /// A name that follows a dot is another's; one that begins with a small letter is no type.
    let isUse: Bool
    var isDeclared = false
    var isDeclaredAtTop = false
  }

  /// The words of code but for imports: a module may have the name of a type.
  private static func words(_ code: String) -> [Word] {
    let kinds: Set<Substring> = ["class", "struct", "enum", "protocol", "actor", "typealias"]
    return code.utf8.split(separator: UInt8(ascii: "\n")).map(Substring.init).flatMap { line in
      if line.hasPrefix("import ") { return [Word]() }
      var words: [Word] = []
      var before = UInt8(ascii: " ")
      var rest = line.utf8
      while let first = rest.first {
        let text = Substring(rest.prefix { $0 == UInt8(ascii: "_") || isLetterOrDigit($0) })
        guard !text.isEmpty else {
          before = first
          rest.removeFirst()
          continue
        }
        let capital = UInt8(ascii: "A")...UInt8(ascii: "Z")
        var word = Word(text: text, isUse: before != UInt8(ascii: ".") && capital ~= first)
        if let last = words.last?.text, before == UInt8(ascii: " ") {
          word.isDeclared = kinds.contains(last) || last == "associatedtype"
          word.isDeclaredAtTop =
            kinds.contains(last) && line.first != " "
            && words.dropLast().allSatisfy { ["package", "final", "indirect"].contains($0.text) }
        }
        words.append(word)
        rest = rest.dropFirst(text.utf8.count)
      }
      guard line.utf8.contains(UInt8(ascii: "<")) else { return words }
      for match in line.matches(of: /(?:func \w+|init|(?:class|struct|enum|actor) \w+)<([^>{]*)>?/)
      {
        words += match.1.matches(of: /(?:^|, ?)(?:each )?(\w+)/).map {
          Word(text: $0.1, isUse: false, isDeclared: true)
        }
      }
      return words
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  /// The arrows between folders of which each leads to the next one, and the last to the first.
  var circular: Set<Arrow> {
    var left = all
    while true {
      let within = left.filter { arrow in
        left.contains { $0.from == arrow.to } && left.contains { $0.to == arrow.from }
      }
      if within == left { return left }
      left = within
    }
  }

  private static func folder(_ path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }
}
