import Answers
import Cascade
import Check
import JSONSource

extension JSONWriter {
  /// Writes the `explain` object of a key.
  package mutating func explanation(
    _ explanation: Explanation, _ scope: AskedScope, _ places: PlaceText
  ) {
    let (view, key) = (scope.view, explanation.key)
    object { writer in
      writer.head(view)
      writer.member("key")
      writer.string(view.names.spelling(key))
      switch explanation.answer {
      case .value(let value):
        if let shown = value.shown {
          writer.valueMember(shown, view.names)
        }
        writer.origins(explanation.origins, places)
        if let elements = explanation.elements { writer.elements(elements, places) }
      case .absent(let absence):
        writer.member("absent")
        writer.absence(absence, places)
        let near = absence == nil ? scope.hint(for: key).keys.prefix(KeyHint.few) : []
        if !near.isEmpty {
          writer.member("suggestions")
          writer.array { writer in
            for key in near {
              writer.element()
              writer.string(view.names.spelling(key))
            }
          }
        }
      }
      writer.texts(scope.texts(about: explanation))
      if !explanation.dependencies.isEmpty { writer.via(explanation.dependencies, view, places) }
      writer.member("levels")
      writer.array { writer in
        for level in view.levels.reversed() {
          writer.element()
          writer.level(level)
        }
      }
      writer.member("trace")
      writer.array { writer in
        for step in explanation.steps {
          writer.element()
          writer.step(step, scope, key, places)
        }
      }
    }
  }

  private mutating func elements(_ elements: [[Place]], _ places: PlaceText) {
    member("elements")
    array { writer in
      for parts in elements {
        writer.element()
        writer.array { writer in
          for place in parts {
            writer.element()
            writer.origin(place, places)
          }
        }
      }
    }
  }

  /// What attributes tell of a key: its purpose, and why and until when it is overridden.
  private mutating func texts(_ texts: [(name: StaticString, text: [UInt8])]) {
    for (name, text) in texts {
      member(name)
      string(text)
    }
  }

  private mutating func via(_ dependencies: [Dependency], _ view: View, _ places: PlaceText) {
    member("via")
    array { writer in
      for dependency in dependencies {
        writer.element()
        writer.object { writer in
          switch dependency {
          case .key(let key, let scope, let place):
            writer.member("key")
            writer.string(view.names.spelling(key))
            if scope != view.scope {
              writer.member("asked")
              writer.string(scope.path)
            }
            writer.originMembers(place, places)
          case .variable(let name):
            writer.member("env")
            writer.string(name)
          case .defaulted(let name, let isAllowed):
            writer.member("env")
            writer.string(name)
            writer.member("default")
            writer.string(isAllowed ? "unset" : "not-allowed")
          case .file(let file): writer.originMembers(Place(file, ByteRange(0, 0)), places)
          }
        }
      }
    }
  }

  private mutating func level(_ level: Level) {
    object { writer in
      writer.member("scope")
      writer.string(level.scope.path)
      switch level.home {
      case .tree(0), .former: break
      case .tree(let number):
        writer.member("overlay")
        writer.number(number)
      case .commandLine:
        writer.member("commandLine")
        writer.raw("true")
      }
    }
  }

  /// Writes the `explain` object of a whole scope.
  package mutating func overview(
    _ overview: Overview, _ scope: AskedScope, _ places: PlaceText
  ) {
    object { writer in
      writer.head(scope.view)
      writer.member("entries")
      writer.array { writer in
        for leaf in overview.leaves {
          guard let shown = leaf.shown else { continue }
          writer.element()
          writer.object { writer in
            writer.member("key")
            writer.string(scope.view.names.spelling(leaf.key))
            writer.valueMember(shown, scope.view.names)
            writer.origins(leaf.places, places)
          }
        }
      }
      writer.member("unresolved")
      writer.array { writer in
        for diagnostic in overview.unresolved.flatMap(\.diagnostics) {
          writer.element()
          writer.object { writer in
            if let key = diagnostic.key {
              writer.member("key")
              writer.string(key)
            }
            writer.member("message")
            writer.string(diagnostic.message)
            if let place = diagnostic.place { writer.originMembers(place, places) }
          }
        }
      }
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
        writer.origin(absence.place, places)
      }
    }
  }

  private mutating func step(
    _ step: Step, _ scope: AskedScope, _ key: Key, _ places: PlaceText
  ) {
    let shown = step.shown(of: key, in: scope)
    object { writer in
      writer.originMembers(step.place, places)
      switch step.say {
      case .value: if let shown { writer.valueMember(shown, scope.view.names) }
      case .marker(let marker):
        writer.member("directive")
        writer.string(marker.directive.rawValue)
        writer.member("argument")
        writer.argument(of: marker, shown, scope.view.names)
      }
      writer.member("outcome")
      writer.string(step.outcome.rawValue)
      if let by = step.by {
        writer.member("by")
        writer.origin(by, places)
      }
    }
  }

  /// Writes a key as the directive has it, with what is said of it; of what is secret the key alone.
  private mutating func argument(of marker: Marker, _ value: ShownValue?, _ names: NameTable) {
    guard let argument = marker.argument else {
      raw("true")
      return
    }
    guard let value, !value.isMasked else {
      string(argument)
      return
    }
    object { writer in
      writer.member(argument)
      writer.json(value, names)
    }
  }
}

extension SourceFile {
  var isInTree: Bool {
    if case .tree = home { true } else { false }
  }
}
