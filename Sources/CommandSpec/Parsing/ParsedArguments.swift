/// What a command line says, sorted by parameter, before any value is converted.
package struct ParsedArguments {
  /// One time that an option was given.
  struct Occurrence {
    /// The table's spelling, as it was typed.
    let spelling: String
    let bytes: [UInt8]

    func value<T>(as type: ValueType<T>) throws(UsageError) -> T {
      do throws(ArgumentProblem) {
        return try type.value(of: bytes)
      } catch {
        throw .badOption(spelling, value: bytes, error)
      }
    }
  }

  // Few, so that a list is found through faster than a table is made.
  private var occurrences: [(option: String, occurrence: Occurrence)] = []
  // In the order of the command's arguments; each parameter takes its own and moves on.
  private var slots: ArraySlice<[[UInt8]]> = []

  init() {}

  mutating func add(_ occurrence: Occurrence, to option: String) {
    occurrences.append((option, occurrence))
  }

  mutating func fill(_ slots: [[[UInt8]]]) {
    self.slots = slots[...]
  }

  func occurrences(of option: String) -> [Occurrence] {
    occurrences.filter { $0.option == option }.map(\.occurrence)
  }

  mutating func nextSlot() -> [[UInt8]] {
    slots.popFirst() ?? []
  }

  static func value<T>(of bytes: [UInt8], as type: ValueType<T>) throws(UsageError) -> T {
    do throws(ArgumentProblem) {
      return try type.value(of: bytes)
    } catch {
      throw .badArgument(type.name, value: bytes, error)
    }
  }
}
