import Cascade

/// The environment as far as the caller lets a tree see it: by name (V4).
struct AllowedEnvironment {
  private let names: [[UInt8]]
  private let session: Session

  init(_ options: CommonOptions, _ session: Session) {
    self.session = session
    let given = [session.setting("HEIR_ALLOW_ENV")].compactMap { $0 } + options.allowed
    names =
      given.isEmpty
      ? [] : given.flatMap { $0.split(separator: UInt8(ascii: ",")) }.map(Array.init)
  }

  func variable(_ name: [UInt8]) -> Variable {
    guard names.contains(name) || names.contains([UInt8(ascii: "*")]) else { return .notAllowed }
    return session.environment(name).map { .value($0) } ?? .unset
  }
}
