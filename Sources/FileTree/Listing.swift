import SystemCalls

/// What a scope's directory holds, as far as the rules make it part of the hierarchy.
package struct Listing: Sendable {
  /// A name that cannot be used as what it seems to be.
  package struct Problem: Sendable {
    /// What the name would have been, and so whom the problem disturbs.
    package enum Concern: Sendable {
      /// A property file: whoever reads the scope is disturbed.
      case file
      /// A child scope: only whoever asks for it, or below it, is disturbed.
      case folder
    }

    /// The name in the directory.
    package let name: FileName
    /// What the name would have been.
    package let concern: Concern
    /// What is wrong, and where; behind several links that is where the faulty one stands.
    package let error: FileError
  }

  /// The property files' names, in byte order.
  package internal(set) var files: [FileName] = []
  /// The child scopes' names, in byte order.
  package internal(set) var folders: [FileName] = []
  /// The names of the directories that the rules leave out by name.
  package internal(set) var ignored: [FileName] = []
  /// The names of files that are no property files, and would be by another ending, in byte order.
  package internal(set) var lookalikes: [FileName] = []
  /// Whether a `.heir` stands in the directory.
  package internal(set) var holdsSettings = false
  /// How much stands in the directory besides scopes below it.
  var otherCount = 0
  /// What is wrong, in byte order of the names.
  package internal(set) var problems: [Problem] = []

  /// Whether anything stands in the directory besides scopes below it.
  package var holdsSomething: Bool { otherCount > 0 }
}
