import Cascade
import JSONSource
import Legible

extension ScopeArgument {
  /// The scope it names, whether there is such a scope or not.
  func scope(in tree: OpenTree) throws(Failure) -> Scope {
    let slash = UInt8(ascii: "/")
    let dot = UInt8(ascii: ".")
    var start: [[UInt8]] = []
    var rest = text[...]
    if rest.elementsEqual([dot]) || rest.starts(with: [dot, slash]) {
      start = try tree.currentScope(for: text).names
      rest = rest.dropFirst(2)
    } else if rest.first == slash {
      rest = rest.dropFirst()
    }
    if rest.count > 1, rest.last == slash { rest = rest.dropLast() }
    if rest.isEmpty { return Scope(start) }
    var names = start
    for name in rest.split(separator: slash, omittingEmptySubsequences: false) {
      if name.isEmpty { throw problem("has an empty component") }
      if name.elementsEqual([dot, dot]) || name.elementsEqual([dot]) {
        throw problem(
          "holds '\(Printable.string(name))'; write the path from the root",
          tree.notes(ofDirectory: text))
      }
      if !UTF8Sequence.isValid(name) { throw problem("is not UTF-8") }
      names.append(Array(name))
    }
    return Scope(names)
  }

  private func problem(_ words: String, _ notes: [String] = []) -> Failure {
    .message("the scope '\(Printable.string(text))' \(words)", notes: notes)
  }
}
