import Cascade
import JSONSource

/// A file of a scope after a series of edits.
package struct EditedFile {
  package let name: [UInt8]
  /// The file before the edits; nil if it is new.
  package let former: PropertyFile?
  package private(set) var file: PropertyFile
  /// Nodes of the new document that the edits wrote: values or list elements.
  package private(set) var written: [Int] = []

  init(_ file: PropertyFile) {
    (former, self.file) = (file, file)
    name = file.name
  }

  init(new name: [UInt8], of scope: Scope, _ names: NameTable) throws(EditRefusal) {
    former = nil
    self.name = name
    let path = (scope.names + [name]).joined(separator: [UInt8(ascii: "/")])
    let source = Source(Array("{}\n".utf8))
    file = try Self.read(
      SourceFile(path: Array(path), scope: scope, source: source), names)
  }

  private static func read(
    _ file: SourceFile, _ names: NameTable
  ) throws(EditRefusal) -> PropertyFile {
    let read: PropertyFile
    do throws(Diagnostic) { read = try PropertyFile(file, names: names) } catch {
      throw .brokenByEdit([error])
    }
    guard read.problems.isEmpty else { throw .brokenByEdit(read.problems) }
    return read
  }

  mutating func set(_ value: Document, _ key: Key, at path: [MemberName]) throws(EditRefusal) {
    try edit(key) { (editor) throws(EditError) in try editor.setting(value, at: path) }
  }

  mutating func add(
    _ entry: [UInt8], _ key: Key, toList directive: Directive, inObjectAt path: [MemberName]
  ) throws(EditRefusal) {
    try edit(key) { (editor) throws(EditError) in
      try editor.adding(entry, toList: Array(directive.rawValue.utf8), inObjectAt: path)
    }
  }

  mutating func replace(_ node: Int, _ key: Key, by value: Document) throws(EditRefusal) {
    try edit(key) { (editor) throws(EditError) in try editor.replacing(node, by: value) }
  }

  mutating func remove(_ items: some Sequence<Int>, _ key: Key) throws(EditRefusal) {
    try edit(key) { $0.removing(items: Set(items)) }
  }

  mutating func edit(
    _ key: Key, _ splices: (DocumentEditor) throws(EditError) -> [Splice]
  ) throws(EditRefusal) {
    let document = file.document
    let editor = DocumentEditor(document) { [file] in file.computed($0) != nil }
    let made: [Splice]
    do throws(EditError) { made = try splices(editor) } catch { throw refusal(error, key) }
    if made.isEmpty { return }
    // The edited file belongs to the present, whichever snapshot it was read from.
    let new = SourceFile(
      path: file.file.path, scope: file.file.scope,
      source: Source(made.applied(to: document.source)))
    file = try Self.read(new, document.names)
  }

  private func refusal(_ error: EditError, _ key: Key) -> EditRefusal {
    switch error {
    case .through(let range, let count, let isComputed):
      .through(
        key.prefix(count), SourceRange(file.file, range), isComputed: isComputed)
    case .notAList(let range): .notAList(SourceRange(file.file, range))
    case .tooDeep(let limit): .tooDeep(limit: limit)
    case .tooLarge(let limit): .tooLarge(limit: limit)
    }
  }

  func writing(_ nodes: [Int]) -> EditedFile {
    var edited = self
    edited.written = nodes
    return edited
  }

  func result(written nodes: [Int]) -> EditResult {
    isChanged ? .files([writing(nodes)]) : .same(writing(nodes), by: nil)
  }

  var isChanged: Bool { former !== file }

  package var lostComments: [SourceRange] {
    guard let former else { return [] }
    return former.document.comments(lostIn: file.document).map { SourceRange(former.file, $0) }
  }
}

extension PropertyFile {
  package var bytes: [UInt8] { Array(document.source[ByteRange(0, document.source.count)]) }

  package var name: [UInt8] {
    Array(file.path.suffix(from: (file.path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1))
  }
}
