import JSONSource
import Legible

/// What is said of values that cannot be worked out: every step on the way, with its place (V7).
extension Resolver {
  func unresolved(
    _ rule: Diagnostic.Rule, _ message: String, at spot: Spot? = nil, needsVariable: Bool = false,
    dependsOnWay: Bool = false
  ) -> Unresolved {
    let place = frames.last?.place ?? spot?.entry.place
    let key = (frames.first?.spot ?? spot).map { names.spelling($0.key) }
    return Unresolved(
      [Diagnostic(.error, rule, message, at: place, key: key, notes: notes)],
      needsVariable: needsVariable, dependsOnWay: dependsOnWay)
  }

  /// The steps from what is at fault back to what was asked.
  var notes: [Diagnostic.Note] {
    frames.dropLast().reversed().prefix(40).map {
      .init("\(named($0)) needs it", at: $0.place)
    }
  }

  func cycle(_ written: Written, _ spot: Spot) -> Unresolved {
    // The frame on top is the second visit of the first one in the circle.
    let start =
      frames.firstIndex { $0.written.isSame(as: written) && $0.spot.scope === spot.scope } ?? 0
    let circle = frames[start...]
    let way = circle.map { named($0) }.joined(separator: " needs ")
    // The last one is the first once more.
    let notes =
      circle.dropFirst().dropLast().prefix(40).map {
        Diagnostic.Note("\(named($0)) stands here", at: $0.place)
      }
      + frames[..<start].reversed().prefix(40).map {
        Diagnostic.Note("\(named($0)) needs it", at: $0.place)
      }
    return Unresolved([
      Diagnostic(
        .error, .cycle, "a cycle of references: \(way)", at: circle.first?.place,
        key: frames.first.map { names.spelling($0.spot.key) }, notes: notes)
    ])
  }

  /// The value at a spot is being put together, and turns out to stand in itself.
  func holdsItself(_ spot: Spot) -> Unresolved {
    let key = spot.key.names.isEmpty ? "the whole" : "'\(names.text(spot.key))'"
    let message = "a cycle of references: \(key) would have to hold itself"
    let place = frames.last?.place ?? spot.entry.place
    return Unresolved([
      Diagnostic(.error, .cycle, message, at: place, key: names.spelling(spot.key), notes: notes)
    ])
  }

  func tooMuch(at spot: Spot) -> Unresolved {
    unresolved(
      .reference,
      "what is worked out here is more than \(Value.Amount.most.bytes >> 20) MiB "
        + "or \(Value.Amount.most.values) values", at: spot)
  }

  func noValue(
    _ reference: Reference, _ scope: Scope?, _ spot: Spot, _ absence: Absence?
  ) -> Unresolved {
    let scope = Printable.string((scope ?? spot.scope.view.scope).path)
    var notes: [Diagnostic.Note] = []
    if let absence {
      notes.append(.init("it was \(absence.reason.rawValue) here", at: absence.taking.place))
    }
    if absence == nil, case .key(let key) = reference.target,
      let near = spot.scope.view.suggestion(for: key)
    {
      notes.append(.init("it was never set; the nearest key is '\(names.text(near))'"))
    }
    let message = "\(named(reference)) has no value in \(scope), and there is no \"default\""
    let place = frames.last.map(\.place)
    return Unresolved([
      Diagnostic(
        .error, .reference, message, at: place,
        key: frames.first.map { names.spelling($0.spot.key) }, notes: notes + self.notes)
    ])
  }

  func named(_ reference: Reference) -> String { "'\(Printable.string(reference.text))'" }

  private func named(_ frame: Frame) -> String {
    let isAsked = frame.spot.scope === frames.first?.spot.scope
    let scope = isAsked ? "" : " in \(Printable.string(frame.spot.scope.view.scope.path))"
    return "'\(names.text(frame.spot.key))'\(scope)"
  }
}

extension Resolver.Frame {
  /// Where the directive's value stands.
  var place: Place {
    let node = written.computed?.node ?? written.node
    return Place(written.file.file, written.document.range(node))
  }
}

extension Diagnostic {
  func with(notes more: [Note]) -> Diagnostic {
    Diagnostic(
      severity, rule, message, at: place, key: key, path: path, home: home, notes: notes + more)
  }
}
