import Cascade
import Legible
import Snapshots

extension KeyPattern {
  /// Makes sure that a pattern of '--except' names something that somebody speaks of.
  package func refuse(unlessMentionedIn views: [View]) throws(Failure) {
    if views.contains(where: isMentioned) { return }
    let names = views[0].names
    let near = key.flatMap { key in views.lazy.compactMap { $0.suggestion(for: key) }.first }
    let spelling = String(decoding: names.spelling(self), as: UTF8.self)
    throw .message(
      views.lacking(spelling) + ", so '--except' leaves out nothing",
      notes: near.map { ["the nearest key is \(names.text($0))"] } ?? [])
  }

  private func isMentioned(in view: View) -> Bool {
    key.map(view.mentions) ?? view.mentions(self)
  }
}

extension [View] {
  /// Says that nobody speaks of a key in any of these scopes.
  func lacking(_ key: String) -> String {
    var scopes: [String] = []
    for view in self where !scopes.contains("'\(view.scope.text)'") {
      scopes.append("'\(view.scope.text)'")
    }
    return "no level of \(scopes.joined(separator: " or ")) mentions \(key)"
  }
}
