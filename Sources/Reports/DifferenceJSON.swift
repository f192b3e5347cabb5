import Answers
import Cascade
import JSONSource

extension JSONWriter {
  /// Writes the `diff` object.
  package mutating func difference(
    _ difference: Difference, _ compared: Comparison, _ places: PlaceText
  ) {
    let (from, to) = (compared.from, compared.to)
    object { writer in
      writer.member("version")
      writer.number(1)
      writer.member("from")
      writer.string(from.view.scope.path)
      writer.member("to")
      writer.string(to.view.scope.path)
      switch compared.tree {
      case .directory(let path):
        writer.member("against")
        writer.string(path)
      case .revision(let name, _):
        writer.member("since")
        writer.string(name)
      case nil: break
      }
      writer.member("changes")
      writer.array { writer in
        for change in difference.changes {
          writer.element()
          writer.change(change, from, to, places)
        }
      }
    }
  }

  /// Writes the object of one report of `watch`.
  package mutating func report(
    _ difference: Difference, _ compared: Comparison, _ places: PlaceText
  ) {
    let (from, to) = (compared.from, compared.to)
    object { writer in
      writer.member("version")
      writer.number(1)
      writer.member("scope")
      writer.string(to.view.scope.path)
      writer.member("changes")
      writer.array { writer in
        for change in difference.changes {
          writer.element()
          writer.change(change, from, to, places)
        }
      }
    }
  }

  private mutating func change(
    _ change: Change, _ from: AskedScope, _ to: AskedScope, _ places: PlaceText
  ) {
    let shown = change.shown(from, to)
    object { writer in
      writer.member("key")
      writer.string(from.view.names.spelling(change.key))
      writer.member("kind")
      writer.string(change.kind.rawValue)
      writer.side("from", change.from, shown.from, places)
      writer.side("to", change.to, shown.to, places)
      if change.from == nil || change.to == nil {
        writer.member("absent")
        writer.absence((change.from == nil ? from : to).view.absence(change.key), places)
      }
    }
  }

  private mutating func side(
    _ name: StaticString, _ value: ValueCursor?, _ shown: ShownValue?, _ places: PlaceText
  ) {
    guard let value, let shown else { return }
    member(name)
    object { writer in
      writer.valueMember(shown, value.scope.view.names)
      writer.origins(value.origins, places)
    }
  }
}
