extension CommandDescription {
  /// Deals the arguments out to the parameters that take them, in order.
  func slots(
    for positionals: [[UInt8]], passedOn: [[UInt8]], tool: String
  ) throws(UsageError) -> [[[UInt8]]] {
    var needed = arguments.reduce(0) { $0 + $1.minimum }
    try checkNothingIsMissing(given: positionals.count, passedOn: passedOn.count, tool: tool)
    var rest = positionals[...]
    var slots: [[[UInt8]]] = []
    for argument in arguments {
      needed -= argument.minimum
      let taken =
        switch argument.count {
        case .one: 1
        case .optional: rest.count > needed ? 1 : 0
        case .remaining: rest.count - needed
        case .passedOn: 0
        }
      if case .passedOn = argument.count {
        slots.append(passedOn)
      } else {
        slots.append(Array(rest.prefix(taken)))
        rest = rest.dropFirst(taken)
      }
    }
    if !rest.isEmpty { throw .extraArguments(Array(rest), usage: usageLine(tool: tool)) }
    return slots
  }

  private func checkNothingIsMissing(
    given: Int, passedOn: Int, tool: String
  ) throws(UsageError) {
    var needed: [String] = []
    for argument in arguments {
      needed += Array(repeating: argument.name, count: argument.minimum)
    }
    var missing = Array(needed.dropFirst(given))
    for case let argument in arguments {
      if case .passedOn(let minimum) = argument.count, passedOn < minimum {
        missing.append("-- \(argument.name)")
      }
    }
    if !missing.isEmpty { throw .missingArguments(missing, usage: usageLine(tool: tool)) }
  }
}
