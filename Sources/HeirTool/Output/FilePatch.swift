import Cascade
import JSONSource
import Legible

/// The patch of one file that an edit changes.
struct FilePatch {
  private let former: PropertyFile?
  private let present: PropertyFile
  private let diff: UnifiedDiff

  /// `path` is the file's from the root without links; there is no `former` where it is new.
  init(at path: [UInt8], from former: PropertyFile?, to present: PropertyFile) {
    (self.former, self.present) = (former, present)
    diff = UnifiedDiff(path: path, from: former?.bytes, to: present.bytes)
  }

  var bytes: [UInt8] { diff.bytes }

  /// Throws where a line that the patch shows holds a secret of the scope, before or after, or of others
  /// that have it (A1).
  func refuseSecrets(
    _ scopes: Sides<AskedScope>, _ others: ReportMask, _ names: NameTable
  ) throws(Failure) {
    let shown = diff.shownLines
    let before = former.flatMap { secret(in: $0, scopes.from, others, shown.old) }
    guard let key = before ?? secret(in: present, scopes.to, others, shown.new) else { return }
    throw .message(
      "the patch would carry \(names.text(key)), which is secret",
      notes: ["'--reveal' prints it all the same"])
  }

  private func secret(
    in file: PropertyFile, _ scope: AskedScope, _ others: ReportMask, _ shown: [Range<Int>]
  ) -> Key? {
    let map = LineMap(file.document.source)
    return scope.secretPlaces(in: file, others).first { _, place in
      let first = map.position(of: place.range.start).line - 1
      let last = map.position(of: max(place.range.start, place.range.end - 1)).line - 1
      return shown.contains { $0.overlaps(first..<(last + 1)) }
    }?.key
  }
}
