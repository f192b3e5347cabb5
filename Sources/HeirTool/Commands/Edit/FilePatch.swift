import Answers
import Cascade
import Edits
import JSONSource
import SafeText
import Trees

extension Proposal {
  /// The patches of all files without secrets of their scopes or of `secrets`; nil shows everything.
  package func shown(
    hiding secrets: ReportMask?,
    _ scopes: (Scope) throws(Failure) -> BeforeAfter<Evaluation>
  ) throws(Failure) -> [UInt8] {
    var output: [UInt8] = []
    for file in files {
      var diff = UnifiedDiff(
        path: file.path.joinedPath, from: file.former?.bytes, to: file.present.bytes)
      if let secrets {
        let sides = BeforeAfter(from: file.former, to: file.present)
        for scope in file.scopes {
          try diff.leaveOutSecrets(of: sides, try scopes(scope), secrets)
        }
      }
      output += diff.bytes
    }
    return output
  }
}

extension UnifiedDiff {
  /// Removes context lines with secrets of the scope, before or after, or of `others`. Throws if a changed line
  /// contains a secret (A1).
  fileprivate mutating func leaveOutSecrets(
    of file: BeforeAfter<PropertyFile?>, _ scopes: BeforeAfter<Evaluation>, _ others: ReportMask
  ) throws(Failure) {
    let secrets = BeforeAfter { side in
      file[side].map { Self.secretLines(of: $0, scopes[side], others) } ?? []
    }
    func isShown(_ secret: SecretLines, _ shown: [Range<Int>]) -> Bool {
      shown.contains { $0.overlaps(secret.lines) }
    }
    while true {
      let shown = shownLines
      let secret =
        secrets.from.first { isShown($0, shown.old) } ?? secrets.to.first { isShown($0, shown.new) }
      guard let secret else { return }
      if context == 0 {
        throw .message(
          "the patch would show \(Printable.string(secret.key)), which \(secret.why)",
          notes: ["print it with '--reveal'"])
      }
      context -= 1
    }
  }

  private typealias SecretLines = (key: [UInt8], why: String, lines: Range<Int>)

  private static func secretLines(
    of file: PropertyFile, _ scope: Evaluation, _ others: ReportMask
  ) -> [SecretLines] {
    let map = LineMap(file.document.source)
    let places =
      scope.secretPlaces(in: file, others).map { ($0.key, "is secret", $0.place) }
      + scope.uncertainPlaces(in: file).map {
        ($0.key, "may be secret: an inclusion cannot be read", $0.place)
      }
    return places.map { key, why, place in
      let first = map.position(of: place.range.start).line - 1
      let last = map.position(of: max(place.range.start, place.range.end - 1)).line - 1
      return (key, why, first..<(last + 1))
    }
  }
}
