import Cascade
import JSONSource

extension CheckedScope {
  /// The required keys that are missing, in order of discovery: the parent's, updated by this scope.
  func missing(after above: [Declaration]) -> [Declaration] {
    let asked = declared.filter { $0.marker.directive == .required }
    if above.isEmpty && asked.isEmpty { return [] }
    struct ID: Hashable {
      let key: Key
      let marker: ObjectIdentifier

      init(_ declared: Declaration) {
        (key, marker) = (declared.key, ObjectIdentifier(declared.marker))
      }
    }
    let new = Set(asked.map(ID.init))
    let delta = walked.delta
    let old = above.filter { declared in
      if new.contains(ID(declared)) { return false }
      // A `*` without a match requires nothing.
      return declared.marker.pattern.key != nil || !delta.reaches(declared.key.names[...])
        || view.asks(for: declared.key, declared.marker)
    }
    return old + asked.filter(\.isMissing)
  }
}

extension View {
  /// Whether each star of a marker still matches a member on the way to a key.
  fileprivate func asks(for key: Key, _ marker: Marker) -> Bool {
    var cursor = PatternCursor(level(of: marker.file).map { [(0, $0)] } ?? [], .required)
    var node: ViewNode? = root
    for name in key.names {
      let member = node?.member(name)
      cursor = cursor.applying(to: node).descending(name, to: member)
      node = member
    }
    return cursor.markers.contains { $0.marker === marker }
  }
}
