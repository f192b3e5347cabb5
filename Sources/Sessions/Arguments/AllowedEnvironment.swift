import Cascade

/// The environment as far as the caller lets a tree see it: by name (V4).
package struct AllowedEnvironment {
  private let names: [[UInt8]]
  private let variable: ([UInt8]) -> [UInt8]?

  package init(_ options: CommonOptions, _ session: Session) {
    variable = session.environment
    let given = [session.setting("HEIR_ALLOW_ENV")].compactMap { $0 } + options.allowed
    names =
      given.isEmpty
      ? [] : given.flatMap { $0.split(separator: UInt8(ascii: ",")) }.map(Array.init)
  }

  /// One in which every variable is allowed and holds the same.
  package init(assuming value: [UInt8]) {
    names = [[UInt8(ascii: "*")]]
    variable = { _ in value }
  }

  func look(_ name: [UInt8]) -> Variable {
    guard names.contains(name) || names.contains([UInt8(ascii: "*")]) else { return .notAllowed }
    return variable(name).map { .value($0) } ?? .unset
  }
}
