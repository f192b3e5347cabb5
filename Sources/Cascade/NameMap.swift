import JSONSource

extension [Name] {
  /// The names without repeated ones, in order of first occurrence.
  package var uniqued: [Name] {
    var names = NameMap<Void>()
    for name in self { names[name] = () }
    return names.names
  }
}

/// A map from names to values, in insertion order.
/// It is inlined, because other modules would call it through generic code.
@usableFromInline
package struct NameMap<Value> {
  @usableFromInline
  package internal(set) var names: [Name] = []
  @usableFromInline
  package internal(set) var values: [Value] = []
  // Hash slots: positions plus 1. Few names are found faster by a linear search.
  // Name IDs are assigned in reading order, so a tree cannot choose names that collide.
  @usableFromInline
  var slots: [UInt32] = []

  @inlinable
  package init() {}

  @inlinable
  static var few: Int { 8 }

  @inlinable
  func place(of name: Name) -> Int? {
    if slots.isEmpty {
      for index in names.indices where names[index].id == name.id { return index }
      return nil
    }
    var slot = start(of: name)
    while slots[slot] != 0 {
      let place = Int(slots[slot]) - 1
      if names[place].id == name.id { return place }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  @inlinable
  package subscript(name: Name) -> Value? {
    get {
      guard let place = place(of: name) else { return nil }
      return values[place]
    }
    set { if let newValue { update(newValue, of: name) } }
  }

  /// The value of a name, inserted if missing.
  @inlinable
  package subscript(name: Name, orNew value: @autoclosure () -> Value) -> Value {
    mutating get { values[place(of: name, orNew: value()).place] }
  }

  @inlinable
  mutating func update(_ value: Value, of name: Name) {
    let (place, isNew) = place(of: name, orNew: value)
    if !isNew { values[place] = value }
  }

  /// The place of a name, with a new value if the name is new.
  @inlinable
  mutating func place(
    of name: Name, orNew value: @autoclosure () -> Value
  ) -> (place: Int, isNew: Bool) {
    if let place = place(of: name) { return (place, false) }
    append(name, value())
    return (names.count - 1, true)
  }

  @inlinable
  mutating func append(_ name: Name, _ value: Value) {
    if names.isEmpty {
      names.reserveCapacity(Self.few)
      values.reserveCapacity(Self.few)
    }
    names.append(name)
    values.append(value)
    if names.count * 2 > slots.count {
      if names.count > Self.few { grow() }
    } else {
      note(names.count - 1)
    }
  }

  @inlinable
  func start(of name: Name) -> Int {
    // Fibonacci hashing spreads consecutive numbers.
    Int(truncatingIfNeeded: (UInt64(name.id) &* 0x9E37_79B9_7F4A_7C15) >> 32) & (slots.count - 1)
  }

  @inlinable
  mutating func note(_ place: Int) {
    var slot = start(of: names[place])
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(place + 1)
  }

  @inlinable
  mutating func grow() {
    slots = Array(repeating: 0, count: max(32, slots.count * 4))
    for place in names.indices { note(place) }
  }
}
