extension CommandDescription {
  /// The arguments of each parameter, in order; those that may be missing are last.
  func shares(
    of positionals: [[UInt8]], passedOn: [[UInt8]], tool: String
  ) throws(UsageError) -> [ArraySlice<[UInt8]>] {
    var left = positionals[...]
    var missing: [String] = []
    var shares: [ArraySlice<[UInt8]>] = []
    for argument in arguments {
      var count = argument.minimum
      switch argument.count {
      case .one: break
      case .optional: count = min(1, left.count)
      case .remaining: count = max(count, left.count)
      case .passedOn:
        if passedOn.isEmpty { missing.append("-- \(argument.name)") }
        shares.append(passedOn[...])
        continue
      }
      missing += repeatElement(argument.name, count: max(0, count - left.count))
      shares.append(left.prefix(count))
      left = left.dropFirst(count)
    }
    if !missing.isEmpty { throw .missingArguments(missing, usage: usageLine(tool: tool)) }
    if !left.isEmpty { throw .extraArguments(Array(left), usage: usageLine(tool: tool)) }
    return shares
  }
}
