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
    // A module may have the name of a type.
    let codes = files.mapValues { Self.imports.replacing(in: $0.code) }
    var owners: [String: Set<String>] = [:]
    for (path, code) in codes {
      for name in Self.topDeclaration.names(in: code) {
        owners[name, default: []].insert(Self.folder(path))
      }
    }
    var all: Set<Arrow> = []
    for (path, code) in codes {
      let generics = Self.generics.names(in: code).flatMap { Self.parameter.names(in: $0) }
      let own = Set(Self.declaration.names(in: code) + generics)
      for name in Set(Self.use.names(in: code)).subtracting(own) {
        guard let to = owners[name], to.count == 1, let to = to.first, to != Self.folder(path)
        else { continue }
        all.insert(Arrow(from: Self.folder(path), to: to, name: name, file: path))
      }
    }
    self.all = all
  }

  private static let kinds = "(?:class|struct|enum|protocol|actor|typealias)"
  private static let imports = expression(#"(?m)^import .*$"#)
  private static let topDeclaration = expression(
    #"(?m)^(?:(?:package|final|indirect) )*\#(kinds) (\w+)"#)
  private static let declaration = expression(#"\b(?:\#(kinds)|associatedtype) (\w+)"#)
  private static let generics = expression(
    #"(?:func \w+|init|(?:class|struct|enum|actor) \w+)<([^>{\n]*)"#)
  private static let parameter = expression(#"(?:^|, ?)(?:each )?(\w+)"#)
  /// A name that follows a dot is another's; one that begins with a small letter is no type.
  private static let use = expression(#"(?<![.\w])([A-Z]\w*)"#)

  private static func expression(_ pattern: String) -> NSRegularExpression {
    // Only a wrong pattern fails.
    guard let expression = try? NSRegularExpression(pattern: pattern) else { fatalError(pattern) }
    return expression
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

extension NSRegularExpression {
  /// What the first group of each match has.
  fileprivate func names(in text: String) -> [String] {
    let string = text as NSString
    return matches(in: text, range: NSRange(location: 0, length: string.length)).map {
      string.substring(with: $0.range(at: 1))
    }
  }

  /// The text without the matches.
  fileprivate func replacing(in text: String) -> String {
    stringByReplacingMatches(
      in: text, range: NSRange(location: 0, length: (text as NSString).length), withTemplate: "")
  }
}
