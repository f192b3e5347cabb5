import SystemCalls

/// The entries of a scope's directory that belong to the hierarchy.
package struct Listing: Sendable {
  /// An entry that cannot be read as a file or scope.
  package struct Problem: Sendable {
    /// The kind of entry, which decides who gets the error.
    package enum Concern: Sendable {
      /// A property file: reading the scope fails.
      case file
      /// A child scope: reading that scope or a scope below fails.
      case folder
    }

    package let name: FileName
    package let concern: Concern
    /// The error; with several links, at the broken link.
    package let error: FileError
  }

  /// In byte order, as are `folders` and `problems`.
  package internal(set) var files: [FileName] = []
  package internal(set) var folders: [FileName] = []
  package internal(set) var ignored: [FileName] = []
  /// Files with another configuration suffix, such as `.yaml`, in byte order.
  package internal(set) var lookalikes: [FileName] = []
  package internal(set) var containsSettings = false
  /// The number of entries that are not child scopes.
  var otherCount = 0
  package internal(set) var problems: [Problem] = []

  package var hasOtherEntries: Bool { otherCount > 0 }
}
