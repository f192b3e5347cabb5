import JSONSource

/// Reads included files (V6) and caches their documents.
package final class FragmentReader {
  /// Reads the file at `path` relative to `file`; the resulting path is from the root.
  package typealias Read = (_ path: [UInt8], _ file: SourceFile, _ place: SourceRange)
    throws(Diagnostic)
    -> (path: [UInt8], source: Source)

  struct Origin: Hashable {
    let home: SourceFile.TextOrigin
    let path: [UInt8]
    /// Set for a document of an object in the file.
    var key: Key?
  }

  private let names: NameTable
  private let read: Read
  private var documents: [Origin: Document] = [:]

  package init(_ names: NameTable, read: @escaping Read) {
    self.names = names
    self.read = read
  }

  fileprivate func document(
    _ target: InclusionTarget, of file: SourceFile, _ place: SourceRange
  ) throws(Diagnostic) -> (origin: Origin, document: Document, whole: Document) {
    let read: (path: [UInt8], source: Source)
    do throws(Diagnostic) { read = try self.read(target.path, file, place) } catch {
      guard target.key != nil, case .noFileToInclude = error.problem else { throw error }
      throw error.adding([.init(.numberSign)])
    }
    let origin = Origin(home: file.home, path: read.path)
    func fragment(_ source: Source) -> SourceFile {
      SourceFile(
        file.home, path: read.path, scope: file.scope, source: source, includedFrom: place)
    }
    let whole: Document
    if let known = documents[origin] {
      whole = known
    } else {
      whole = try fragment(read.source).document(names)
      documents[origin] = whole
    }
    guard let key = target.key else { return (origin, whole, whole) }
    let part = Origin(home: origin.home, path: origin.path, key: key)
    if let known = documents[part] { return (origin, known, whole) }
    let top = Definition(file: PropertyFile(fragment(whole.source), plain: whole), node: 0)
    guard let found = top.following(key) else {
      throw Diagnostic(
        .error, .reference, .noKeyToInclude(names.shown(key), path: origin.path), at: place,
        notes: top.nearest(to: key).map { [.init(.nearest(names.shown($0)))] } ?? [])
    }
    guard found.kind == .object else {
      throw Diagnostic(
        .error, .reference,
        .noObjectToInclude(names.shown(key), path: origin.path, TypeName(found.kind)), at: place,
        notes: [.init(.includedValue, at: found.place)])
    }
    let document = Document(whole, at: found.node)
    documents[part] = document
    return (origin, document, whole)
  }
}

/// The inclusions of a level, with limits for their depth, number and total size (V7).
package final class InclusionLimiter {
  private static let deepest = 64
  private static let most = 10_000

  private let reader: FragmentReader
  private var count = 0
  // Only repeated inclusions count for the limit. This is the amount of each file not included yet.
  private var fresh: [FragmentReader.Origin: ValueSize] = [:]
  private var repeated = ValueSize.nothing
  private(set) var excess: Diagnostic?

  package init(_ reader: FragmentReader) { self.reader = reader }

  func fragment(
    _ target: InclusionTarget, of file: SourceFile, _ place: SourceRange, at position: [Name]
  ) throws(Diagnostic) -> PropertyFile {
    count += 1
    if let excess { throw excess }
    guard count <= Self.most else {
      throw exceeding(
        Diagnostic(.error, .cycle, .tooManyInclusions(limit: Self.most), at: place))
    }
    let (origin, document, whole) = try reader.document(target, of: file, place)
    let chain = Array(sequence(first: place) { $0.file.includedFrom })
    // An object that contains its own place of inclusion would be infinite.
    if chain.contains(where: {
      $0.file.path == origin.path && document.range(0).contains($0.range)
    }) {
      throw Diagnostic(.error, .cycle, .includesItself(path: origin.path), at: place)
    }
    guard chain.count <= Self.deepest else {
      throw Diagnostic(
        .error, .cycle, .tooManyInclusionsInOneAnother(limit: Self.deepest), at: place)
    }
    let left = (fresh[origin] ?? whole.amount) - document.amount
    if left.values >= 0, left.bytes >= 0 {
      fresh[origin] = left
    } else {
      repeated = repeated + document.amount
      guard !repeated.exceeds(.mostIncluded) else {
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

extension Document {
  fileprivate var amount: ValueSize {
    ValueSize(values: nodeCount, bytes: range(0).end - range(0).start)
  }
}

/// The target of an `$include`: a file, or the object at a key in a file (V6).
struct InclusionTarget {
  let path: [UInt8]
  let key: Key?

  /// Parses `PATH` or `PATH#KEY`; `##` in the path is a `#`.
  init(_ text: [UInt8], _ names: NameTable) throws(Diagnostic.Problem) {
    let sign = UInt8(ascii: "#")
    var path: [UInt8] = []
    var rest = text[...]
    var hasKey = false
    while let byte = rest.popFirst() {
      if byte == sign {
        guard rest.first == sign else {
          hasKey = true
          break
        }
        rest.removeFirst()
      }
      path.append(byte)
    }
    if let error = ComputedValueReader.problem(ofPath: path) { throw .badPath(error) }
    self.path = path
    guard hasKey else {
      key = nil
      return
    }
    do throws(KeyError) { key = try KeySyntax.key(Array(rest), names) } catch {
      throw .badKey(Array(rest), error, in: .include)
    }
  }
}
