import Answers
import Cascade
import JSONSource

/// The changes of a scope that `watch` reports, as text.
package struct WatchReport {
  package let scope: [UInt8]
  package let keys: [[UInt8]]
  /// For programs: a line of JSON, or lines of text without colour.
  package let text: [UInt8]
  package let shown: [UInt8]

  package init(
    _ difference: Difference, _ compared: Comparison, _ console: Console, isJSON: Bool
  ) {
    let names = compared.to.view.names
    scope = compared.to.view.scope.path
    keys = difference.changes.map { names.spelling($0.key) }
    if isJSON {
      let record = difference.watched(compared)
      text = JSONWriter.compact { $0.record(record, console.places, names) } + [0x0A]
      shown = text
      return
    }
    func words(_ style: Style, width: Int?) -> [UInt8] {
      Array(difference.text(compared, console.places, style, width: width).utf8)
    }
    text = words(.plain, width: nil)
    let isPlain = !console.outputStyle.isColored && console.output.width == nil
    shown = isPlain ? text : words(console.outputStyle, width: console.output.width)
  }
}
