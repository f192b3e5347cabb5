/// Finds the argument that is the command's name.
///
/// Before the name, an option may belong to any command, so all commands decide whether it takes a value.
/// An option on which they disagree is ambiguous there and refused.
struct CommandFinder {
  var command: ([UInt8]) -> CommandDescription? = { _ in nil }
  let catalogue: () -> Catalogue

  func find(in arguments: [[UInt8]]) throws(UsageError) -> Int? {
    // The usual case, which needs no table of all options.
    if let first = arguments.first, ArgumentShape(first) == .argument { return 0 }
    if let index = indexAfterCommonOptions(arguments) { return index }
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
      case .argument:
        return index
      }
      index += 1
    }
    return nil
  }

  /// The index of a command's name after common options, which need only this command's description.
  private func indexAfterCommonOptions(_ arguments: [[UInt8]]) -> Int? {
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
