import Cascade
import CommandSpec
import JSONSource

/// `heir get`: prints single values for scripts.
struct Get {
  static let command = Command<Session, Failure, ExitStatus>(
    "get", summary: "prints effective values, one a line",
    details: """
      Strings are printed raw, everything else as compact JSON. Several keys are all or nothing: \
      when one has no value, nothing is printed, and the exit status is 1. Then a note on standard \
      error tells the reason.
      """,
    examples: [
      Example("heir get /prod/eu/web db.port", "one value"),
      Example("heir get /prod db.host db.port", "two values, a line each"),
      Example("heir get /prod http.proxy --default ''", "a value to fall back on"),
      Example("heir get . features --lines", "the elements of an array, a line each"),
    ],
    unsupported: CommonOptions.unsupported + [
      UnsupportedOption("--shell"), UnsupportedOption("--optional", taking: "NAME=KEY"),
      UnsupportedOption("--export"), UnsupportedOption("--args"),
    ],
    parameters: Positional(.scope, help: "the scope that is asked"),
    RemainingPositionals(.key, minimum: 1, help: "the keys whose values are wanted"),
    Group(
      Flag("--json", help: "prints strings as JSON, too"),
      Option(
        "--default", type: .bytes("VALUE"),
        help: "stands for each key without a value: JSON where it parses, otherwise a string"),
      Option(
        "--type", type: .choice("TYPE", of: ValueKindName.self),
        help: "fails, with status 2, when a value is of another kind"),
      Flag("--exists", help: "prints nothing; the exit status tells whether all keys have a value"),
      Flag("-0", help: "ends each value with NUL instead of a newline"),
      Flag("--lines", help: "takes one key, an array, and prints its elements, one a line"),
      make: { (json, fallback, type, exists, nul, lines) throws(UsageError) in
        if exists {
          let others = [
            ("--json", json), ("--default", fallback != nil), ("-0", nul), ("--lines", lines),
          ]
          if let other = others.first(where: { $0.1 }) {
            throw .conflictingOptions("--exists", other.0)
          }
        }
        return Form(
          isJSON: json, fallback: fallback, type: type, asksOnly: exists, endsWithNUL: nul,
          isByLines: lines)
      }),
    CommonOptions.group,
    run: { (session, scope, keys, form, options) throws(Failure) in
      try Get(session, options, scope, keys, form).run()
    })

  struct Form {
    let isJSON: Bool
    let fallback: [UInt8]?
    let type: ValueKindName?
    let asksOnly: Bool
    let endsWithNUL: Bool
    let isByLines: Bool
  }

  private let request: Request
  private let view: View
  private let keys: [Key]
  private let form: Form

  private init(
    _ session: Session, _ options: CommonOptions, _ scope: ScopeArgument, _ texts: [[UInt8]],
    _ form: Form
  ) throws(Failure) {
    if form.isByLines && texts.count > 1 {
      throw .message("'--lines' takes one key; there are \(texts.count)")
    }
    request = try Request(session, options)
    var keys: [Key] = []
    for text in texts { keys.append(try request.key(text)) }
    self.keys = keys
    view = try request.view(scope)
    self.form = form
  }

  /// A value to print: a node of a document, or an object that the lineage put together.
  private enum Found {
    case node(Document, Int)
    case object(EffectiveValue)
  }

  private func run() throws(Failure) -> ExitStatus {
    var found: [(Key, Found)] = []
    var status = ExitStatus.answered
    for key in keys {
      switch view.answer(key) {
      case .value(let value):
        found.append((key, value.written.map { .node($0.document, $0.node) } ?? .object(value)))
      case .absent(let absence):
        if let fallback = try fallback() {
          found.append((key, .node(fallback, 0)))
        } else {
          if !form.asksOnly { request.noteAbsence(key, absence, in: view) }
          status = .nothing
        }
      }
    }
    for (key, value) in found { try check(value, key) }
    guard status == .answered, !form.asksOnly else { return status }
    var output: [UInt8] = []
    for (key, value) in found {
      if form.isByLines {
        try appendElements(of: value, key, to: &output)
      } else {
        try append(value, key, isAlone: keys.count == 1, to: &output)
      }
    }
    request.session.output.append(output)
    return .answered
  }

  private func fallback() throws(Failure) -> Document? {
    guard let text = form.fallback else { return nil }
    guard let value = GivenValue(text, request.names) else {
      throw .message("'--default' takes a plain value; a directive in it means nothing")
    }
    return value.document
  }

  private func check(_ value: Found, _ key: Key) throws(Failure) {
    guard let type = form.type else { return }
    let kind: Node.Kind
    var spelling: ArraySlice<UInt8> = []
    switch value {
    case .node(let document, let node):
      (kind, spelling) = (document.kind(node), document.spelling(node))
    case .object: kind = .object
    }
    if type.matches(kind, spelling) { return }
    let isNumber = type == .integer && kind == .number
    let name = isNumber ? "number with a fraction or an exponent" : ValueKindName.name(of: kind)
    throw .message("\(request.names.text(key)) is of type \(name), not \(type.rawValue)")
  }

  private func appendElements(
    of value: Found, _ key: Key, to output: inout [UInt8]
  ) throws(Failure) {
    guard case .node(let document, let node) = value, document.kind(node) == .array else {
      throw .message("\(request.names.text(key)) is no array; '--lines' prints elements")
    }
    for element in document.elements(node) {
      try append(.node(document, element), key, isAlone: false, to: &output)
    }
  }

  private func append(
    _ value: Found, _ key: Key, isAlone: Bool, to output: inout [UInt8]
  ) throws(Failure) {
    if case .node(let document, let node) = value, document.kind(node) == .string, !form.isJSON {
      let text = document.text(node)
      if form.endsWithNUL && text.contains(0) {
        throw .message("\(request.names.text(key)) holds a NUL; use '--json'")
      }
      if !form.endsWithNUL && !isAlone && text.contains(0x0A) {
        throw .message("\(request.names.text(key)) holds a newline; use '-0' or '--json'")
      }
      output += text
    } else {
      var writer = JSONWriter(.compact)
      switch value {
      case .node(let document, let node): writer.value(document, node)
      case .object(let value): writer.value(value, request.names)
      }
      output += writer.output
    }
    output.append(form.endsWithNUL ? 0 : 0x0A)
  }
}
