import Cascade
import Change
import CommandSpec
import JSONSource
import Reports

/// How a command line is checked for hints without running it.
struct Foresight: Sendable {
  enum Subject: Sendable {
    case nothing
    case patterns
    /// Values of keys in scopes, or all values of scopes.
    case values(tellsAbsence: Bool, canBeTold: @Sendable (FoundValue) -> Bool)
    /// Makes the edit from the value on the line, if any; nil if there is none to make.
    case edit(@Sendable (Document?) -> KeyEdit?)
  }

  let subject: Subject
  /// The least number of scopes that the command reads, at the same or at several revisions.
  let leastScopes: Int
  /// Options that do not change whether correct arguments succeed.
  let harmless: [String]

  init(_ subject: Subject, leastScopes: Int = 0, harmless: String...) {
    self.subject = subject
    self.leastScopes = leastScopes
    self.harmless = harmless
  }
}

/// A value that a line requests.
struct FoundValue {
  let leaves: [Leaf]
  let key: Key
  let isAlone: Bool
  let line: ParsedArguments
  let names: NameTable
}
