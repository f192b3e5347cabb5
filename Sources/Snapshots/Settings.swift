import Cascade
import FileTree
import JSONSource

/// What a tree's `.heir` says: which files are property files, which directories are no scopes (T9).
final class Settings {
  /// What its object may hold.
  enum Name: String, CaseIterable { case files, ignore, inherit }

  /// One name that it says.
  struct Item {
    let setting: Name
    let pattern: FilePattern
    let place: SourceRange

    fileprivate func isMet(in listing: Listing) -> Bool {
      let names = setting == .files ? listing.files : listing.ignored
      return names.contains { pattern.matches($0) }
    }
  }

  let rules: Rules
  /// Which further parents scopes have by their paths, in the order in which they are written.
  let parentRules: [ParentRule]
  /// Where they are written; nil where they are only the usual ones.
  let home: SourceFile.Home?
  /// What has met nothing in the directories listed so far.
  private var unmet: [Item]

  /// Those of a tree whose `.heir` says nothing, or that has none.
  init(at home: SourceFile.Home? = nil) {
    (rules, self.home, unmet, parentRules) = (.usual, home, [], [])
  }

  private init(_ read: SettingsReader, at home: SourceFile.Home) {
    rules = Rules(patterns: read.patterns ?? Rules.usual.patterns, ignored: read.ignored)
    (self.home, unmet, parentRules) = (home, read.items, read.parentRules)
  }

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

  /// That nothing was met by some of it; a scope that is named as it is has to be there (T11).
  func findings(_ isAbsent: (Scope) -> Bool) -> [Diagnostic] {
    parentRules.flatMap(\.templates).filter { !$0.isMet }.map { template in
      if !template.isOptional, let scope = template.fixedScope, isAbsent(scope) {
        return Diagnostic(.error, .idleRule, .noParent(scope, nearest: nil), at: template.place)
      }
      return Diagnostic(
        .warning, .idleRule, .foreign(SettingsProblem.leadsNowhere), at: template.place,
        key: Array(Name.inherit.rawValue.utf8))
    }
      + unmet.map { item in
        Diagnostic(
          .warning, .settings,
          .foreign(SettingsProblem.namesNothing(item.setting, item.pattern.text)),
          at: item.place, key: Array(item.setting.rawValue.utf8))
      }
  }

  private static func read(
    _ bytes: [UInt8], _ home: SourceFile.Home
  ) throws(Diagnostic) -> Settings {
    let file = SourceFile(home, path: Array(".heir".utf8), scope: .root, source: Source(bytes))
    let document: Document
    do throws(Diagnostic) { document = try file.document(NameTable()) } catch {
      guard case .syntax(let problem, let file) = error.problem, problem.isOfNothing(file.source)
      else { throw error }
      return Settings(at: home)
    }
    return Settings(try SettingsReader(file, document), at: home)
  }
}
