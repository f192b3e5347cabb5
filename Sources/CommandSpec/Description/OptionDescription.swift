/// What one option looks like, without what becomes of it.
package struct OptionDescription: Sendable, Equatable {
  /// What may follow the option's name, and what the option means.
  package enum Form: Sendable, Equatable {
    case flag
    case value(name: String, kind: ValueKind, isRepeatable: Bool)
    /// The option is short for another one with one of its words.
    case abbreviation(of: String, word: String)
  }

  /// Every spelling with its dashes, as it is typed.
  package let spellings: [String]
  /// A spelling of earlier versions, which still works and which no help shows.
  package var formerSpelling: String?
  package let form: Form
  package let help: String
  /// Whether the option belongs to a bundle that many commands share.
  package var isCommon = false

  /// The spelling by which messages and the parser know the option: the first long one.
  package var name: String {
    spellings.first { $0.utf8.starts(with: "--".utf8) } ?? spellings.first ?? ""
  }

  package var takesValue: Bool {
    if case .value = form { true } else { false }
  }

  func isSpelled(_ bytes: some Sequence<UInt8>) -> Bool {
    spellings.contains { $0.utf8.elementsEqual(bytes) }
      || formerSpelling?.utf8.elementsEqual(bytes) == true
  }
}

extension OptionDescription {
  static let help = OptionDescription(
    spellings: ["-h", "--help"], form: .flag, help: "Print short help (-h) or full help (--help)",
    isCommon: true)
  static let version = OptionDescription(
    spellings: ["--version"], form: .flag, help: "Print the version", isCommon: true)

  /// The options that every command has without declaring them.
  package static let builtIn = [help, version]
}
