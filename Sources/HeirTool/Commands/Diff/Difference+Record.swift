import Answers
import Cascade

extension Difference {
  package func record(_ compared: Comparison) -> Record {
    var tree: Record?
    switch compared.tree {
    case .directory(let path): tree = ["against": .bytes(path)]
    case .revision(let name, _): tree = ["since": .bytes(name)]
    case .staged?, nil: break
    }
    let (from, to) = (compared.from.view.scope, compared.to.view.scope)
    return [
      "version": 1, "from": .bytes(from.path), "to": .bytes(to.path), .with: tree,
      "changes": changes(compared),
    ]
  }

  func watched(_ compared: Comparison) -> Record {
    [.with: .head(compared.to.view.scope), "changes": changes(compared)]
  }

  private func changes(_ compared: Comparison) -> Record {
    .list(changes) { $0.record(compared.from, compared.to) }
  }
}

extension ValueChange {
  fileprivate func record(_ from: Evaluation, _ to: Evaluation) -> Record {
    func side(_ value: ValueCursor?, _ shown: ShownValue?) -> Record? {
      guard let value, let shown else { return nil }
      return [.with: .value(shown), .with: .origins(value.origins)]
    }
    let shown = shown(from, to)
    let lacking = self.from == nil ? from : self.to == nil ? to : nil
    return [
      "key": .key(key), "kind": .text(kind.rawValue),
      "from": side(self.from, shown.from), "to": side(self.to, shown.to),
      "absent": lacking.map { .absence($0.absence(key)) },
    ]
  }
}
