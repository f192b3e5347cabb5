import Cascade

/// The environment variables that a tree may read (V4).
package struct AllowedEnvironment {
  private let names: [[UInt8]]
  private let variable: ([UInt8]) -> [UInt8]?
  /// The assumed value of every variable and fact.
  let assumed: [UInt8]?

  package init(_ lists: [[UInt8]], in variable: @escaping ([UInt8]) -> [UInt8]?) {
    (self.variable, assumed) = (variable, nil)
    names = lists.flatMap { $0.split(separator: UInt8(ascii: ",")).map(Array.init) }
  }

  package init(assuming value: [UInt8]) {
    names = [[UInt8(ascii: "*")]]
    (variable, assumed) = ({ _ in value }, value)
  }

  func look(_ name: [UInt8]) -> Variable {
    guard names.contains(name) || names.contains([UInt8(ascii: "*")]) else { return .notAllowed }
    return variable(name).map { .value($0) } ?? .unset
  }
}
