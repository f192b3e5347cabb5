import Cascade
import Change
import CommandSpec
import JSONSource
import Reports

/// What a command says of its lines before they are run: what their arguments ask for, and which options
/// change nothing about whether they are answered.
struct Foresight: Sendable {
  enum Subject: Sendable {
    case nothing
    /// What all scopes have under some keys.
    case patterns
    /// What keys have in the scopes, or all that the scopes hold.
    case values(tellsAbsence: Bool, canBeTold: @Sendable (FoundValue) -> Bool)
    /// What is made of the value in the line, where it has one; nil where it is none.
    case edit(@Sendable (Document?) -> KeyEdit?)
  }

  let subject: Subject
  /// How many scopes it asks at least, of one time or of several.
  let leastScopes: Int
  /// The options beside which right arguments are answered, whatever they say themselves.
  let harmless: [String]

  init(_ subject: Subject, leastScopes: Int = 0, harmless: String...) {
    self.subject = subject
    self.leastScopes = leastScopes
    self.harmless = harmless
  }
}

/// A value that a line asks for.
struct FoundValue {
  let leaves: [Leaf]
  let key: Key
  /// Whether the line asks for nothing else.
  let isAlone: Bool
  let line: ParsedArguments
  let names: NameTable
}
