import SystemCalls

extension FileName {
  package static let settings: FileName = Array(".heir".utf8)

  /// Whether it is not part of a tree.
  package var isHidden: Bool { first == UInt8(ascii: ".") || first == UInt8(ascii: "_") }
}

extension DirectoryEntry: NamedEntry {}
