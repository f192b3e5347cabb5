import Cascade
import SafeText
import SystemCalls
import Trees

/// The output directory of rendered files, and a path in it for each scope.
struct RenderTarget {
  let directory: [UInt8]
  /// Distinguishes groups of files in the directory.
  let kind: String
  let names: (Scope) -> [FileName]
  let ending: [UInt8]

  init(in directory: [UInt8], kind: String, name: @escaping (Scope) -> FileName) {
    (self.directory, self.kind) = (directory, kind)
    names = { [name($0)] }
    ending = []
  }

  /// A path with `{scope}` for the path of each scope; the root is `_root`, which is never a scope's name.
  init(template text: [UInt8]) throws(Failure) {
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

  /// The paths of a kind in a list; nil if the kind is not a template.
  static func names(_ kind: String) -> ((Scope) -> [FileName])? {
    (try? RenderTarget(template: Array(kind.utf8)))?.names
  }
}
