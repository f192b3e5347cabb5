/// Arguments that are often given in another order or form, and the line that is meant.
///
/// SCOPE is an existing scope, and KEY anything else that does not begin with a slash; KEY... is one or more.
/// COMMIT is a usual name of a revision, and a pair of names is one argument with two dots.
/// VALUE is repeated only if it cannot be secret. START is the current directory's scope, or the root outside the tree.
struct CorrectedLine {
  let commands: [String]
  let given: [String]
  /// The line, where `*` is the given command.
  private let line: [String]
  let about: String

  private init(_ commands: String, _ given: String, _ line: String, _ about: String) {
    func words(_ text: String) -> [String] {
      text.unicodeScalars.split(separator: " ").map { String($0) }
    }
    (self.commands, self.given, self.line) = (words(commands), words(given), words(line))
    self.about = about
  }

  static let all: [CorrectedLine] = {
    let scopeFirst = "the scope comes first, then the key"
    let scopesFirst = "the scopes come first, then the key"
    let twoArguments = "KEY and VALUE are two arguments"
    let revision = "'--since' names a revision"
    let revisions = "'--since' and '--at' name revisions"
    let taking = "get resolve explain where log watch exec unset stop resume declare"
    return [
      CorrectedLine(taking, "KEY... SCOPE", "* SCOPE KEY...", scopeFirst),
      CorrectedLine("set", "KEY SCOPE VALUE", "* SCOPE KEY VALUE", scopeFirst),
      CorrectedLine("diff", "KEY SCOPE SCOPE", "* SCOPE SCOPE KEY", scopesFirst),
      CorrectedLine("diff", "SCOPE KEY SCOPE", "* SCOPE SCOPE KEY", scopesFirst),
      CorrectedLine(
        "where", "SCOPE KEY=VALUE", "* SCOPE KEY --value VALUE", "'--value' selects a value"),
      CorrectedLine("where", "KEY...", "* / KEY...", scopeFirst),
      CorrectedLine(taking, "KEY...", "* START KEY...", scopeFirst),
      CorrectedLine("get", "SCOPE", "resolve SCOPE", "for all values of the scope"),
      CorrectedLine("check files schema scopes", "KEY", "where / KEY", "for a key in all scopes"),
      CorrectedLine("set", "KEY VALUE", "* START KEY VALUE", scopeFirst),
      CorrectedLine("set", "SCOPE KEY=VALUE", "* SCOPE KEY VALUE", twoArguments),
      CorrectedLine(
        "set", "KEY=VALUE", "* START KEY VALUE", "the scope comes first, \(twoArguments)"),
      CorrectedLine(
        "unset stop resume", "SCOPE KEY=VALUE", "* SCOPE KEY", "KEY takes no value here"),
      CorrectedLine(
        "declare", "SCOPE KEY TYPE", "* SCOPE KEY --type TYPE", "'--type' declares a type"),
      CorrectedLine("diff", "SCOPE..SCOPE", "* SCOPE SCOPE", "the scopes are two arguments"),
      CorrectedLine("diff", "SCOPE COMMIT", "* SCOPE --since COMMIT", revision),
      CorrectedLine("diff", "COMMIT NEW", "impact --since COMMIT --at NEW", revisions),
      CorrectedLine("diff impact", "REV..NEW", "impact --since REV --at NEW", revisions),
      CorrectedLine("impact", "REV", "* --since REV", revision),
      CorrectedLine("impact", "SCOPE REV", "* SCOPE --since REV", revision),
      CorrectedLine("impact", "SCOPE", "* SCOPE --since HEAD", revision),
    ]
  }()

  /// Whether a scope is given; otherwise the line adds one before its keys.
  var hasScope: Bool { given.contains("SCOPE") }

  /// The words of the line that is meant, and its keys; nil if the arguments are others.
  func words(
    _ command: String, _ arguments: [[UInt8]], start: @autoclosure () -> [UInt8],
    isScope: ([UInt8]) -> Bool, isOpen: (_ value: [UInt8], _ key: [UInt8], _ scope: [UInt8]) -> Bool
  ) -> (words: [[UInt8]], keys: [[UInt8]])? {
    guard commands.contains(command), var bound = bind(arguments, isScope) else { return nil }
    func word(_ name: String) -> [UInt8]? { bound.first { $0.name == name }?.word }
    if let value = word("VALUE"),
      !isOpen(value, word("KEY") ?? [], word("SCOPE") ?? start())
    {
      bound.removeAll { $0.name == "VALUE" }
    }
    let keys = bound.filter { $0.name.hasPrefix("KEY") }.map(\.word)
    let words = line.flatMap { name in
      switch name {
      case "*": return [Array(command.utf8)]
      case "START": return [start()]
      case "KEY...": return keys
      default:
        let place = bound.firstIndex { $0.name == name }
        return [place.map { bound.remove(at: $0).word } ?? Array(name.utf8)]
      }
    }
    return (words, keys)
  }

  /// Whether a word is a usual name of a revision.
  private static func isCommit(_ word: [UInt8]) -> Bool {
    ["HEAD", "main", "master", "origin/"].contains { word.starts(with: $0.utf8) }
      || word.contains { "~^@".utf8.contains($0) }
      || word.count >= 7 && word.allSatisfy { $0.hexDigit != nil }
  }

  /// The words before and after the first two dots.
  private static func pair(in word: [UInt8]) -> ([UInt8], [UInt8])? {
    let dot = UInt8(ascii: ".")
    let start = word.indices.dropLast().first { word[$0] == dot && word[$0 + 1] == dot }
    guard let start, start > 0, start + 2 < word.count, word[start + 2] != dot else { return nil }
    return (Array(word[..<start]), Array(word[(start + 2)...]))
  }

  private func bind(
    _ arguments: [[UInt8]], _ isScope: ([UInt8]) -> Bool
  ) -> [(name: String, word: [UInt8])]? {
    var names = given
    if let many = names.firstIndex(of: "KEY..."), arguments.count > names.count {
      let more = arguments.count - names.count
      names.insert(contentsOf: repeatElement("KEY...", count: more), at: many)
    }
    guard names.count == arguments.count else { return nil }
    var bound: [(name: String, word: [UInt8])] = []
    for (name, word) in zip(names, arguments) {
      switch name {
      case "VALUE": bound.append((name, word))
      case "SCOPE..SCOPE", "REV..NEW":
        guard let pair = Self.pair(in: word) else { return nil }
        let names = name.split(separator: ".").map(String.init)
        for (name, word) in zip(names, [pair.0, pair.1]) {
          guard name != "SCOPE" || isScope(word) else { return nil }
          bound.append((name, word))
        }
      case "COMMIT":
        guard !isScope(word), Self.isCommit(word) else { return nil }
        bound.append((name, word))
      case "KEY=VALUE":
        guard let equals = SettingArgument.equals(word), equals > 0 else { return nil }
        bound.append(("KEY", Array(word[..<equals])))
        bound.append(("VALUE", Array(word[(equals + 1)...])))
      default:
        guard isScope(word) == (name == "SCOPE"),
          name == "SCOPE" || word.first != UInt8(ascii: "/")
        else { return nil }
        bound.append((name, word))
      }
    }
    return bound
  }
}
