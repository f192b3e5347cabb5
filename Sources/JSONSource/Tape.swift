/// The nodes of one source in their order, in one piece of memory that is let go of with it.
struct Tape: ~Copyable {
  // Pages that nothing is written to are never there; an array would go through each when it grows. Whoever asks
  // from outside is held to the nodes that there are.
  private var base: UnsafeMutablePointer<Node>?
  private(set) var count = 0
  private(set) var capacity: Int

  init(capacity: Int) {
    base = capacity > 0 ? .allocate(capacity: capacity) : nil
    self.capacity = capacity
  }

  deinit { base?.deallocate() }

  @inline(__always)
  subscript(index: Int) -> Node {
    get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      return base.unsafelyUnwrapped[index]
    }
    set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      base.unsafelyUnwrapped[index] = newValue
    }
  }

  /// Adds a node; there must be room for it.
  @inline(__always)
  mutating func append(_ node: Node) {
    precondition(count < capacity)
    base.unsafelyUnwrapped[count] = node
    count += 1
  }

  mutating func grow(to larger: Int) {
    let grown = UnsafeMutablePointer<Node>.allocate(capacity: max(larger, capacity + 1))
    if let base {
      grown.initialize(from: base, count: count)
      base.deallocate()
    }
    (base, capacity) = (grown, max(larger, capacity + 1))
  }

  /// The index behind the value at `index` and all it holds.
  @inline(__always)
  func behind(_ index: Int) -> Int {
    let node = self[index]
    return node.isContainer ? Int(node.link) : index + 1
  }
}
