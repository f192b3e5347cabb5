import Cascade
import JSONSource
import SafeText

extension CheckRule {
  static let encrypted = CheckRule(
    .warning, .encrypted, "Encrypted value, which heir does not decrypt",
    .file(
      "properties.json", #"{ "password": "ENC[PKCS7,MIIBeQYJKoZIhvcNAQcDoIIBajCC]" }"#,
      corrected: #"{ "$secret": ["password"], "$required": ["password"], "port": 5432 }"#),
    .file("a/properties.json", nil, corrected: #"{ "password": "decrypted elsewhere" }"#)
  ) { scope in
    var findings: [Diagnostic] = []
    for file in scope.visited.levels.flatMap(\.filesAndFragments) {
      let document = file.document
      // Most files have none, and a search of the text is faster than one of all values.
      if !document.spelling(0).isCiphertext { continue }
      func visit(_ node: Int, _ key: Key) {
        switch document.kind(node) {
        case .string where document.spelling(node).isCiphertext:
          findings.append(
            scope.warning(
              .encrypted, key, .encrypted(count: 1),
              at: SourceRange(file.file, document.range(node))))
        case .array: for element in document.elements(node) { visit(element, key) }
        case .object:
          for member in document.members(node) where !member.isDirective {
            visit(member.value, key.appending(member.name))
          }
        default: break
        }
      }
      visit(0, Key(file.prefix))
    }
    return findings
  }
}
