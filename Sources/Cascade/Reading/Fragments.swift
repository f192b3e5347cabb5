import JSONSource

/// Fetches the files that property files include, as far as what is asked needs them (V6).
///
/// It is handed a way to read; which directories and trees there are is not its business.
package final class Fragments {
  /// The file that `path` leads to from the directory of `file`: its path from the root, and its text.
  package typealias Read = (_ path: [UInt8], _ file: SourceFile, _ place: Place) throws(Diagnostic)
    -> (path: [UInt8], source: Source)

  /// Which parts of the scopes are wanted.
  package enum Demand {
    case everything
    case keys([Key])

    /// Whether something wanted lies at, above or below a place.
    func covers(_ place: [Name]) -> Bool {
      switch self {
      case .everything: true
      case .keys(let keys):
        keys.contains { $0.names.starts(with: place) || place.starts(with: $0.names) }
      }
    }
  }

  private struct Origin: Hashable {
    let home: SourceFile.Home
    let path: [UInt8]
  }

  package var demand: Demand
  private let read: Read
  private var documents: [Origin: Document] = [:]
  private var count = 0

  private static let deepest = 64
  private static let most = 10_000

  package init(_ demand: Demand, read: @escaping Read) {
    self.demand = demand
    self.read = read
  }

  /// Begins to count anew: the bound is that of one scope.
  package func beginLevel() { count = 0 }

  /// The fragment that a file includes at `place`, as a file of its own.
  func fragment(
    _ path: [UInt8], of file: SourceFile, _ place: Place, at position: [Name], _ names: NameTable
  ) throws(Diagnostic) -> PropertyFile {
    count += 1
    guard count <= Self.most else {
      throw Diagnostic(.error, .cycle, .tooManyInclusions(limit: Self.most), at: place)
    }
    let (path, source) = try read(path, file, place)
    var chain: [Place] = [place]
    while let next = chain.last?.file.includedFrom { chain.append(next) }
    let fragment = SourceFile(
      file.home, path: path, scope: file.scope, source: source, includedFrom: place)
    if chain.contains(where: { $0.file.path == path }) {
      throw Diagnostic(.error, .cycle, .includesItself(path: path), at: place)
    }
    guard chain.count <= Self.deepest else {
      throw Diagnostic(
        .error, .cycle, .tooManyInclusionsInOneAnother(limit: Self.deepest), at: place)
    }
    let origin = Origin(home: file.home, path: path)
    let document: Document
    if let known = documents[origin] {
      document = known
    } else {
      do throws(SyntaxError) {
        document = try Document(source, names: names)
      } catch {
        throw Diagnostic(error, in: fragment)
      }
      documents[origin] = document
    }
    return try PropertyFile(fragment, document, at: position, self)
  }
}
