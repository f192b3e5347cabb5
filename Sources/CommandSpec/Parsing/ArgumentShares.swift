extension CommandDescription {
  /// The number of arguments for each parameter, in order; passed-on arguments are last.
  func shares(
    of positionals: [[UInt8]], passedOn: [[UInt8]], tool: String
  ) throws(UsageError) -> [Int] {
    try checkNothingIsMissing(given: positionals.count, passedOn: passedOn.count, tool: tool)
    var needed = 0
    for argument in arguments { needed += argument.minimum }
    var rest = positionals.count
    var shares: [Int] = []
    for argument in arguments {
      needed -= argument.minimum
      let share =
        switch argument.count {
        case .one: 1
        case .optional: rest > needed ? 1 : 0
        case .remaining: rest - needed
        case .passedOn: 0
        }
      shares.append(argument.count == .passedOn ? passedOn.count : share)
      rest -= share
    }
    if rest > 0 { throw .extraArguments(positionals.suffix(rest), usage: usageLine(tool: tool)) }
    return shares
  }

  private func checkNothingIsMissing(
    given: Int, passedOn: Int, tool: String
  ) throws(UsageError) {
    var missing: [String] = []
    var given = given
    for argument in arguments {
      for _ in 0..<argument.minimum {
        if given == 0 { missing.append(argument.name) } else { given -= 1 }
      }
    }
    for argument in arguments {
      if argument.count == .passedOn, passedOn == 0 { missing.append("-- \(argument.name)") }
    }
    if !missing.isEmpty { throw .missingArguments(missing, usage: usageLine(tool: tool)) }
  }
}
