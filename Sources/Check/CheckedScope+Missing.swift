import Answers
import Cascade
import JSONSource

extension CheckedScope {
  /// Everything that is required and missing here, in the order in which it was found: what is so in the
  /// scope above, but for what was asked anew here, and what was found here.
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
      // Where a `*` stands for nothing any more, nothing is missing.
      return !declared.marker.pattern.parts.contains(.any)
        || !delta.reaches(declared.key.names[...])
        || declared.marker.pattern.asks(for: declared.key, in: view)
    }
    return old + asked.filter(\.isMissing)
  }
}

extension KeyPattern {
  /// Whether each `*` of it still stands for a member on the way to a key, with an object in it where
  /// more is to come.
  fileprivate func asks(for key: Key, in view: View) -> Bool {
    var node: ViewNode? = view.root
    for (index, (part, name)) in zip(parts, key.names).enumerated() {
      node = node?.member(name)
      guard part == .any else { continue }
      guard let node, node.isLive, index == parts.count - 1 || node.isObject else { return false }
    }
    return true
  }
}
