import Cascade
import JSONSource

/// The paths of all scopes of a walk as elements of JSON lists: written once, since lists over many scopes
/// are long and many, and scopes that follow one another do so here, too.
package final class ScopePaths {
  private struct Text {
    let separator: [UInt8]
    var bytes: [UInt8] = []
    /// Where each path stands.
    var ranges: [Range<Int>] = []
  }

  private let scopeIndex: ScopeIndex
  /// By what stands between two of them.
  private var texts: [Text] = []

  init(_ scopeIndex: ScopeIndex) { self.scopeIndex = scopeIndex }

  /// The paths of scopes that follow one another.
  func elements(_ run: Range<Int>, separator: [UInt8]) -> ArraySlice<UInt8> {
    let text = texts.first { $0.separator == separator } ?? written(separator)
    guard let first = run.first, let last = run.last else { return [] }
    return text.bytes[text.ranges[first].lowerBound..<text.ranges[last].upperBound]
  }

  private func written(_ separator: [UInt8]) -> Text {
    var text = Text(separator: separator)
    for scope in scopeIndex.scopes {
      if !text.bytes.isEmpty { text.bytes += separator }
      let start = text.bytes.count
      StringEscapes.append(scope.path, to: &text.bytes)
      text.ranges.append(start..<text.bytes.count)
    }
    texts.append(text)
    return text
  }
}
