import Cascade
import FileTree

/// What a `.heir` says by name, and whether the directories listed so far hold anything that it names.
final class SettingsUse {
  struct Item {
    fileprivate let setting: Settings.Name
    fileprivate let text: [UInt8]
    fileprivate let place: Place

    init(_ setting: Settings.Name, _ text: [UInt8], _ place: Place) {
      (self.setting, self.text, self.place) = (setting, text, place)
    }

    fileprivate func isMet(in listing: Listing) -> Bool {
      let pattern = FilePattern(text)
      let names = setting == .files ? listing.files : listing.ignored
      return names.contains { pattern.matches($0) }
    }
  }

  private var unmet: [Item]

  init(_ items: [Item]) {
    unmet = items
  }

  func note(_ listing: Listing) {
    if !unmet.isEmpty { unmet.removeAll { $0.isMet(in: listing) } }
  }

  /// That nothing was met by some of it.
  var findings: [Diagnostic] {
    unmet.map { item in
      Diagnostic(
        .warning, .settings, .foreign(SettingsProblem.namesNothing(item.setting, item.text)),
        at: item.place, key: Array(item.setting.rawValue.utf8))
    }
  }
}
