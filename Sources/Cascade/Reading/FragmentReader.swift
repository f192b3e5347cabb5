import JSONSource

/// Fetches the files that property files include (V6), each once.
///
/// It is handed a way to read; which directories and trees there are is not its business.
package final class FragmentReader {
  /// The file that `path` leads to from the directory of `file`: its path from the root, and its text.
  package typealias Read = (_ path: [UInt8], _ file: SourceFile, _ place: SourceRange)
    throws(Diagnostic)
    -> (path: [UInt8], source: Source)

  struct Origin: Hashable {
    let home: SourceFile.Home
    let path: [UInt8]
  }

  private let names: NameTable
  private let read: Read
  private var documents: [Origin: Document] = [:]

  package init(_ names: NameTable, read: @escaping Read) {
    self.names = names
    self.read = read
  }

  /// The document of a fragment, and its path from the root; read once, however often it is included.
  fileprivate func document(
    _ path: [UInt8], of file: SourceFile, _ place: SourceRange
  ) throws(Diagnostic) -> (origin: Origin, document: Document) {
    let (path, source) = try read(path, file, place)
    let origin = Origin(home: file.home, path: path)
    if let known = documents[origin] { return (origin, known) }
    let fragment = SourceFile(
      file.home, path: path, scope: file.scope, source: source, includedFrom: place)
    let document = try fragment.document(names)
    documents[origin] = document
    return (origin, document)
  }
}

/// What one level may include: a bound on how deep, how often and how much in sum (V7).
final class Inclusions {
  private static let deepest = 64
  private static let most = 10_000

  private let reader: FragmentReader
  private var count = 0
  private var seen: Set<FragmentReader.Origin> = []
  // What comes in once is bounded by the tree's own files; what comes in again might have no end.
  private var repeated = Amount.nothing
  /// What was too much: one cause, told the same to everyone who needs more.
  private var excess: Diagnostic?
  var isExceeded: Bool { excess != nil }

  init(_ reader: FragmentReader) {
    self.reader = reader
  }

  /// The fragment that a file includes at a place in its scope, as a file of its own.
  func fragment(
    _ path: [UInt8], of file: SourceFile, _ place: SourceRange, at position: [Name]
  ) throws(Diagnostic) -> PropertyFile {
    count += 1
    if let excess { throw excess }
    guard count <= Self.most else {
      throw exceeding(
        Diagnostic(.error, .cycle, .tooManyInclusions(limit: Self.most), at: place))
    }
    let (origin, document) = try reader.document(path, of: file, place)
    var chain: [SourceRange] = [place]
    while let next = chain.last?.file.includedFrom { chain.append(next) }
    if chain.contains(where: { $0.file.path == origin.path }) {
      throw Diagnostic(.error, .cycle, .includesItself(path: origin.path), at: place)
    }
    guard chain.count <= Self.deepest else {
      throw Diagnostic(
        .error, .cycle, .tooManyInclusionsInOneAnother(limit: Self.deepest), at: place)
    }
    if !seen.insert(origin).inserted {
      repeated = repeated + Amount(values: document.nodeCount, bytes: document.source.count)
      guard !repeated.isTooMuch else {
        throw exceeding(Diagnostic(.error, .reference, .includesTooMuch, at: place))
      }
    }
    guard position.count + document.depth <= Document.deepest else {
      throw Diagnostic(
        .error, .cycle, .includesTooDeep(limit: Document.deepest), at: place)
    }
    let fragment = SourceFile(
      file.home, path: origin.path, scope: file.scope, source: document.source,
      includedFrom: place)
    return try PropertyFile(fragment, document, at: position, self)
  }

  private func exceeding(_ diagnostic: Diagnostic) -> Diagnostic {
    excess = diagnostic
    return diagnostic
  }
}
