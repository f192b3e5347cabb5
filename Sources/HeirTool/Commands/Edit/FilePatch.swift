import Answers
import Cascade
import Edits
import JSONSource
import SafeText
import Trees

/// The patch of a file that an edit changes.
struct FilePatch {
  private let former: PropertyFile?
  private let present: PropertyFile
  private var diff: UnifiedDiff

  /// `path` begins at the root and has links resolved; `former` is nil for a new file.
  init(at path: [UInt8], from former: PropertyFile?, to present: PropertyFile) {
    (self.former, self.present) = (former, present)
    diff = UnifiedDiff(path: path, from: former?.bytes, to: present.bytes)
  }

  var bytes: [UInt8] { diff.bytes }

  /// Removes context lines with secrets of the scope, before or after, or of `others`. Throws if a changed line
  /// contains a secret (A1).
  mutating func leaveOutSecrets(
    _ scopes: BeforeAfter<Evaluation>, _ others: ReportMask
  ) throws(Failure) {
    let former = former.map { Self.secrets(in: $0, scopes.from, others) } ?? []
    let present = Self.secrets(in: present, scopes.to, others)
    func shown() -> Secret? {
      let lines = diff.shownLines
      return former.first { $0.isShown(lines.old) } ?? present.first { $0.isShown(lines.new) }
    }
    while let secret = shown() {
      if diff.context == 0 {
        throw .message(
          others.unread == nil
            ? "the patch would show \(Printable.string(secret.key)), which is secret"
            : "the patch would show values that may be secret",
          notes: ["print it with '--reveal'"])
      }
      diff.context -= 1
    }
  }

  private struct Secret {
    let key: [UInt8]
    let lines: Range<Int>

    func isShown(_ shown: [Range<Int>]) -> Bool { shown.contains { $0.overlaps(lines) } }
  }

  private static func secrets(
    in file: PropertyFile, _ scope: Evaluation, _ others: ReportMask
  ) -> [Secret] {
    let map = LineMap(file.document.source)
    return scope.secretPlaces(in: file, others).map { key, place in
      let first = map.position(of: place.range.start).line - 1
      let last = map.position(of: max(place.range.start, place.range.end - 1)).line - 1
      return Secret(key: key, lines: first..<(last + 1))
    }
  }
}

extension Proposal {
  /// The patches of all files without secrets of their scopes or of `secrets`; nil shows everything.
  package func shown(
    hiding secrets: ReportMask?,
    _ scopes: (Scope) throws(Failure) -> BeforeAfter<Evaluation>
  ) throws(Failure) -> [UInt8] {
    var output: [UInt8] = []
    for file in files {
      var patch = FilePatch(at: file.path.joinedPath, from: file.former, to: file.present)
      if let secrets {
        for scope in file.scopes { try patch.leaveOutSecrets(try scopes(scope), secrets) }
      }
      output += patch.bytes
    }
    return output
  }
}
