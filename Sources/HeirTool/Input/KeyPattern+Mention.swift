import Answers
import Cascade
import JSONSource
import Trees

extension KeyPattern {
  /// Throws if no scope mentions a pattern of `--except`, or if the pattern names an element of an array.
  package func refuse(asExceptionOf scopes: [Evaluation]) throws(Failure) {
    let met = try scopes.map { (scope) throws(Failure) in try isMentionedException(in: scope) }
    if met.contains(true) { return }
    let views = scopes.map(\.view)
    let near = key.flatMap { key in views.lazy.compactMap { $0.suggestion(for: key) }.first }
    throw .withoutEffect(self, of: views.lacking, near, views[0].names)
  }

  func isMentionedException(in scope: Evaluation) throws(Failure) -> Bool {
    // A `*` may match members of a value that is an array in this scope.
    if let key, (try? scope.value(key)) != nil,
      let array = key.around.dropFirst().first(where: { (try? scope.value($0))?.kind == .array })
    {
      let names = scope.view.names
      throw .message(
        "'--except' cannot leave out \(names.text(key)), which is inside the array \(names.text(array))"
      )
    }
    return key.map(scope.view.mentions) ?? scope.view.mentions(self)
  }
}

extension [View] {
  func lacking(_ key: String) -> String {
    let scopes = grouped(by: \.scope).map { "'\($0.id.text)'" }
    return "no level of \(scopes.joined(separator: " or ")) mentions \(key)"
  }
}

extension Failure {
  /// The failure of a pattern of `--except` that no scope mentions; `lacking` says so of its spelling.
  static func withoutEffect(
    _ pattern: KeyPattern, of lacking: (String) -> String, _ nearest: Key?, _ names: NameTable
  ) -> Failure {
    .message(
      "\(lacking(String(decoding: names.spelling(pattern), as: UTF8.self))), so '--except' has no effect",
      notes: nearest.map { ["the nearest key is \(names.text($0))"] } ?? [])
  }
}
