import Cascade
import JSONSource

extension Evaluation {
  /// Secret values that a property file writes, with their spelled keys or patterns. `others` adds the secrets of
  /// further scopes.
  package func secretPlaces(
    in file: PropertyFile, _ others: ReportMask
  ) -> [(key: [UInt8], place: SourceRange)] {
    if others.unread != nil { return values(in: file) }
    let mask = mask(Key()).union(others.mask(Key()))
    if mask.isNone { return [] }
    let secrets = mask.secrets(in: file.document, 0) { node, pattern in
      guard let key = pattern.key else { return false }
      let written = Definition(file: file, node: node)
      return self.mask(ofStep: written, under: key).isSecret
        || self.translatesSecret(written, under: key, others.keys)
    }
    return secrets.map { secret in
      (
        view.names.spelling(secret.key),
        SourceRange(file.file, file.document.range(secret.node))
      )
    }
  }

  /// The top-level values, and directives that contain values: any may be secret.
  private func values(in file: PropertyFile) -> [(key: [UInt8], place: SourceRange)] {
    file.document.members(0).filter { member in
      !member.isDirective
        || [.remove, .type].contains(Directive.named(view.names.bytes(of: member.name)))
    }.map { member in
      (
        view.names.spelling(Key([member.name])),
        SourceRange(file.file, file.document.range(member.value))
      )
    }
  }
}
