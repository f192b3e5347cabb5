/// The syntax and help of an option.
package struct OptionDescription: Sendable, Equatable {
  package enum Form: Sendable, Equatable {
    case flag
    case value(name: String, kind: ValueKind, isRepeatable: Bool)
    case abbreviation(of: String, word: String)
  }

  package let spellings: [String]
  package let form: Form
  private let words: String
  package var isCommon: Bool

  init(spellings: [String], form: Form, help words: String = "", isCommon: Bool = false) {
    (self.spellings, self.form, self.words, self.isCommon) = (spellings, form, words, isCommon)
  }

  package var help: String {
    if case .abbreviation(let name, let word) = form { "Short for \(name) \(word)" } else { words }
  }

  /// The first long spelling, which messages and the parser use.
  package var name: String { Self.name(in: spellings) }

  static func name(in spellings: [String]) -> String {
    spellings.first { $0.utf8.starts(with: "--".utf8) } ?? spellings.first ?? ""
  }

  package var takesValue: Bool {
    if case .value = form { true } else { false }
  }

  func isSpelled(_ bytes: some Sequence<UInt8>) -> Bool {
    spellings.contains { $0.utf8.elementsEqual(bytes) }
  }

  /// `-c, --compact`, `--format FORMAT`.
  var label: String {
    let spelled = spellings.joined(separator: ", ")
    guard case .value(let name, _, _) = form else { return spelled }
    return "\(spelled) \(name)"
  }

  var fullHelp: String {
    guard case .value(_, let kind, let isRepeatable) = form else { return help }
    return help + kind.wordList + (isRepeatable ? " (repeatable)" : "")
  }

  static let help = OptionDescription(
    spellings: ["-h", "--help"], form: .flag, help: "Print short help (-h) or full help (--help)",
    isCommon: true)
  static let version = OptionDescription(
    spellings: ["--version"], form: .flag, help: "Print the version", isCommon: true)

  package static let builtIn = [help, version]
}
