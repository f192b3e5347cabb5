import CommandSpec

extension ValueType where Value == [UInt8] {
  /// A file to write.
  package static var output: ValueType {
    ValueType("FILE", .file) { (bytes) throws(ArgumentProblem) in
      // Programs do not agree on what it means.
      if bytes.elementsEqual("-".utf8) {
        throw .invalid("'-' is not a file; write '/dev/stdout', or './-' for a file of that name")
      }
      return bytes
    }
  }
}
