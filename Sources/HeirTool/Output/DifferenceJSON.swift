import Cascade
import JSONSource

extension JSONWriter {
  /// Writes the `diff` object.
  mutating func difference(
    _ difference: Difference, _ from: View, _ to: View, _ places: PlaceText
  ) {
    object { writer in
      writer.member("version")
      writer.number(1)
      writer.member("from")
      writer.string(from.scope.path)
      writer.member("to")
      writer.string(to.scope.path)
      writer.member("changes")
      writer.array { writer in
        for change in difference.changes {
          writer.element()
          writer.change(change, from, to, places)
        }
      }
    }
  }

  private mutating func change(_ change: Change, _ from: View, _ to: View, _ places: PlaceText) {
    object { writer in
      writer.member("key")
      writer.string(from.names.spelling(change.key))
      writer.member("kind")
      writer.string(change.kind.rawValue)
      writer.side("from", change.from, change.key, from, places)
      writer.side("to", change.to, change.key, to, places)
      if change.from == nil || change.to == nil {
        writer.member("absent")
        writer.absence((change.from == nil ? from : to).absence(change.key), places)
      }
    }
  }

  private mutating func side(
    _ name: StaticString, _ value: EffectiveValue?, _ key: Key, _ view: View, _ places: PlaceText
  ) {
    guard let value else { return }
    member(name)
    object { writer in
      writer.member("value")
      writer.value(value, view.names)
      writer.origins(view.origins(of: value, key), places)
    }
  }
}
