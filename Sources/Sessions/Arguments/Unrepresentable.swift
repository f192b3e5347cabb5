/// Why a format's reader would not get what a leaf holds, or not under its name.
package enum Unrepresentable: Error {
  /// The words go on where the key was named.
  case value(String)
  /// The words stand by themselves, behind the key or without it.
  case name(String)

  package init(_ reason: String) { self = .value(reason) }

  package static let holdsNUL = Unrepresentable(
    "contains a NUL, which shells and variables do not support")

  package var words: String {
    switch self {
    case .value(let reason), .name(let reason): reason
    }
  }

  /// How to get other names where keys make them.
  package static let otherNames = "change all names with '--prefix'"

  /// The reason, behind the key that it is about; for a name, with how to get another.
  package func words(
    for key: String, _ otherNames: String = Unrepresentable.otherNames
  ) -> String {
    switch self {
    case .value(let reason): "\(key) \(reason)"
    case .name(let reason): "\(key): \(reason); \(otherNames)"
    }
  }
}
