import SystemCalls

extension FileName {
  /// The file at a root that holds its tree's settings.
  package static let settings: FileName = Array(".heir".utf8)

  /// Whether it is no part of a tree.
  package var isHidden: Bool { first == UInt8(ascii: ".") || first == UInt8(ascii: "_") }
}

extension DirectoryEntry: NamedEntry {}
