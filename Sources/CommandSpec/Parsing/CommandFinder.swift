/// Decides which argument is the command's name.
///
/// Before the name nobody knows whose options these are, so the union of all commands' options
/// says which of them take the next argument. An option on which the commands disagree has two
/// readings there and is refused.
struct CommandFinder {
  /// What one command looks like; nil where nobody knows the name, or all commands are at hand.
  var command: ([UInt8]) -> CommandDescription? = { _ in nil }
  let catalogue: () -> Catalogue

  /// The index of the command's name, or nil where there is none.
  func find(in arguments: [[UInt8]]) throws(UsageError) -> Int? {
    // The usual call, which needs no table of all options.
    if let first = arguments.first, ArgumentShape(first) == .argument { return 0 }
    if let index = behindCommonOptions(arguments) { return index }
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

  /// The index of a command's name with nothing before it but options that all commands read alike, so
  /// that one command's description suffices.
  private func behindCommonOptions(_ arguments: [[UInt8]]) -> Int? {
    for (candidate, name) in arguments.enumerated() where ArgumentShape(name) == .argument {
      guard let options = command(name)?.options else { continue }
      var index = 0
      while index < candidate {
        let shape = ArgumentShape(arguments[index])
        var spelling = shape.last
        if case .long(let name, .some) = shape { spelling = name }
        guard let spelling,
          let option = (options + OptionDescription.builtIn).first(where: { $0.isSpelled(spelling) }
          ),
          option.isCommon
        else { return nil }
        index += shape.last != nil && option.takesValue ? 2 : 1
      }
      if index == candidate { return candidate }
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
        String(decoding: name, as: UTF8.self), takingValue: with.0.name, takingNone: without.0.name)
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
