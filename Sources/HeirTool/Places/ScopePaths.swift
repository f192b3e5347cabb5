import Cascade
import JSONSource

/// The paths of scopes as elements of JSON lists, written once because lists of many scopes repeat them.
package final class ScopePaths {
  private struct Text {
    let separator: [UInt8]
    var bytes: [UInt8] = []
    var ranges: [Range<Int>] = []
  }

  private let scopeIndex: ScopeIndex
  private var texts: [Text] = []

  init(_ scopeIndex: ScopeIndex) { self.scopeIndex = scopeIndex }

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
