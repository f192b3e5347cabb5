import Cascade
import CommandSpec
import Trees

extension ValueType where Value == ScopeArgument {
  package static var scope: ValueType {
    ValueType("SCOPE", .scope) { ScopeArgument(text: $0) }
  }
}

extension ValueType where Value == [UInt8] {
  package static var key: ValueType { .bytes("KEY", .key) }
}
