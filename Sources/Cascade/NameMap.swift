import JSONSource

/// Values by name, in the order in which the names came.
struct NameMap<Value> {
  private(set) var names: [Name] = []
  private(set) var values: [Value] = []
  // Few names are found faster by looking at each.
  private var places: [Name: Int] = [:]
  private static var few: Int { 32 }

  var isEmpty: Bool { names.isEmpty }

  func place(of name: Name) -> Int? {
    names.count > Self.few ? places[name] : names.firstIndex(of: name)
  }

  /// The names alone.
  var shape: NameMap<Void> {
    var shape = NameMap<Void>()
    (shape.names, shape.places) = (names, places)
    shape.values = Array(repeating: (), count: names.count)
    return shape
  }

  subscript(name: Name) -> Value? {
    get { place(of: name).map { values[$0] } }
    set {
      guard let newValue else { return }
      if let place = place(of: name) {
        values[place] = newValue
        return
      }
      names.append(name)
      values.append(newValue)
      if names.count == Self.few + 1 {
        for (place, name) in names.enumerated() { places[name] = place }
      } else if names.count > Self.few {
        places[name] = names.count - 1
      }
    }
  }
}
