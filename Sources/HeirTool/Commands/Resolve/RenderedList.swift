import Cascade
import Files
import JSONSource
import Output
import SystemCalls
import Trees

/// The content of `.heir-rendered`: the files rendered into a directory.
struct RenderedList: Equatable {
  static let name = FileName(".heir-rendered".utf8)

  struct Group: Hashable {
    let root: String
    let kind: String

    /// Both paths are absolute, with links resolved.
    init(in directory: [UInt8], of root: [UInt8], kind: String) {
      let slash = UInt8(ascii: "/")
      let (from, to) = (directory.split(separator: slash), root.split(separator: slash))
      let common = zip(from, to).prefix { $0 == $1 }.count
      let up = repeatElement(Array("..".utf8)[...], count: from.count - common)
      let path = Array((up + to.dropFirst(common)).joined(separator: [slash]))
      self.init(
        root: path.isEmpty
          ? "." : String(validating: path, as: UTF8.self) ?? URIReference.encoded(path), kind: kind)
    }

    init(root: String, kind: String) { (self.root, self.kind) = (root, kind) }
  }

  struct Scopes: Equatable {
    /// Scopes whose file was written.
    var written: Set<Scope> = []
    /// Scopes whose file an interrupted run may not have written; such files are never removed.
    var begun: Set<Scope> = []

    var isEmpty: Bool { written.isEmpty && begun.isEmpty }
  }

  private var groups: [Group: Scopes] = [:]

  init() {}

  init(_ bytes: [UInt8], called name: String) throws(Failure) {
    guard let document = try? Document(Source(bytes), names: NameTable()),
      document.member("version", of: 0).map(document.spelling)?.elementsEqual("2".utf8) == true,
      let all = document.member("rendered", of: 0), document.kind(all) == .array,
      document.elements(all).allSatisfy({ add($0, document) })
    else {
      throw .message(
        "\(name) was not written by heir",
        notes: [
          "it lists the rendered files; restore it, or delete it and remove old files yourself"
        ])
    }
  }

  private mutating func add(_ entry: Int, _ document: Document) -> Bool {
    guard let root = document.member("root", of: entry).flatMap(document.string),
      let kind = document.member("files", of: entry).flatMap(document.string),
      let written = Self.scopes(document.member("scopes", of: entry), document),
      let begun = Self.scopes(document.member("begun", of: entry), document)
    else { return false }
    let group = Group(
      root: String(decoding: root, as: UTF8.self), kind: String(decoding: kind, as: UTF8.self))
    groups[group, default: Scopes()].written.formUnion(written)
    groups[group, default: Scopes()].begun.formUnion(begun)
    return true
  }

  private static func scopes(_ array: Int?, _ document: Document) -> Set<Scope>? {
    guard let array else { return [] }
    guard document.kind(array) == .array else { return nil }
    var scopes: Set<Scope> = []
    for element in document.elements(array) {
      guard let path = document.string(element), let scope = Scope(path: path),
        // A list from another author must not name files outside the directory.
        scope.names.allSatisfy({ $0.isComponent && !$0.isHidden })
      else { return nil }
      scopes.insert(scope)
    }
    return scopes
  }

  func paths(besides group: Group? = nil) -> Set<[UInt8]> {
    var paths: Set<[UInt8]> = []
    for (other, scopes) in groups where other != group {
      guard let names = RenderTarget.names(other.kind) else { continue }
      for scope in scopes.written.union(scopes.begun) { paths.insert(names(scope).joinedPath) }
    }
    return paths
  }

  subscript(group: Group) -> Scopes {
    get { groups[group] ?? Scopes() }
    set { groups[group] = newValue.isEmpty ? nil : newValue }
  }

  /// Makes all files unconfirmed, because another user may have written the list.
  mutating func markUnconfirmed() {
    groups = groups.mapValues { Scopes(begun: $0.written.union($0.begun)) }
  }

  /// Sorted, with a line for each scope, so that git shows readable changes.
  func bytes(_ context: CommandContext) -> [UInt8] {
    func list(_ scopes: Set<Scope>) -> Record {
      .list(scopes.map(\.path).sorted { $0.lexicographicallyPrecedes($1) }) { .bytes($0) }
    }
    let sorted = groups.sorted { ($0.key.root, $0.key.kind) < ($1.key.root, $1.key.kind) }
    let rendered: Record = .list(sorted) { group, scopes in
      [
        "root": .text(group.root), "files": .text(group.kind), "scopes": list(scopes.written),
        "begun": scopes.begun.isEmpty ? nil : list(scopes.begun),
      ]
    }
    return context.bytes(.indented, ["version": 2, "rendered": rendered])
  }
}

extension Document {
  /// nil if the node is not an object or has no such member.
  func member(_ name: String, of object: Int) -> Int? {
    kind(object) == .object ? value(of: .ordinary(Array(name.utf8)), in: object) : nil
  }
}
