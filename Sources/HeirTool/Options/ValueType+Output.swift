import CommandSpec

extension ValueType where Value == [UInt8] {
  package static var output: ValueType {
    ValueType("FILE", .file) { (bytes) throws(ArgumentProblem) in
      // Programs disagree whether `-` is standard output.
      if bytes.elementsEqual("-".utf8) {
        throw .invalid("'-' is not a file; write '/dev/stdout', or './-' for a file of that name")
      }
      return bytes
    }
  }
}
