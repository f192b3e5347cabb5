import Cascade
import FileTree
import Legible
import Snapshots
import SystemCalls

/// Where files that are made of scopes go: a directory, and below it a place for each scope.
package struct RenderPlace {
  let directory: [UInt8]
  /// What tells the files of one kind from others in the directory.
  let kind: String
  /// The names that lead from the directory to the scope's file.
  let names: (Scope) -> [FileName]
  /// How the last of them ends for every scope.
  let ending: [UInt8]

  /// Files that lie side by side in a directory.
  init(in directory: [UInt8], kind: String, name: @escaping (Scope) -> FileName) {
    (self.directory, self.kind) = (directory, kind)
    names = { [name($0)] }
    ending = []
  }

  /// A path in which `{scope}` stands for the path of each scope, and for the root is `_root`, as no scope is called.
  package init(template text: [UInt8]) throws(Failure) {
    let slash = UInt8(ascii: "/")
    let shown = Printable.quoted(text)
    guard let mark = ScopeTemplate(text)?.start else {
      throw .message(
        "-o \(shown) needs '{scope}', the path of each scope",
        notes: ["'-o build/{scope}.json' writes 'build/prod/eu.json' for /prod/eu"])
    }
    let start = text[..<mark].lastIndex(of: slash).map { $0 + 1 } ?? 0
    let rest = Array(text[start...])
    guard let kind = String(validating: rest, as: UTF8.self) else {
      throw .message("-o \(shown) is not UTF-8")
    }
    let parts = rest.split(separator: slash, omittingEmptySubsequences: false)
    if parts.contains(where: { Array($0).isDotDot }) {
      throw .message("-o \(shown) must not contain '..' after '{scope}'")
    }
    guard let last = parts.last, !last.isEmpty, !Array(last).isDot else {
      throw .message("-o \(shown) names a directory; add a file name")
    }
    directory = Array(text[..<start])
    self.kind = kind
    let template = ScopeTemplate(rest)
    let end = template?.pieces.last
    ending = end.map { Array($0[(($0.lastIndex(of: slash) ?? -1) + 1)...]) } ?? []
    names = { scope in (template?.path(of: scope) ?? rest).components.filter { !$0.isDot } }
  }

  /// The names that lead to a scope's file, by how a list calls its kind; nil if it is no template.
  static func names(_ kind: String) -> ((Scope) -> [FileName])? {
    (try? RenderPlace(template: Array(kind.utf8)))?.names
  }
}
