import JSONSource

/// One property file, read: its document, its markers, and which of its objects need a closer look.
package final class PropertyFile {
  package let file: SourceFile
  package let document: Document
  package let markers: [Marker]
  /// Everything wrong with its directives; nothing may be resolved from it while there is any.
  package let problems: [Diagnostic]
  /// Objects that hold a directive anywhere inside: they are not simply what they say.
  private let instructed: Set<Int>
  /// Objects that hold nothing but directives, or only such objects: they write no value.
  private let silent: Set<Int>

  /// Reads the file; `number` is its place among the files of its scope, from 0.
  package init(_ file: SourceFile, number: Int, names: NameTable) throws(Diagnostic) {
    self.file = file
    do throws(SyntaxError) {
      document = try Document(file.source, names: names)
    } catch {
      throw Diagnostic(error, in: file)
    }
    guard document.kind(0) == .object else {
      throw Diagnostic(SyntaxError(.notAnObject, document.range(0)), in: file)
    }
    guard document.hasDirectives else {
      (markers, problems, instructed, silent) = ([], [], [], [])
      return
    }
    var reader = DirectiveReader(file, document, number)
    reader.readTop()
    markers = reader.markers
    problems = reader.problems
    instructed = reader.instructed
    silent = reader.silent
  }

  /// Whether the value at `node` is nothing but what it says: no directive stands in it.
  func isPlain(_ node: Int) -> Bool { !instructed.contains(node) }

  /// Whether the object at `node` writes a value.
  func writes(_ node: Int) -> Bool { !silent.contains(node) }
}

/// A value as one file writes it.
package struct Written {
  package let file: PropertyFile
  package let node: Int

  package var document: Document { file.document }
  package var kind: Node.Kind { document.kind(node) }
  package var place: Place { Place(file.file, document.range(node)) }

  func isSame(as other: Written) -> Bool { file === other.file && node == other.node }
}
