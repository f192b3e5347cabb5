import Answers
import Cascade
import JSONSource

/// What changed in one scope, as `watch` tells it: values no longer, only text.
package struct WatchReport {
  package let scope: [UInt8]
  /// The keys that changed, as they are spelled.
  package let keys: [[UInt8]]
  /// For programs: without colour, a line of JSON or several lines of text.
  package let text: [UInt8]
  /// For whoever reads the output.
  package let shown: [UInt8]

  package init(
    _ difference: Difference, _ compared: Comparison, _ show: Presentation, isJSON: Bool
  ) {
    let names = compared.to.view.names
    scope = compared.to.view.scope.path
    keys = difference.changes.map { names.spelling($0.key) }
    if isJSON {
      let record = difference.watched(compared)
      text = JSONWriter.compact { $0.record(record, show.places, names) } + [0x0A]
      shown = text
      return
    }
    func words(_ style: Style, width: Int?) -> [UInt8] {
      Array(difference.text(compared, show.places, style, width: width).utf8)
    }
    text = words(.plain, width: nil)
    let isPlain = !show.outputStyle.isColored && show.output.width == nil
    shown = isPlain ? text : words(show.outputStyle, width: show.output.width)
  }
}
