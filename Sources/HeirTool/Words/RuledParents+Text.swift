import Cascade
import SafeText

extension Evaluation {
  /// The results of all templates that match the scope or a scope it inherits from; empty if none does.
  func ruledParentsText(_ console: Console) -> String {
    let all = view.lineage.ruledParents
    if all.isEmpty { return "" }
    var table = TextTable(elastic: 2, width: console.output.width)
    for (scope, ruled) in all {
      table.append(
        "\(ruled.parent == nil ? " " : "*") \(scope.text)",
        "by template '\(Printable.string(ruled.template))'", ruled.words(nearest: nearestScope),
        console.places.text(ruled.place), look: ruled.parent == nil ? .faint : .good)
    }
    return "\n" + table.text(console.outputStyle)
  }
}

extension RuleResult {
  fileprivate func words(nearest: (Scope) -> Scope?) -> String {
    let optional = isOptional ? " (optional)" : ""
    switch target {
    case .scope(let scope): return scope.text
    case .itself: return "the scope itself"
    case .noScope(let path):
      let near = isOptional ? nil : Scope(path: path).flatMap(nearest)
      return "\(Printable.string(path)) does not exist"
        + (near.map { "; the nearest is \($0.text)" } ?? "") + optional
    case .emptyName(let path): return "\(Printable.string(path)): empty name\(optional)"
    case .noValue(let reference): return "no value for \(Printable.string(reference))\(optional)"
    case .noFacts(let file):
      return "no facts" + (file.map { ": file '\(Printable.string($0))' does not exist" } ?? "")
        + optional
    }
  }
}
