import Cascade
import CommandSpec
import JSONSource
import Output
import SafeText
import Trees

struct GetCommand {
  static let command = Command(
    "get", summary: "Print effective values",
    details: """
      Prints one value per line: strings raw, other values as compact JSON. If a key has no value, \
      nothing is printed, and a note on standard error gives the reason.
      """,
    examples: [
      Example("heir get /prod/eu/web db.port", "Print one value"),
      Example("heir get /prod db.host db.port", "Print two values, one per line"),
      Example(
        "heir get /prod http.proxy --default ''", "Print an empty line if the key has no value"),
      Example("heir get . features --lines", "Print the elements of an array, one per line"),
      Example(
        "v=$(heir get /prod --shell host=db.host port=db.port) && eval \"$v\" || exit",
        "Set shell variables, or exit if a value is missing"),
    ],
    synopses: [
      "[OPTIONS] SCOPE KEY...",
      "[OPTIONS] SCOPE (--shell | --fish) --optional NAME=KEY",
    ],
    exitStatus: """
      0 all keys have values; 1 a key has none, nothing is printed; 2 error, or a value of \
      another type than --type
      """
  ) { (arguments) throws(UsageError) in
    let scope = try arguments.argument(.scope, help: "Scope to read")
    let keys = try arguments.arguments(
      .key.standing(for: .namedKey, with: "--shell", "--fish"),
      help: "Keys to print; NAME=KEY with --shell or --fish")
    let form = try Options(arguments)
    return Action(try CommonOptions(arguments, printing: .all)) { (console) throws(Failure) in
      try GetCommand(console, scope, keys, form).run()
    }
  }

  private let context: CommandContext
  private let scope: Evaluation
  private let wanted: [RequestedKey]
  private let form: Options

  private init(
    _ console: Console, _ scope: ScopeArgument, _ texts: [[UInt8]], _ form: Options
  ) throws(Failure) {
    if texts.isEmpty && form.optional.isEmpty {
      throw .usage(Self.command.missing("KEY"))
    }
    if form.style == .lines || form.style == .arguments, texts.count > 1 {
      throw .message("'\(form.option)' takes one key, not \(texts.count)")
    }
    if form.style == .existence && console.options.output != nil {
      throw .usage(.conflictingOptions("--exists", "-o"))
    }
    let context = try CommandContext(console)
    self.context = context
    func requested(_ text: [UInt8], isOptional: Bool) throws(Failure) -> RequestedKey {
      guard form.style == .assignments else {
        return RequestedKey(
          text: text, key: try context.key(text), name: nil, isOptional: isOptional)
      }
      let (name, key) = try context.namedKey(
        text, for: form.option, besides: form.isForFish ? FishText.reserved : nil)
      return RequestedKey(text: text, key: key, name: name, isOptional: isOptional)
    }
    var wanted: [RequestedKey] = []
    for text in texts { wanted.append(try requested(text, isOptional: false)) }
    for text in form.optional { wanted.append(try requested(text, isOptional: true)) }
    self.wanted = wanted
    let names = wanted.compactMap(\.name)
    if let twice = names.first(where: { name in names.filter { $0 == name }.count > 1 }) {
      throw .message("name \(Printable.quoted(twice.bytes)) given twice")
    }
    self.scope = try context.scope(scope)
    self.form = form
  }

  private func run() throws(Failure) -> ExitStatus {
    var found: [RequestedKey] = []
    var drawn = ValueSize.nothing
    var status = ExitStatus.answered
    for var one in wanted {
      switch try context.evaluating(try scope.answer(one.key)) {
      case .value(let value):
        one.value = try context.evaluating(try value.data())
        // The limit applies to all requested values in sum (V7).
        drawn = drawn + value.drawn
        if drawn.isTooMuch { throw .diagnostics(value.tooMuch.diagnostics) }
      case .absent(let absence):
        one.value = try fallback()
        one.isFallback = one.value != nil
        if one.isFallback || one.isOptional { break }
        if form.style != .existence {
          context.console.note(context.words(for: one.key, absence, in: scope))
          if let line = comparison(with: one) { context.console.note(line) }
        }
        status = .nothing
        continue
      }
      found.append(one)
    }
    try context.validate(scope, wanted.map(\.key))
    if scope.hasAttributes && !context.options.isStrict && !context.console.isQuiet {
      for one in found where one.value != nil {
        for diagnostic in scope.deprecations(of: one.key) { context.console.report(diagnostic) }
      }
    }
    for one in found {
      guard let value = one.value, let type = form.type, !type.matches(value.kind, value.spelling)
      else { continue }
      let (what, place) =
        one.isFallback
        ? ("--default", "") : (context.names.text(one.key), " in \(scope.view.scope.text)")
      throw .message("'\(what)' is \(TypeName(value.kind).words(insteadOf: [type], place))")
    }
    guard status == .answered, form.style != .existence else { return status }
    var output: [UInt8] = []
    for one in found { try append(one, to: &output) }
    if form.isForFish { output += FishText.end }
    context.console.output.append(output)
    return .answered
  }

  /// The line that compares two scopes, if a key is rather the path of the second.
  private func comparison(with one: RequestedKey) -> String? {
    guard one.text.first == UInt8(ascii: "/"), wanted.count == 2,
      let key = wanted.first(where: { $0.text != one.text })?.text,
      (try? context.place(ScopeArgument(text: one.text))) != nil
    else { return nil }
    let words = ["diff".utf8.map { $0 }, scope.view.scope.path, one.text, key]
    return ShellWords.text(words).map {
      "'\(Printable.string(one.text))' is a scope, and 'heir get' reads one: heir \($0)"
    }
  }

  private func append(_ one: RequestedKey, to output: inout [UInt8]) throws(Failure) {
    if form.style == .assignments, let name = one.name {
      let text: [UInt8]?
      do throws(RepresentationError) { text = try one.value?.variableText(context.names) } catch {
        throw .message(error.words(for: context.names.text(one.key)))
      }
      let variable = Assignment(name: name, text: text)
      output +=
        form.isForFish
        ? FishText.line(variable, isExported: form.isExported)
        : ShellText.line(variable, isExported: form.isExported)
      return
    }
    guard let value = one.value else { return }
    switch form.style {
    case .lines:
      for element in try elements(of: value, one.key) {
        try append(element, one.key, isAlone: false, to: &output)
      }
    case .arguments:
      let texts = try elements(of: value, one.key).map { $0.rawText(context.names) }
      if texts.contains(where: { $0.contains(0) }) {
        throw .message(RepresentationError.containsNUL.words(for: context.names.text(one.key)))
      }
      output += ShellText.arguments(texts)
    default: try append(value, one.key, isAlone: wanted.count == 1, to: &output)
    }
  }

  private func fallback() throws(Failure) -> EffectiveValue? {
    guard let text = form.fallback else { return nil }
    let document = try ValueArgument.guess(text, context.names, called: "'--default'")
    if document.hasDirectives {
      throw .message("'--default' cannot contain a directive; give a plain value")
    }
    return EffectiveValue(document)
  }

  private func elements(
    of value: EffectiveValue, _ key: Key
  ) throws(Failure) -> [EffectiveValue] {
    if let elements = value.elements { return elements }
    throw .message("\(context.names.text(key)) is not an array; '\(form.option)' needs one")
  }

  private func append(
    _ value: EffectiveValue, _ key: Key, isAlone: Bool, to output: inout [UInt8]
  ) throws(Failure) {
    if form.isJSON {
      output += JSONWriter.compact { $0.value(value, context.names) }
    } else {
      let text = value.rawText(context.names)
      if form.endsWithNUL && text.contains(0) {
        throw .message("\(context.names.text(key)) contains NUL; use '--json'")
      }
      if !form.endsWithNUL && !isAlone && text.contains(0x0A) {
        throw .message("\(context.names.text(key)) contains a newline; use '-0' or '--json'")
      }
      output += text
    }
    output.append(form.endsWithNUL ? 0 : 0x0A)
  }

  struct Options {
    enum Style { case values, existence, lines, assignments, arguments }

    var style = Style.values
    /// The option of the style; empty for values.
    var option = ""
    let isJSON: Bool
    let fallback: [UInt8]?
    let type: TypeName?
    let endsWithNUL: Bool
    let optional: [[UInt8]]
    let isExported: Bool
    let isForFish: Bool

    init(_ arguments: Arguments) throws(UsageError) {
      // Words, because a type of formats costs each start a page.
      let format = try arguments.option(
        "--format", type: .choice("FORMAT", ["text", "json"]), flagWords: ["json"],
        help: "Print in FORMAT; 'json' prints strings as JSON, too")
      isJSON = format?.first == UInt8(ascii: "j")
      fallback = try arguments.option(
        "--default", type: .bytes("VALUE"),
        help: "Print VALUE for keys without a value (JSON or a string)")
      type = TypeName.named(
        try arguments.option(
          "--type", type: TypeName.type("TYPE"),
          help: "Fail with status 2 unless values have this type"))
      let exists = arguments.flag(
        "--exists", help: "Print nothing; exit with 0 if all keys have a value")
      endsWithNUL = arguments.flag("-0", help: "End each value with NUL instead of a newline")
      let lines = arguments.flag(
        "--lines", help: "Print the elements of one array, one per line")
      let shell = arguments.flag(
        "--shell", help: "Print NAME='value' lines for eval; arguments are NAME=KEY")
      isForFish = arguments.flag(
        "--fish", help: "Print lines for 'source' of fish; arguments are NAME=KEY")
      optional = try arguments.options(
        "--optional", type: .bytes("NAME=KEY", .namedKey),
        help: "With --shell or --fish, unset NAME if KEY has no value")
      isExported = arguments.flag(
        "--export", help: "With --shell or --fish, export the variables")
      let args = arguments.flag(
        "--args", help: "Print one array as a line for eval: set -- 'a' 'b'")
      try choose("--exists", exists, .existence)
      try choose("--lines", lines, .lines)
      try choose("--shell", shell, .assignments)
      try choose("--fish", isForFish, .assignments)
      try choose("--args", args, .arguments)
      if style != .values && style != .lines {
        if isJSON { throw .conflictingOptions(option, "--json") }
        if endsWithNUL { throw .conflictingOptions(option, "-0") }
        if fallback != nil && exists { throw .conflictingOptions(option, "--default") }
      }
      if style != .assignments {
        if !optional.isEmpty { throw .optionNeeds("--optional", other: "--shell") }
        if isExported { throw .optionNeeds("--export", other: "--shell") }
      }
    }

    private mutating func choose(
      _ name: String, _ isGiven: Bool, _ chosen: Style
    ) throws(UsageError) {
      if !isGiven { return }
      if style != .values { throw .conflictingOptions(option, name) }
      (style, option) = (chosen, name)
    }
  }

  /// A requested key with its variable and value.
  struct RequestedKey {
    /// As typed.
    let text: [UInt8]
    let key: Key
    let name: VariableName?
    let isOptional: Bool
    var value: EffectiveValue?
    var isFallback = false
  }
}
