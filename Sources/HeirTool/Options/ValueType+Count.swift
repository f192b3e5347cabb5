import CommandSpec

extension ValueType where Value == Int {
  package static func count(_ name: String) -> ValueType {
    ValueType(name, .text) { (bytes) throws(ArgumentProblem) in
      guard let count = Int(String(decoding: bytes, as: UTF8.self)), count > 0 else {
        throw .expected("a whole number of at least 1")
      }
      return count
    }
  }
}
