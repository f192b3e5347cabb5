import JSONSource

/// The kinds of values as `--type` names them.
enum ValueKindName: String, CaseIterable {
  case string, number, integer, boolean, array, object, null

  /// Whether a value of this kind and spelling is one; an integer has neither fraction nor exponent.
  func matches(_ kind: Node.Kind, _ spelling: @autoclosure () -> ArraySlice<UInt8>) -> Bool {
    switch self {
    case .string: kind == .string
    case .number: kind == .number
    case .integer: kind == .number && spelling().allSatisfy { $0 != 0x2E && $0 | 0x20 != 0x65 }
    case .boolean: kind == .true || kind == .false
    case .array: kind == .array
    case .object: kind == .object
    case .null: kind == .null
    }
  }

  static func name(of kind: Node.Kind) -> String {
    switch kind {
    case .string: "string"
    case .number: "number"
    case .true, .false: "boolean"
    case .array: "array"
    case .null: "null"
    default: "object"
    }
  }
}
