/// Decides which argument is the command's name.
///
/// Before the name nobody knows whose options these are, so the union of all commands' options
/// says which of them take the next argument. An option on which the commands disagree has two
/// readings there and is refused.
struct CommandFinder {
  let catalogue: () -> Catalogue

  /// The index of the command's name, or nil where there is none.
  func find(in arguments: [[UInt8]]) throws(UsageError) -> Int? {
    // The usual call, which needs no table of all options.
    if let first = arguments.first, ArgumentShape(first) == .argument { return 0 }
    let catalogue = catalogue()
    var index = 0
    while index < arguments.count {
      let shape = ArgumentShape(arguments[index])
      switch shape {
      case .end:
        return index + 1 < arguments.count ? index + 1 : nil
      case .long(let name, .some):
        _ = try takesValue(name, catalogue)
      case .long, .letters:
        if let name = shape.last, try takesValue(name, catalogue) { index += 1 }
      case .minusZero:
        if catalogue.owners(ofOption: arguments[index]).isEmpty { return index }
      case .argument:
        return index
      }
      index += 1
    }
    return nil
  }

  private func takesValue(
    _ name: ArraySlice<UInt8>, _ catalogue: Catalogue
  ) throws(UsageError) -> Bool {
    let owners = catalogue.owners(ofOption: name)
    let with = owners.first { $0.1.takesValue }
    let without = owners.first { !$0.1.takesValue }
    if let with, let without {
      throw .optionBeforeCommand(
        with.1.name, takingValue: with.0.name, takingNone: without.0.name)
    }
    return with != nil
  }
}

extension Catalogue {
  /// Whether an argument is an option, or joined letters, of any command and takes the next argument.
  package func takesValue(_ argument: [UInt8]) -> Bool {
    guard let option = ArgumentShape(argument).last else { return false }
    return owners(ofOption: option).contains { $0.1.takesValue }
  }
}
