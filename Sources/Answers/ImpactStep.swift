import Cascade
import JSONSource

/// The keys that have to be compared in a scope which two times have: what either touches there.
struct ImpactStep {
  private let pair: WalkedPair
  private let above: WalkedPair?
  /// Nil where everything is to be compared.
  private let touched: Sides<TouchedKeys>?
  private let compare: (Key, ValueCursor?, ValueCursor?) -> Void

  init(
    _ pair: WalkedPair, _ above: WalkedPair?, _ touched: Sides<TouchedKeys>?,
    _ compare: @escaping (Key, ValueCursor?, ValueCursor?) -> Void
  ) {
    (self.pair, self.above, self.touched, self.compare) = (pair, above, touched, compare)
  }

  func run() {
    let cursors = Sides<ValueCursor?>(
      from: pair.scopes.from.asked.cursor, to: pair.scopes.to.asked.cursor)
    let nodes = Sides<ViewNode?>(
      from: above?.scopes.from.view.root, to: above?.scopes.to.view.root)
    visit(
      Key(), cursors, nodes, Sides(from: touched?.from, to: touched?.to))
  }

  private func visit(
    _ key: Key, _ values: Sides<ValueCursor?>, _ before: Sides<ViewNode?>,
    _ touched: Sides<TouchedKeys?>
  ) {
    guard self.touched != nil, isObject(values.from), isObject(values.to),
      before.from?.isObject == true, before.to?.isObject == true
    else {
      compare(key, values.from, values.to)
      return
    }
    var names = NameMap<Void>()
    for side in [Side.from, .to] {
      for name in touched[side]?.names ?? [] { names[name] = () }
    }
    for name in names.names {
      visit(
        key.appending(name),
        Sides(from: values.from?.liveMember(name), to: values.to?.liveMember(name)),
        Sides(from: before.from?.member(name), to: before.to?.member(name)),
        Sides(from: touched.from?.member(name), to: touched.to?.member(name)))
    }
  }

  private func isObject(_ value: ValueCursor?) -> Bool { value?.node.isObject == true }
}

extension ValueCursor {
  /// The place of a member that has a value.
  func liveMember(_ name: Name) -> ValueCursor? {
    guard let node = node.member(name), node.isLive else { return nil }
    return member(name, node)
  }
}
