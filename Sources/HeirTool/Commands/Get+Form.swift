import Cascade
import CommandSpec
import Legible

extension Get {
  /// How values are to be printed.
  struct Form {
    enum Style { case values, existence, lines, assignments, arguments }

    let style: Style
    let isJSON: Bool
    let fallback: [UInt8]?
    let type: TypeName?
    let endsWithNUL: Bool
    let optional: [[UInt8]]
    let isExported: Bool

    init(
      json: Bool, fallback: [UInt8]?, type: TypeName?, exists: Bool, nul: Bool, lines: Bool,
      shell: Bool, optional: [[UInt8]], export: Bool, args: Bool
    ) throws(UsageError) {
      let styles: [(option: String, isGiven: Bool, style: Style)] = [
        ("--exists", exists, .existence), ("--lines", lines, .lines),
        ("--shell", shell, .assignments), ("--args", args, .arguments),
      ]
      let given = styles.filter(\.isGiven)
      if given.count > 1 { throw .conflictingOptions(given[0].option, given[1].option) }
      let others = [("--json", json), ("-0", nul), ("--default", fallback != nil && exists)]
      if let style = given.first, style.style != .lines,
        let other = others.first(where: { $0.1 })
      {
        throw .conflictingOptions(style.option, other.0)
      }
      if !shell && !optional.isEmpty { throw .optionNeeds("--optional", other: "--shell") }
      if !shell && export { throw .optionNeeds("--export", other: "--shell") }
      style = given.first?.style ?? .values
      isJSON = json
      self.fallback = fallback
      self.type = type
      endsWithNUL = nul
      self.optional = optional
      isExported = export
    }
  }

  /// A key that is asked for, and the variable that gets its value.
  struct Wanted {
    let key: Key
    let name: VariableName?
    let isOptional: Bool

    init(
      _ text: [UInt8], _ form: Form, _ request: Request, isOptional: Bool = false
    ) throws(Failure) {
      self.isOptional = isOptional
      guard form.style == .assignments else {
        name = nil
        key = try request.key(text)
        return
      }
      guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else {
        throw .message(
          "'--shell' takes NAME=KEY, as in 'port=db.port', not \(Printable.quoted(text))")
      }
      name = try VariableName(Array(text[..<equals]))
      key = try request.key(Array(text[(equals + 1)...]))
    }
  }
}
