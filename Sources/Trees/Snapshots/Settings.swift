import Cascade
import Files
import JSONSource

/// The content of a tree's `.heir` (T9).
final class Settings {
  enum Name: String, CaseIterable { case files, ignore, inherit, expected }

  /// A pattern in `files` or `ignore`.
  struct Item {
    let setting: Name
    let pattern: FilePattern
    let place: SourceRange

    fileprivate func isMet(in listing: Listing) -> Bool {
      let names = setting == .files ? listing.files : listing.ignored
      return names.contains { pattern.matches($0) }
    }
  }

  /// Findings of `check` that are no mistakes in the files that match the pattern.
  struct Expectation {
    let pattern: FilePattern
    let rules: Set<Diagnostic.Rule>
  }

  let rules: Rules
  let expectations: [Expectation]
  let parentRules: [ParentRule]
  /// nil for the default settings.
  let home: SourceFile.TextOrigin?
  /// The patterns that match no name listed so far.
  private var unmatched: [Item]

  init(
    at home: SourceFile.TextOrigin? = nil, _ rules: Rules = .usual, _ items: [Item] = [],
    _ parentRules: [ParentRule] = [], _ expectations: [Expectation] = []
  ) {
    (self.home, self.rules, unmatched, self.parentRules) = (home, rules, items, parentRules)
    self.expectations = expectations
  }

  static func read(
    _ home: SourceFile.TextOrigin, _ contents: @autoclosure () throws(FileError) -> [UInt8]?
  ) throws(Failure) -> Settings? {
    guard let bytes = try about(home, try contents()) else { return nil }
    let file = SourceFile(home, path: .settings, scope: .root, source: Source(bytes))
    do throws(Diagnostic) {
      var reader = SettingsReader(file: file, document: try file.document(NameTable()))
      return try reader.settings()
    } catch {
      guard case .syntax(let syntax, _) = error.problem, syntax.problem == .empty else {
        throw .diagnostics([error])
      }
      return Settings(at: home)
    }
  }

  /// Marks the patterns that match.
  func note(_ listing: Listing) {
    if !unmatched.isEmpty { unmatched.removeAll { $0.isMet(in: listing) } }
  }

  /// A fixed template must name a scope (T11).
  func findings(_ isAbsent: (Scope) -> Bool) -> [Diagnostic] {
    parentRules.flatMap(\.templates).filter { !$0.isMet }.map { template in
      if !template.isOptional, let scope = template.fixedScope, isAbsent(scope) {
        return Diagnostic(.error, .idleRule, .noParent(scope, nearest: nil), at: template.place)
      }
      return Diagnostic(
        .warning, .idleRule, .foreign(SettingsProblem.leadsNowhere), at: template.place,
        key: Array(Name.inherit.rawValue.utf8))
    }
      + unmatched.map { item in
        Diagnostic(
          .warning, .settings,
          .foreign(SettingsProblem.namesNothing(item.setting, item.pattern.text)),
          at: item.place, key: Array(item.setting.rawValue.utf8))
      }
  }
}

extension Snapshot {
  /// Whether `.heir` expects the finding; errors always count.
  package func expects(_ finding: Diagnostic) -> Bool {
    guard finding.severity != .error,
      let path = finding.place?.file.path ?? finding.path
    else { return false }
    let home = finding.place?.file.home ?? finding.home
    let settings = trees.first { $0.home == home }?.settings
    return settings?.expectations.contains {
      $0.rules.contains(finding.rule) && $0.pattern.matches(path)
    } ?? false
  }
}
