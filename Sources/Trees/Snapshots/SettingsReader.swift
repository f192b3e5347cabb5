import Cascade
import Files
import JSONSource

/// Parses `.heir`.
struct SettingsReader {
  let file: SourceFile
  let document: Document
  var items: [Settings.Item] = []

  mutating func settings() throws(Diagnostic) -> Settings {
    var (patterns, ignored) = (Rules.usual.patterns, [FilePattern]())
    var parentRules: [ParentRule] = []
    var expectations: [Settings.Expectation] = []
    guard document.kind(0) == .object else { throw wrong(.noObject, 0) }
    for member in document.members(0) {
      let name = document.text(member.nameIndex)
      let known = Settings.Name.allCases.first { $0.rawValue.utf8.elementsEqual(name) }
      switch known {
      case .files?: patterns = try names(.files, in: member.value)
      case .ignore?: ignored = try names(.ignore, in: member.value)
      case .inherit?: parentRules = try rules(in: member.value)
      case .expected?: expectations = try self.expectations(in: member.value)
      case nil: throw wrong(.unknownName(name), member.nameIndex)
      }
    }
    let rules = Rules(patterns: patterns, ignored: ignored)
    return Settings(at: file.home, rules, items, parentRules, expectations)
  }

  private func place(_ node: Int) -> SourceRange { SourceRange(file, document.range(node)) }

  private func wrong(_ problem: SettingsProblem, _ node: Int) -> Diagnostic {
    Diagnostic(.error, .directive, .foreign(problem), at: place(node))
  }

  private mutating func names(
    _ setting: Settings.Name, in list: Int
  ) throws(Diagnostic) -> [FilePattern] {
    guard document.kind(list) == .array else { throw wrong(.noList(setting), list) }
    var names: [FilePattern] = []
    for element in document.elements(list) {
      guard let text = document.string(element) else { throw wrong(.noName(in: setting), element) }
      guard !text.isEmpty, !text.contains(.slash), !text.contains(0) else {
        throw wrong(.noFileName(in: setting), element)
      }
      let pattern = FilePattern(text)
      if pattern.isForeign { throw wrong(.foreignPattern(text, in: setting), element) }
      names.append(pattern)
      items.append(Settings.Item(setting: setting, pattern: pattern, place: place(element)))
    }
    return names
  }

  private func expectations(in object: Int) throws(Diagnostic) -> [Settings.Expectation] {
    guard document.kind(object) == .object else { throw wrong(.noExpectations, object) }
    return try document.members(object).map { (member) throws(Diagnostic) in
      guard document.kind(member.value) == .array else {
        throw wrong(.noExpectations, member.value)
      }
      let rules = try document.elements(member.value).map { (element) throws(Diagnostic) in
        guard let text = document.string(element),
          let rule = Diagnostic.Rule(rawValue: String(decoding: text, as: UTF8.self))
        else { throw wrong(.noRule, element) }
        return rule
      }
      let pattern = FilePattern(document.text(member.nameIndex))
      if pattern.isForeign || pattern.text.isEmpty {
        throw wrong(.foreignPattern(pattern.text, in: .expected), member.nameIndex)
      }
      return Settings.Expectation(pattern: pattern, rules: Set(rules))
    }
  }

  private func rules(in object: Int) throws(Diagnostic) -> [ParentRule] {
    guard document.kind(object) == .object else { throw wrong(.noRules, object) }
    var rules: [ParentRule] = []
    for member in document.members(object) {
      let text = document.text(member.nameIndex)
      guard let components = ParentRule.components(text) else {
        throw wrong(.noScopePattern(text), member.nameIndex)
      }
      guard document.kind(member.value) == .array else { throw wrong(.noRules, member.value) }
      let templates = try document.elements(member.value).map { (element) throws(Diagnostic) in
        try template(element, components)
      }
      rules.append(ParentRule(components: components, templates: templates))
    }
    return rules
  }

  /// A template is a string, or an object with `scope` and `optional`.
  private func template(
    _ element: Int, _ components: [ParentRule.Component]
  ) throws(Diagnostic) -> ParentRule.Template {
    guard document.kind(element) == .object else {
      return try template(element, components, isOptional: false)
    }
    var (scope, isOptional) = (Int?.none, false)
    for member in document.members(element) {
      let name = document.text(member.nameIndex)
      if name.elementsEqual("scope".utf8) {
        scope = member.value
      } else if name.elementsEqual("optional".utf8),
        [.true, .false].contains(document.kind(member.value))
      {
        isOptional = document.kind(member.value) == .true
      } else {
        throw wrong(.noTemplateObject, member.nameIndex)
      }
    }
    guard let scope else { throw wrong(.noTemplateObject, element) }
    return try template(scope, components, isOptional: isOptional)
  }

  private func template(
    _ node: Int, _ components: [ParentRule.Component], isOptional: Bool
  ) throws(Diagnostic) -> ParentRule.Template {
    guard let text = document.string(node), !text.isEmpty, text.first != UInt8(ascii: ".")
    else { throw wrong(.noTemplate, node) }
    do throws(Diagnostic.Problem) {
      let pieces = try ParentRule.pieces(text, components, document.names)
      let template = ParentRule.Template(
        pieces, text, at: place(node), isOptional: isOptional)
      if template.isFixed && template.fixedScope == nil {
        throw .foreign(SettingsProblem.noTemplate)
      }
      return template
    } catch { throw Diagnostic(.error, .directive, error, at: place(node)) }
  }
}
