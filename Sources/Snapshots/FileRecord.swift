import Cascade

/// The files that were read for what was asked, in order.
package final class FileRecord {
  package enum Kind: String { case settings, property, fragment, text }

  package private(set) var files: [(file: SourceFile, kind: Kind)] = []

  package init() {}

  /// Takes in a file once; what is included stands behind the file that includes it.
  func note(_ file: SourceFile, _ kind: Kind, after includer: SourceFile? = nil) {
    let isKnown = files.contains { $0.kind == kind && Self.isSame($0.file, file) }
    if isKnown { return }
    let place = includer.flatMap { includer in
      files.firstIndex { Self.isSame($0.file, includer) }
    }
    guard var next = place.map({ $0 + 1 }) else {
      files.append((file, kind))
      return
    }
    while next < files.count, files[next].kind == .fragment { next += 1 }
    files.insert((file, kind), at: next)
  }

  private static func isSame(_ file: SourceFile, _ other: SourceFile) -> Bool {
    file.home == other.home && file.path == other.path
  }
}
