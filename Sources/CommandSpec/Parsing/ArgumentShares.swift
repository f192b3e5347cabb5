extension CommandDescription {
  /// The arguments of each parameter, in order.
  func shares(
    of positionals: [[UInt8]], passedOn: [[UInt8]], tool: String
  ) throws(UsageError) -> [ArraySlice<[UInt8]>] {
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
    var left = positionals[...]
    var shares: [ArraySlice<[UInt8]>] = []
    for argument in arguments {
      if argument.count == .passedOn {
        shares.append(passedOn[...])
        continue
      }
      let more =
        switch argument.count {
        case .one, .passedOn: 0
        case .optional: min(1, rest)
        case .remaining: rest
        }
      rest -= more
      shares.append(left.prefix(argument.minimum + more))
      left = left.dropFirst(argument.minimum + more)
    }
    if rest > 0 { throw .extraArguments(positionals.suffix(rest), usage: usageLine(tool: tool)) }
    return shares
  }
}
