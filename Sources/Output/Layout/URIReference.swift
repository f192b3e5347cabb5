import SafeText

/// A file path as a URI reference (RFC 3986).
package enum URIReference {
  /// A relative reference for a relative path, a `file:` URI for an absolute path.
  package static func text(_ path: [UInt8]) -> String {
    (path.first == UInt8(ascii: "/") ? "file://" : "") + encoded(path)
  }

  /// Encodes every byte except slashes and unreserved characters, so that a colon makes no scheme.
  package static func encoded(_ path: some Sequence<UInt8>) -> String {
    let bytes = path.flatMap { byte in
      byte.isLetterOrDigit || "-._~/".utf8.contains(byte)
        ? [byte] : Array("%".utf8) + HexDigits.of(byte, 2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
