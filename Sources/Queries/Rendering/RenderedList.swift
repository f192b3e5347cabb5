import Cascade
import FileTree
import JSONSource
import Legible
import Reports
import Snapshots
import SystemCalls

/// Which scopes files in a directory were made of, by their kind: what `.heir-rendered` there says.
struct RenderedList {
  static let name = FileName(".heir-rendered".utf8)

  private var scopes: [String: Set<Scope>] = [:]

  /// Reads it; nothing was made where there is none.
  init(_ bytes: [UInt8]?, called name: String) throws(Failure) {
    guard let bytes else { return }
    guard let document = try? Document(Source(bytes), names: NameTable()),
      let kinds = Self.member("rendered", of: 0, document),
      Self.member("version", of: 0, document).map(document.spelling)?.elementsEqual("1".utf8)
        == true
    else { throw Self.unreadable(name) }
    for member in document.members(kinds) {
      let kind = String(decoding: document.text(member.nameIndex), as: UTF8.self)
      guard document.kind(member.value) == .array else { throw Self.unreadable(name) }
      for element in document.elements(member.value) {
        guard let path = document.string(element), let scope = Scope(path: path),
          // Whoever writes the list has no say in what is done elsewhere.
          scope.names.allSatisfy({ $0.isComponent && !$0.isHidden })
        else { throw Self.unreadable(name) }
        scopes[kind, default: []].insert(scope)
      }
    }
  }

  private static func member(_ name: String, of object: Int, _ document: Document) -> Int? {
    guard document.kind(object) == .object else { return nil }
    return document.value(of: .ordinary(Array(name.utf8)), in: object)
  }

  private static func unreadable(_ name: String) -> Failure {
    .message(
      "\(name) is not what heir wrote there",
      notes: ["it tells which files it has made: restore it, or delete it and look after them"])
  }

  var kinds: some Sequence<String> { scopes.keys }

  subscript(kind: String) -> Set<Scope> {
    get { scopes[kind] ?? [] }
    set { scopes[kind] = newValue.isEmpty ? nil : newValue }
  }

  /// A line each, in an order of their own, so that those who keep it in git see what changed.
  func bytes(_ query: Query) -> [UInt8] {
    let kinds = scopes.sorted { $0.key < $1.key }.map { kind, scopes in
      let paths = scopes.map(\.path).sorted { $0.lexicographicallyPrecedes($1) }
      return (Record.Label.named(kind), Record?.some(.list(paths) { .bytes($0) }))
    }
    var writer = JSONWriter(.indented)
    writer.record(
      ["version": 1, "rendered": .object(kinds)], query.show.places, query.names)
    return writer.take() + [0x0A]
  }
}
