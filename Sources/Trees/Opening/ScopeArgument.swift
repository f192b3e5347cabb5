import Cascade
import Files
import JSONSource
import SafeText

/// A scope as typed (T7).
package struct ScopeArgument {
  package let text: [UInt8]

  package init(text: [UInt8]) {
    self.text = text
  }

  /// The scope may not exist.
  package func scope(in treeReader: TreeReader) throws(Failure) -> Scope {
    let text = path
    var rest = text.split(separator: .slash, omittingEmptySubsequences: false)[...]
    var names: [[UInt8]] = []
    if let first = rest.first, Scope.isStep(first) {
      names = try start(treeReader, &rest)
    } else if text.first == .slash {
      rest.removeFirst()
    }
    if rest.isEmpty || rest.count == 1 && rest.last?.isEmpty == true { return Scope(names) }
    if rest.last?.isEmpty == true { rest.removeLast() }
    let start = names
    for name in rest {
      if name.isEmpty {
        throw problem(
          "has an empty component", Self.notes(start + rest.map(Array.init), treeReader))
      }
      if Scope.isStep(name) {
        let meant = Self.withoutSteps(start + rest.map(Array.init))
        let path = meant.map { "'\(Printable.string(Scope($0).path))'" } ?? "the path from the root"
        throw problem(
          "contains '\(Printable.string(name))'; write \(path)",
          treeReader.snapshot.notes(ofDirectory: text))
      }
      if !UTF8Sequence.isValid(name) { throw problem("is not UTF-8") }
      names.append(Array(name))
    }
    return Scope(names)
  }

  /// nil above the root.
  private static func withoutSteps(_ names: [[UInt8]]) -> [[UInt8]]? {
    var left: [[UInt8]] = []
    for name in names where !name.isEmpty {
      if !Scope.isStep(name[...]) {
        left.append(name)
      } else if name.count > 1, left.popLast() == nil {
        return nil
      }
    }
    return left
  }

  /// A JSON string is unquoted (D249).
  private var path: [UInt8] {
    guard text.first == UInt8(ascii: "\""),
      let document = try? Document(Source(text), names: NameTable()), document.kind(0) == .string
    else { return text }
    let path = document.text(0)
    return path.first == .slash && !path.contains(0) ? path : text
  }

  private static func notes(_ names: [[UInt8]], _ treeReader: TreeReader) -> [String] {
    let meant = Scope(names.filter { !$0.isEmpty })
    if meant.names.contains(where: { Scope.isStep($0[...]) }) { return [] }
    let near = treeReader.following(meant).scope
    if near == meant { return ["write '\(Printable.string(meant.path))'"] }
    return near == .root ? [] : ["the nearest is '\(Printable.string(near.path))'"]
  }

  /// Removes leading dots from `rest`; they start at the scope of the current directory.
  private func start(
    _ treeReader: TreeReader, _ rest: inout ArraySlice<ArraySlice<UInt8>>
  ) throws(Failure) -> [[UInt8]] {
    let here = try treeReader.snapshot.currentScope(for: text)
    var names = here.names
    while let component = rest.first, Scope.isStep(component) {
      rest.removeFirst()
      if component.count == 1 { continue }
      if names.popLast() == nil {
        throw problem(
          "is above the root; the current directory is the scope "
            + "'\(Printable.string(here.path))'", treeReader.snapshot.notes(ofDirectory: text))
      }
    }
    return names
  }

  private func problem(_ words: String, _ notes: [String] = []) -> Failure {
    .unknownScope(
      text, "scope '\(Printable.string(text))' \(words)",
      notes: notes + ["see 'heir help scopes'"])
  }
}
