import Cascade
import FileTree
import JSONSource

/// What a tree's `.heir` says: which files are property files, which directories are no scopes (T9).
final class Settings {
  /// What its object may hold.
  enum Name: String, CaseIterable { case files, ignore, inherit }

  /// One name that it says.
  private struct Item {
    let setting: Name
    let text: [UInt8]
    let place: SourceRange

    func isMet(in listing: Listing) -> Bool {
      let pattern = FilePattern(text)
      let names = setting == .files ? listing.files : listing.ignored
      return names.contains { pattern.matches($0) }
    }
  }

  private static let usualPatterns = ["*.json", "*.jsonc"].map { FilePattern(Array($0.utf8)) }

  let rules: Rules
  /// Which further parents scopes have by their paths, in the order in which they are written.
  let parentRules: [ParentRule]
  /// Where they are written; nil where they are only the usual ones.
  let home: SourceFile.Home?
  /// What has met nothing in the directories listed so far.
  private var unmet: [Item]
  /// The templates that have led to no scope so far.
  private var idleTemplates: [ParentRule.Template]

  private init(
    _ rules: Rules, at home: SourceFile.Home?, _ items: [Item], _ parentRules: [ParentRule] = []
  ) {
    (self.rules, self.home, unmet, self.parentRules) = (rules, home, items, parentRules)
    idleTemplates = parentRules.flatMap(\.templates)
  }

  /// Those of a tree without a `.heir`.
  convenience init() { self.init(Rules(patterns: Self.usualPatterns), at: nil, []) }

  /// Reads the file that `file` finds; nil where there is none.
  static func read(
    _ home: SourceFile.Home, _ file: () throws(FileError) -> [UInt8]?
  ) throws(Failure) -> Settings? {
    let bytes: [UInt8]?
    do throws(FileError) { bytes = try file() } catch { throw .file(error, home) }
    guard let bytes else { return nil }
    do throws(Diagnostic) { return try read(bytes, home) } catch {
      throw .diagnostics([error])
    }
  }

  /// Takes note of the names that a directory has.
  func note(_ listing: Listing) {
    if !unmet.isEmpty { unmet.removeAll { $0.isMet(in: listing) } }
  }

  /// Takes note that a template has led to a scope.
  func note(met template: ParentRule.Template) {
    if !idleTemplates.isEmpty {
      idleTemplates.removeAll { $0.place.isSame(as: template.place) }
    }
  }

  /// That nothing was met by some of it; a scope that is named as it is has to be there (T11).
  func findings(_ isAbsent: (Scope) -> Bool) -> [Diagnostic] {
    idleTemplates.map { template in
      if let scope = template.fixedScope, isAbsent(scope) {
        return Diagnostic(.error, .idleRule, .noParent(scope, nearest: nil), at: template.place)
      }
      return Diagnostic(
        .warning, .idleRule, .foreign(SettingsProblem.leadsNowhere), at: template.place,
        key: Array(Name.inherit.rawValue.utf8))
    }
      + unmet.map { item in
        Diagnostic(
          .warning, .settings, .foreign(SettingsProblem.namesNothing(item.setting, item.text)),
          at: item.place, key: Array(item.setting.rawValue.utf8))
      }
  }

  private static func read(
    _ bytes: [UInt8], _ home: SourceFile.Home
  ) throws(Diagnostic) -> Settings {
    let file = SourceFile(home, path: Array(".heir".utf8), scope: .root, source: Source(bytes))
    let document: Document
    do throws(Diagnostic) { document = try file.document(NameTable()) } catch {
      guard case .syntax(let problem, let source) = error.problem, problem.isOfNothing(source)
      else { throw error }
      return Settings(Rules(patterns: usualPatterns), at: home, [])
    }
    func wrong(_ problem: SettingsProblem, _ node: Int) -> Diagnostic {
      Diagnostic(.error, .directive, .foreign(problem), at: SourceRange(file, document.range(node)))
    }
    guard document.kind(0) == .object else { throw wrong(.noObject, 0) }
    var patterns: [FilePattern]?
    var ignored: [FilePattern] = []
    var items: [Item] = []
    var parentRules: [ParentRule] = []
    for member in document.members(0) {
      let name = document.text(member.nameIndex)
      let known = Name.allCases.first { $0.rawValue.utf8.elementsEqual(name) }
      guard let known else { throw wrong(.unknownName(name), member.nameIndex) }
      if known == .inherit {
        parentRules = try read(parentRules: member.value, document, file)
        continue
      }
      guard document.kind(member.value) == .array else {
        throw wrong(.noList(known), member.value)
      }
      var names: [[UInt8]] = []
      for element in document.elements(member.value) {
        guard document.kind(element) == .string else {
          throw wrong(.noName(in: known), element)
        }
        let text = document.text(element)
        guard !text.isEmpty, !text.contains(UInt8(ascii: "/")), !text.contains(0) else {
          throw wrong(.noFileName(in: known), element)
        }
        if FilePattern.isForeign(text) { throw wrong(.foreignPattern(text, in: known), element) }
        names.append(text)
        items.append(
          Item(setting: known, text: text, place: SourceRange(file, document.range(element))))
      }
      switch known {
      case .files: patterns = names.map(FilePattern.init)
      case .ignore: ignored = names.map(FilePattern.init)
      case .inherit: break
      }
    }
    return Settings(
      Rules(patterns: patterns ?? usualPatterns, ignored: ignored), at: home, items, parentRules)
  }

  private static func read(
    parentRules object: Int, _ document: Document, _ file: SourceFile
  ) throws(Diagnostic) -> [ParentRule] {
    func wrong(_ problem: SettingsProblem, _ node: Int) -> Diagnostic {
      Diagnostic(.error, .directive, .foreign(problem), at: SourceRange(file, document.range(node)))
    }
    guard document.kind(object) == .object else { throw wrong(.noRules, object) }
    var rules: [ParentRule] = []
    for member in document.members(object) {
      let text = document.text(member.nameIndex)
      guard let components = ParentRule.components(text) else {
        throw wrong(.noScopePattern(text), member.nameIndex)
      }
      guard document.kind(member.value) == .array else { throw wrong(.noRules, member.value) }
      var templates: [ParentRule.Template] = []
      for element in document.elements(member.value) {
        guard let text = document.string(element), !text.isEmpty,
          text.first != UInt8(ascii: "."), let pieces = ParentRule.pieces(text, components)
        else { throw wrong(.noTemplate, element) }
        let template = ParentRule.Template(
          pieces: pieces, place: SourceRange(file, document.range(element)))
        if template.isFixed, template.fixedScope == nil { throw wrong(.noTemplate, element) }
        templates.append(template)
      }
      rules.append(ParentRule(components: components, templates: templates))
    }
    return rules
  }
}
