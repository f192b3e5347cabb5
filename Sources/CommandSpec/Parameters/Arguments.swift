/// The arguments of a command line, which a command reads in the order of its help.
///
/// The same calls declare the syntax: without a command line, they only collect it.
package final class Arguments {
  package struct Occurrence {
    /// The name of the option, also for its abbreviations.
    package let option: String
    let spelling: String
    package let bytes: [UInt8]
  }

  // Few, so a linear search is faster than a dictionary.
  package internal(set) var occurrences: [Occurrence] = []
  /// The arguments of each parameter that has not been read, in order.
  var shares: ArraySlice<ArraySlice<[UInt8]>> = []
  private var syntax = Syntax()
  private let isLine: Bool
  private var isCommonOption: ((_ name: String) -> Bool)?

  init(isLine: Bool) { self.isLine = isLine }

  /// The syntax that a command declares by reading its arguments.
  package static func syntax(_ read: (Arguments) throws(UsageError) -> Void) -> Syntax {
    let arguments = Arguments(isLine: false)
    // Without options, nothing is wrong.
    try? read(arguments)
    return arguments.syntax
  }

  func first(_ option: String) -> Occurrence? { occurrences.first { $0.option == option } }

  func all(_ option: String) -> [Occurrence] {
    occurrences.isEmpty ? [] : occurrences.filter { $0.option == option }
  }

  package func value(of option: String) -> [UInt8]? { first(option)?.bytes }

  // MARK: Options

  /// Options that are read from now on are common: help has a section for them, the manual lists them once. The command
  /// has only those that are taken.
  package func beginCommonOptions(taking isTaken: @escaping (_ name: String) -> Bool) {
    isCommonOption = isTaken
  }

  package func flag(_ spellings: String..., help: String) -> Bool {
    declare(spellings, .flag, help)
    return first(OptionDescription.name(in: spellings)) != nil
  }

  /// Each of `flagWords` is also a flag that is short for the option with this word, as `--json` for `--format json`.
  package func option<T>(
    _ spellings: String..., type: ValueType<T>, flagWords: [String] = [], help: String
  ) throws(UsageError) -> T? {
    let name = OptionDescription.name(in: spellings)
    declare(spellings, .value(name: type.name, kind: type.kind, isRepeatable: false), help)
    // A line needs no help.
    for word in isLine ? [] : flagWords {
      declare(["--\(word)"], .abbreviation(of: name, word: word), "")
    }
    guard let given = first(name) else { return nil }
    return try type.value(of: given.bytes, option: given.spelling)
  }

  /// The values of an option that may be repeated, in the order given.
  package func options<T>(
    _ name: String, type: ValueType<T>, help: String
  ) throws(UsageError) -> [T] {
    declare([name], .value(name: type.name, kind: type.kind, isRepeatable: true), help)
    var values: [T] = []
    for given in all(name) {
      values.append(try type.value(of: given.bytes, option: given.spelling))
    }
    return values
  }

  private func declare(_ spellings: [String], _ form: OptionDescription.Form, _ help: String) {
    if isLine { return }
    var option = OptionDescription(spellings: spellings, form: form, help: help)
    if let isCommonOption {
      option.isCommon = true
      if !isCommonOption(option.name) { return }
    }
    syntax.options.append(option)
  }

  // MARK: Arguments by their place

  package func argument<T>(_ type: ValueType<T>, help: String) throws(UsageError) -> T {
    declare(type.name, type.kind, .one, help)
    // Any word of the type will do for the syntax.
    let word = isLine ? shares.popFirst()?.first : Array((type.kind.words.first ?? "x").utf8)
    guard let word else { throw .missingArguments([type.name], usage: "") }
    return try type.value(of: word)
  }

  package func argument<T>(optional type: ValueType<T>, help: String) throws(UsageError) -> T? {
    declare(type.name, type.kind, .optional, help)
    guard let word = shares.popFirst()?.first else { return nil }
    return try type.value(of: word)
  }

  /// The arguments that no parameter before it takes.
  package func arguments<T>(
    _ type: ValueType<T>, minimum: Int = 0, help: String
  ) throws(UsageError) -> [T] {
    declare(type.name, type.kind, .remaining(minimum: minimum), help)
    var values: [T] = []
    for word in shares.popFirst() ?? [] { values.append(try type.value(of: word)) }
    return values
  }

  /// The arguments after `--`, unread.
  package func passedOn(_ name: String, help: String) -> [[UInt8]] {
    declare(name, .program, .passedOn, help)
    return Array(shares.popFirst() ?? [])
  }

  private func declare(
    _ name: String, _ kind: ValueKind, _ count: ArgumentDescription.Count, _ help: String
  ) {
    if isLine { return }
    syntax.arguments.append(
      ArgumentDescription(name: name, kind: kind, count: count, help: help))
  }
}
