import Cascade
import CommandSpec
import JSONSource
import Legible

/// `heir resolve`: prints a scope's effective configuration.
enum Resolve {
  static let command = Command<Session, Failure, ExitStatus>(
    "resolve", summary: "prints the effective configuration, or the part under a key",
    details: "The members stand in the order in which the lineage first mentions them.",
    examples: [
      Example("heir resolve /prod/eu/web", "everything that holds there"),
      Example("heir resolve /prod db -c", "one part, on one line"),
      Example("heir resolve /prod --own", "only what the scope's own files say"),
    ],
    unsupported: CommonOptions.unsupported + [
      UnsupportedOption("--format", taking: "FORMAT"), UnsupportedOption("--export"),
      UnsupportedOption("--prefix", taking: "PREFIX"),
    ],
    parameters: Positional(.scope, help: "the scope that is asked"),
    OptionalPositional(.key, help: "the key under which the wanted part stands"),
    Group(
      Flag("-c", "--compact", help: "prints on one line"),
      Flag("-S", "--sort-keys", help: "sorts members by the bytes of their names"),
      Flag("--own", help: "prints what the scope's own files write, without directives"),
      Flag("--origins", help: "prints the value with the place of every leaf in it"),
      make: { (compact, sorted, own, origins) throws(UsageError) in
        if own && origins { throw .conflictingOptions("--own", "--origins") }
        return Form(
          layout: compact ? .compact : .indented, isSorted: sorted, isOwn: own,
          hasOrigins: origins)
      }),
    CommonOptions.group,
    run: { (session, scope, key, form, options) throws(Failure) in
      let request = try Request(session, options)
      let key = try key.map { (text) throws(Failure) in try request.key(text) } ?? Key()
      let view = try request.view(scope)
      return form.isOwn ? own(request, view, key, form) : effective(request, view, key, form)
    })

  struct Form {
    let layout: JSONWriter.Layout
    let isSorted: Bool
    let isOwn: Bool
    let hasOrigins: Bool

    var writer: JSONWriter { JSONWriter(layout, sorted: isSorted) }
  }

  private static func effective(
    _ request: Request, _ view: View, _ key: Key, _ form: Form
  ) -> ExitStatus {
    switch view.answer(key) {
    case .absent(let absence):
      if key.names.isEmpty {
        // A tree that says nothing still resolves: to an empty object.
        var writer = form.writer
        form.hasOrigins
          ? writer.resolved(nil, key, view, PlaceText(request.session)) : writer.object { _ in }
        request.print(writer)
        return .answered
      }
      request.noteAbsence(key, absence, in: view)
      return .nothing
    case .value(let value):
      var writer = form.writer
      if form.hasOrigins {
        writer.resolved(value, key, view, PlaceText(request.session))
      } else {
        writer.value(value, view.names)
      }
      request.print(writer)
      return .answered
    }
  }

  private static func own(
    _ request: Request, _ view: View, _ key: Key, _ form: Form
  ) -> ExitStatus {
    guard let level = view.levels.last, let own = level.statements.own(key) else {
      let scope = Printable.string(view.scope.path)
      request.note("\(scope) itself says nothing of \(request.names.text(key))")
      return .nothing
    }
    var writer = form.writer
    writer.own(own, view.names)
    request.print(writer)
    return .answered
  }
}

extension JSONWriter {
  /// Writes `resolve --origins`.
  fileprivate mutating func resolved(
    _ value: EffectiveValue?, _ key: Key, _ view: View, _ places: PlaceText
  ) {
    object { writer in
      writer.member("version")
      writer.number(1)
      writer.member("scope")
      writer.string(view.scope.path)
      writer.member("value")
      if let value { writer.value(value, view.names) } else { writer.object { _ in } }
      writer.member("origins")
      writer.object { writer in
        guard let value else { return }
        func origin(_ key: Key, _ place: Place) {
          writer.member(view.names.spelling(key))
          writer.array { writer in
            writer.element()
            writer.origin(place, places)
          }
        }
        if let element = value.element {
          origin(key, element.place)
        } else {
          value.entry.forEachLeaf(key) { key, entry in
            if let place = entry.place { origin(key, place) }
          }
        }
      }
    }
  }
}
