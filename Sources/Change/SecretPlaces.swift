import Answers
import Cascade
import Check
import JSONSource

extension Evaluation {
  /// Where a file of the scope, which no other one includes, writes what is secret in the scope, or in
  /// others that have it; each with its key, or the pattern of its key, as it is spelled.
  package func secretPlaces(
    in file: PropertyFile, _ others: ReportMask
  ) -> [(key: [UInt8], place: SourceRange)] {
    let mask = mask(Key()).union(others.mask(Key()))
    if mask.isNone { return [] }
    var found: [(key: [UInt8], place: SourceRange)] = []
    visit(Definition(file: file, node: 0), Key(), mask, &found)
    for marker in file.markers where marker.directive == .remove {
      let values = marker.pattern.parts.reduce(mask) { $0.descending($1) }
      guard let value = marker.value, values.holdsSecret(marker.document, value) else { continue }
      found.append(
        (view.names.spelling(marker.pattern), SourceRange(file.file, file.document.range(value))))
    }
    return found
  }

  private func visit(
    _ written: Definition, _ key: Key, _ mask: Mask,
    _ found: inout [(key: [UInt8], place: SourceRange)]
  ) {
    if mask.isNone && !written.isComputing { return }
    if mask.isSecret || written.isComputed && self.mask(ofStep: written, under: key).isSecret {
      found.append((view.names.spelling(key), written.place))
    } else if written.isArray {
      for element in written.document.elements(written.node) {
        visit(written.at(element), key, mask.ofElements, &found)
      }
    } else if written.isObject {
      for member in written.document.members(written.node) where !member.isDirective {
        visit(
          written.at(member.value), key.appending(member.name), mask.descending(member.name),
          &found)
      }
    }
  }
}
