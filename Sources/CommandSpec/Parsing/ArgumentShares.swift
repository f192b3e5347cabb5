extension CommandDescription {
  /// The number of arguments for each parameter, in order; passed-on arguments are last.
  func shares(
    of positionals: [[UInt8]], passedOn: [[UInt8]], tool: String
  ) throws(UsageError) -> [Int] {
    // The number beyond what parameters need.
    var rest = positionals.count
    var missing: [String] = []
    for argument in arguments {
      missing += repeatElement(argument.name, count: max(0, argument.minimum - rest))
      rest = max(0, rest - argument.minimum)
    }
    for argument in arguments where argument.count == .passedOn && passedOn.isEmpty {
      missing.append("-- \(argument.name)")
    }
    if !missing.isEmpty { throw .missingArguments(missing, usage: usageLine(tool: tool)) }
    var shares: [Int] = []
    for argument in arguments {
      let more =
        switch argument.count {
        case .one: 0
        case .optional: min(1, rest)
        case .remaining: rest
        case .passedOn: 0
        }
      rest -= more
      shares.append(argument.count == .passedOn ? passedOn.count : argument.minimum + more)
    }
    if rest > 0 { throw .extraArguments(positionals.suffix(rest), usage: usageLine(tool: tool)) }
    return shares
  }
}
