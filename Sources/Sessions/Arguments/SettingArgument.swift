import CommandSpec

/// What an option sets in the asked scope (T8).
package enum SettingArgument: Sendable {
  /// `KEY=VALUE`, as given.
  case setting([UInt8])
  /// The path of a file, as given.
  case values([UInt8])

  init(_ given: TurnTakingOptions.Given) {
    self = given.isFirst ? .setting(given.bytes) : .values(given.bytes)
  }

  var isSetting: Bool { if case .setting = self { true } else { false } }
}
