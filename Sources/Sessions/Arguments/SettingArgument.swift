import CommandSpec

/// What an option sets in the asked scope (T8).
package enum SettingArgument: Sendable {
  /// `KEY=VALUE`, as given.
  case setting([UInt8])
  /// The path of a file, as given.
  case values([UInt8])

  var isSetting: Bool { if case .setting = self { true } else { false } }
}

extension ValueType where Value == SettingArgument {
  static var setting: ValueType { ValueType("KEY=VALUE", .assignment) { .setting($0) } }
  static var values: ValueType { ValueType("FILE", .file) { .values($0) } }
}
