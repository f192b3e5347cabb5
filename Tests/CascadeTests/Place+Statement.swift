import TestSupport

@testable import Answers
@testable import Cascade

extension SourceRange {
  /// What tells the statement at a place from all others: whose it is, where, and how it was included.
  var statement: String {
    let tree = if case .tree(let number) = file.home { number } else { -1 }
    let origin = file.includedFrom.map { " from \($0.statement)" } ?? ""
    let path = PlainName(bytes: file.path).exact
    let scope = PlainName(bytes: file.scope.path).exact
    return "\(tree):\(path):\(range.start) of \(scope)\(origin)"
  }
}

extension PlainName {
  /// Text that is equal only where the bytes are.
  var exact: String {
    bytes.map { $0 < 0x80 ? String(UnicodeScalar($0)) : "<\(String($0, radix: 16))>" }.joined()
  }
}
