import Foundation

/// A Swift file, divided into code and the text of its string literals.
struct SwiftSource {
  /// Without comments and the text of strings; what strings interpolate stays.
  private(set) var code = ""
  /// The text of strings, on the lines of the file; `|` is other code or an interpolation. Literals joined by `+` are
  /// one text.
  private(set) var literals = ""

  init(_ text: String) {
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
  init(_ files: [String: String]) {
    let code = files.mapValues { text in
      // A module may have the name of a type.
      SwiftSource(text).code.replacing(/(?m)^import .*$/, with: "")
    }
    folders = Set(code.keys.map(Self.folder))
    var owners: [Substring: Set<String>] = [:]
    for (path, code) in code {
      let kinds =
        /(?m)^(?:(?:package|final|indirect) )*(?:class|struct|enum|protocol|actor|typealias) (\w+)/
      for match in code.matches(of: kinds) {
        owners[match.1, default: []].insert(Self.folder(path))
      }
    }
    var all: Set<Arrow> = []
    for (path, code) in code {
      var own = Set(
        code.matches(of: /(?:class|struct|enum|protocol|actor|typealias|associatedtype) (\w+)/)
          .map(\.1))
      for match in code.matches(of: /(?:func \w+|init|(?:class|struct|enum|actor) \w+)<([^>{]*)>/) {
        own.formUnion(match.1.matches(of: /(?:^|, ?)(?:each )?(\w+)/).map(\.1))
      }
      for match in code.matches(of: /(^|[^.\w])([A-Z]\w*)/) where !own.contains(match.2) {
        guard let to = owners[match.2], to.count == 1, let to = to.first, to != Self.folder(path)
        else { continue }
        all.insert(Arrow(from: Self.folder(path), to: to, name: String(match.2), file: path))
      }
    }
    self.all = all
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
