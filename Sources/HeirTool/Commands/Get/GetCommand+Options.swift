import Answers
import Cascade
import CommandSpec
import SafeText
import Trees

extension GetCommand {
  struct Options {
    enum Style { case values, existence, lines, assignments, arguments }

    let style: Style
    let isJSON: Bool
    let fallback: [UInt8]?
    let type: TypeName?
    let endsWithNUL: Bool
    let optional: [[UInt8]]
    let isExported: Bool
    let isForFish: Bool

    init(
      json: Bool, fallback: [UInt8]?, type: TypeName?, exists: Bool, nul: Bool, lines: Bool,
      shell: Bool, fish: Bool, optional: [[UInt8]], export: Bool, args: Bool
    ) throws(UsageError) {
      var style = Style.values
      var styleOption = ""
      func choose(_ option: String, _ chosen: Style) throws(UsageError) {
        if style != .values { throw .conflictingOptions(styleOption, option) }
        (style, styleOption) = (chosen, option)
      }
      if exists { try choose("--exists", .existence) }
      if lines { try choose("--lines", .lines) }
      if shell { try choose("--shell", .assignments) }
      if fish { try choose("--fish", .assignments) }
      if args { try choose("--args", .arguments) }
      if style != .values && style != .lines {
        if json { throw .conflictingOptions(styleOption, "--json") }
        if nul { throw .conflictingOptions(styleOption, "-0") }
        if fallback != nil && exists { throw .conflictingOptions(styleOption, "--default") }
      }
      if style != .assignments {
        if !optional.isEmpty { throw .optionNeeds("--optional", other: "--shell") }
        if export { throw .optionNeeds("--export", other: "--shell") }
      }
      self.style = style
      isJSON = json
      self.fallback = fallback
      self.type = type
      endsWithNUL = nul
      self.optional = optional
      isExported = export
      isForFish = fish
    }
  }

  /// A requested key with its variable and value.
  struct RequestedKey {
    let key: Key
    let name: VariableName?
    let isOptional: Bool
    var value: EffectiveValue?
    var isFallback = false

    init(
      _ text: [UInt8], _ form: Options, _ context: CommandContext, isOptional: Bool = false
    ) throws(Failure) {
      self.isOptional = isOptional
      guard form.style == .assignments else {
        name = nil
        key = try context.key(text)
        return
      }
      let named = try NamedKey(
        text, for: form.isForFish ? "--fish" : "--shell", context,
        besides: form.isForFish ? FishText.reserved : nil)
      (name, key) = (named.name, named.key)
    }
  }
}
