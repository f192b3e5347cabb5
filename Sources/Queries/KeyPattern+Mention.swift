import Cascade
import Legible
import Snapshots

extension KeyPattern {
  /// Makes sure that an option's pattern names something that somebody speaks of.
  package func refuse(unlessMentionedIn views: [View], option: String) throws(Failure) {
    if views.contains(where: isMentioned) { return }
    let names = views[0].names
    let near = key.flatMap { key in views.lazy.compactMap { $0.suggestion(for: key) }.first }
    var scopes: [String] = []
    for view in views {
      let scope = "'\(view.scope.text)'"
      if !scopes.contains(scope) { scopes.append(scope) }
    }
    throw .message(
      "no level of \(scopes.joined(separator: " or ")) mentions "
        + "\(String(decoding: names.spelling(self), as: UTF8.self)), so '\(option)' leaves out nothing",
      notes: near.map { ["the nearest key is \(names.text($0))"] } ?? [])
  }

  private func isMentioned(in view: View) -> Bool {
    key.map(view.mentions) ?? view.mentions(self)
  }
}
