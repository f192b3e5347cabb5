/// The nodes of a source in order, in a single allocation.
struct Tape: ~Copyable {
  // Raw memory: untouched pages are never mapped, and growing an array would touch each. Accesses are checked.
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

  /// The index after the value at `index` and its descendants.
  @inline(__always)
  func indexAfter(_ index: Int) -> Int {
    let node = self[index]
    return node.isContainer ? Int(node.link) : index + 1
  }
}
