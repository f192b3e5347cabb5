import Cascade

/// The environment as far as the caller lets a tree see it: by name (V4).
package struct AllowedEnvironment {
  private let names: [[UInt8]]
  private let variable: ([UInt8]) -> [UInt8]?
  /// What every variable holds, and every fact is taken for, where that is only assumed.
  let assumed: [UInt8]?

  /// Takes lists of names with commas between them, and what a variable holds.
  package init(_ lists: [[UInt8]], in variable: @escaping ([UInt8]) -> [UInt8]?) {
    (self.variable, assumed) = (variable, nil)
    names =
      lists.isEmpty
      ? [] : lists.flatMap { $0.split(separator: UInt8(ascii: ",")) }.map(Array.init)
  }

  /// One in which every variable is allowed and holds the same, and so does every fact.
  package init(assuming value: [UInt8]) {
    names = [[UInt8(ascii: "*")]]
    (variable, assumed) = ({ _ in value }, value)
  }

  func look(_ name: [UInt8]) -> Variable {
    guard names.contains(name) || names.contains([UInt8(ascii: "*")]) else { return .notAllowed }
    return variable(name).map { .value($0) } ?? .unset
  }
}
