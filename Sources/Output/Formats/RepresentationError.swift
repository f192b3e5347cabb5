/// Why an output format cannot represent a leaf or its name.
package enum RepresentationError: Error {
  /// The words follow the key; those of `name` are a sentence.
  case value(String)
  case name(String)

  package static let containsNUL = RepresentationError.value(
    "contains a NUL, which shells and variables do not support")

  package var words: String {
    switch self {
    case .value(let reason), .name(let reason): reason
    }
  }

  package static let otherNames = "change all names with '--prefix'"

  package func words(
    for key: String, _ otherNames: String = RepresentationError.otherNames
  ) -> String {
    switch self {
    case .value(let reason): "\(key) \(reason)"
    case .name(let reason): "\(key): \(reason); \(otherNames)"
    }
  }
}
