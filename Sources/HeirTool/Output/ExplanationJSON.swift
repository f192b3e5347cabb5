import Cascade
import JSONSource

extension JSONWriter {
  /// Writes the `explain` object of a key.
  mutating func explanation(_ explanation: Explanation, _ view: View, _ places: PlaceText) {
    object { writer in
      writer.head(view)
      writer.member("key")
      writer.string(view.names.spelling(explanation.key))
      switch explanation.answer {
      case .value(let value):
        writer.member("value")
        writer.value(value, view.names)
        writer.origins(explanation.origins, places)
      case .absent(let absence):
        writer.member("absent")
        writer.absence(absence, places)
        if absence == nil, let near = view.suggestion(for: explanation.key) {
          writer.member("suggestions")
          writer.array { writer in
            writer.element()
            writer.string(view.names.spelling(near))
          }
        }
      }
      writer.member("levels")
      writer.array { writer in
        for level in view.levels.reversed() {
          writer.element()
          writer.object { writer in
            writer.member("scope")
            writer.string(level.scope.path)
          }
        }
      }
      writer.member("trace")
      writer.array { writer in
        for step in explanation.steps {
          writer.element()
          writer.step(step, places)
        }
      }
    }
  }

  /// Writes the `explain` object of a whole scope.
  mutating func overview(_ view: View, _ places: PlaceText) {
    object { writer in
      writer.head(view)
      writer.member("entries")
      writer.array { writer in
        view.entry(Key())?.forEachLeaf { key, entry in
          writer.element()
          writer.object { writer in
            writer.member("key")
            writer.string(view.names.spelling(key))
            writer.member("value")
            writer.value(entry, view.names)
            if let place = entry.place { writer.origins([place], places) }
          }
        }
      }
      writer.member("unresolved")
      writer.array { _ in }
    }
  }

  private mutating func head(_ view: View) {
    member("version")
    number(1)
    member("scope")
    string(view.scope.path)
  }

  /// One place as `origin`, several as `origins`.
  mutating func origins(_ all: [Place], _ places: PlaceText) {
    if all.count == 1 {
      member("origin")
      origin(all[0], places)
    } else {
      member("origins")
      array { writer in
        for place in all {
          writer.element()
          writer.origin(place, places)
        }
      }
    }
  }

  mutating func absence(_ absence: Absence?, _ places: PlaceText) {
    object { writer in
      writer.member("reason")
      writer.string((absence?.reason ?? .neverSet).rawValue)
      if let absence {
        writer.member("at")
        writer.origin(absence.taking.place, places)
      }
    }
  }

  private mutating func step(_ step: Step, _ places: PlaceText) {
    object { writer in
      writer.originMembers(step.place, places)
      switch step.say {
      case .value(let value):
        writer.member("value")
        writer.value(value.document, value.node, asWritten: true)
      case .marker(let marker):
        writer.member("directive")
        writer.string(marker.kind == .stop ? "$stop" : "$exclude")
        writer.member("argument")
        if let argument = marker.argument { writer.string(argument) } else { writer.raw("true") }
      }
      writer.member("outcome")
      writer.string(step.outcome.rawValue)
      if let by = step.by {
        writer.member("by")
        writer.origin(by, places)
      }
    }
  }
}
