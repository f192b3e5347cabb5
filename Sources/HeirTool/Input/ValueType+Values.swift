import CommandSpec
import Trees

extension ValueType where Value == Int {
  /// Milliseconds from a number with `ms`, `s` or `m`, or with the default unit.
  package static func duration(unit: Int, least: Int = 0) -> ValueType {
    ValueType("TIME", .text) { (bytes) throws(ArgumentProblem) in
      let digits = bytes.prefix(while: \.isDigit)
      let factor: Int? =
        switch String(decoding: bytes[digits.endIndex...], as: UTF8.self) {
        case "": unit
        case "ms": 1
        case "s": 1000
        case "m": 60_000
        default: nil
        }
      // At most nine digits, so that sums cannot overflow.
      guard let factor, (1...9).contains(digits.count),
        let number = Int(String(decoding: digits, as: UTF8.self))
      else { throw .expected("a duration such as 100ms or 2s") }
      guard number * factor >= least else {
        throw .expected("a duration of at least \(least)ms")
      }
      return number * factor
    }
  }

  package static func count(_ name: String) -> ValueType {
    ValueType(name, .text) { (bytes) throws(ArgumentProblem) in
      guard let count = Int(String(decoding: bytes, as: UTF8.self)), count > 0 else {
        throw .expected("an integer of at least 1")
      }
      return count
    }
  }
}

extension ValueType where Value == ScopeArgument {
  package static var scope: ValueType {
    ValueType("SCOPE", .scope) { ScopeArgument(text: $0) }
  }
}

extension ValueType where Value == [UInt8] {
  package static var key: ValueType { .bytes("KEY", .key) }

  /// An empty list is an error, because it could be misread as allowing nothing.
  static var variableNames: ValueType {
    ValueType("NAMES", .text) { (bytes) throws(ArgumentProblem) in
      if bytes.isEmpty { throw .empty }
      return bytes
    }
  }

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
