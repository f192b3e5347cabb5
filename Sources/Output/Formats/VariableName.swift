import JSONSource
import SafeText

/// A shell variable name that is not reserved by shells or the loader.
package struct VariableName: Hashable {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8], besides others: ReservedNames? = nil) throws(RepresentationError) {
    let shown = Printable.quoted(bytes)
    guard Self.isBegun(bytes) else {
      throw .name("\(shown) is not a variable name; use letters, digits and '_', no digit first")
    }
    for reserved in [.shells, others].compactMap(\.self) where reserved.contains(bytes) {
      throw .name("\(shown) \(reserved.reason); choose another name")
    }
    self.bytes = bytes
  }

  /// Why a prefix cannot begin a name; nil if it can.
  package static func problem(
    ofPrefix prefix: [UInt8], besides others: ReservedNames? = nil
  ) -> String? {
    let shown = Printable.quoted(prefix)
    if !prefix.isEmpty, !isBegun(prefix) {
      return "\(shown) cannot begin a variable name; use letters, digits and '_', no digit first"
    }
    let reserved = [.shells, others].compactMap(\.self).first { $0.begins(prefix) }
    return reserved.map { "\(shown) \($0.reason); choose another one" }
  }

  /// Joins the names with `_`, in capitals, with `_` for other bytes.
  package init(
    prefix: [UInt8], _ key: [Name], _ names: NameTable, besides others: ReservedNames? = nil
  ) throws(RepresentationError) {
    let underscore = UInt8(ascii: "_")
    let words = key.map { name in
      names.bytes(of: name).map { $0.isWordCharacter ? $0.uppered : underscore }
    }
    try self.init(prefix + words.joined(separator: [underscore]), besides: others)
  }

  private static func isBegun(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first else { return false }
    return !first.isDigit && bytes.allSatisfy(\.isWordCharacter)
  }
}
