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
  var ending: [UInt8] = []
}

extension RenderTarget {
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
    let template = ScopeTemplate(rest)
    self.init(directory: Array(text[..<start]), kind: kind) { scope in
      (template?.path(of: scope) ?? rest).components.filter { !$0.isDot }
    }
    if let end = template?.pieces.last {
      ending = Array(end[((end.lastIndex(of: slash) ?? -1) + 1)...])
    }
  }

  /// The paths of a kind in a list; nil if no version of heir renders such a kind.
  static func names(_ kind: String) -> ((Scope) -> [FileName])? {
    if kind == SchemaFiles.kind { return { [SchemaFiles.name(of: $0)] } }
    return (try? RenderTarget(template: Array(kind.utf8)))?.names
  }
}
