import Cascade
import JSONSource
import Output
import SafeText

/// A fault of a rendered file.
struct RenderProblem {
  enum Kind: String {
    case missing, differs
    /// An earlier run wrote it, and no scope has it now.
    case leftOver = "left-over"

    var sentence: String {
      switch self {
      case .missing: "are missing"
      case .differs: "differ from the values of their scopes"
      case .leftOver: "are left over; their scopes have no file now"
      }
    }
  }

  /// A key with other text and its places; a removed key has the places that removed it.
  typealias Changed = (key: Key, places: [SourceRange], isGone: Bool)
  /// How a file differs.
  typealias Changes = (keys: [Changed], remark: String?)

  let path: [UInt8]
  let scope: Scope
  let kind: Kind
  let changes: Changes

  /// Files with the same fault are one finding.
  static func text(
    _ faults: [RenderProblem], _ names: NameTable, _ places: PlaceFormatter, _ style: Style
  ) -> String {
    let all = faults.map { (fault: $0, lines: [$0.kind.rawValue] + $0.lines(names, places)) }
    return all.grouped(by: \.lines).map { lines, group in
      let first = group[0].fault
      let paths = group.map { style.strong(Printable.string($0.fault.path)) }
      let title =
        paths.count == 1
        ? "\(paths[0]): \(first.sentence)"
        : "\(paths.count) files \(first.kind.sentence): \(Printable.listed(paths, most: 5))"
      return title + "\n" + lines.dropFirst().map { "  \($0)\n" }.joined()
    }.joined()
  }

  private var sentence: String {
    switch kind {
    case .missing: "missing; the file of \(scope.text)"
    case .differs: "differs from the values of \(scope.text)"
    case .leftOver: "left over; no longer rendered from \(scope.text)"
    }
  }

  /// The changed keys with their places.
  private func lines(_ names: NameTable, _ places: PlaceFormatter) -> [String] {
    let keys = changes.keys.map { key, all, isGone in
      let from = all.isEmpty ? "" : "   \(places.text(all))"
      return names.text(key) + (isGone ? " (has no value)" : "") + from
    }
    return keys + (changes.remark.map { [$0] } ?? [])
  }

  static func record(_ all: [RenderProblem]) -> Record {
    [
      "version": 1,
      "files": .list(all) { problem in
        [
          "file": .bytes(problem.path), "scope": .bytes(problem.scope.path),
          "state": .text(problem.kind.rawValue),
          "keys": problem.kind != .differs
            ? nil
            : .list(problem.changes.keys) { key, places, isGone in
              [
                "key": .key(key), "gone": isGone ? true : nil,
                "places": .list(places, Record.origin),
              ]
            },
          "remark": problem.changes.remark.map { .text($0) },
        ]
      },
    ]
  }

  // MARK: Annotations

  private enum Cause: Hashable {
    case line([UInt8], Int, isGone: Bool)
    /// Faults that no line explains.
    case state(String)
  }

  private typealias Annotated = (
    cause: Cause, place: FilePosition, key: String?, path: [UInt8]
  )

  /// An annotation for each line that explains differences, and for each other kind of fault at its first file. Each
  /// lists the files affected.
  static func annotations(
    _ faults: [RenderProblem], _ names: NameTable, _ places: PlaceFormatter
  ) -> String {
    faults.flatMap { $0.annotated(names, places) }.grouped(by: \.cause).map { cause, all in
      Annotation.command(
        .error, all[0].place, title: "heir: resolve --verify", sentence(cause, all))
    }.joined()
  }

  private func annotated(_ names: NameTable, _ places: PlaceFormatter) -> [Annotated] {
    let explained = changes.keys.compactMap { key, all, isGone -> Annotated? in
      guard let place = all.first else { return nil }
      let position = places.filePosition(place)
      let cause = Cause.line(position.file, position.line, isGone: isGone)
      return (cause, position, names.text(key), path)
    }
    if !explained.isEmpty { return explained }
    let remark = changes.remark.map { " (\($0))" } ?? ""
    return [(.state(kind.rawValue + remark), FilePosition(file: path), nil, path)]
  }

  private static func sentence(_ cause: Cause, _ all: [Annotated]) -> String {
    let keys = all.grouped(by: \.key).compactMap(\.id)
    let paths = all.grouped(by: \.path).map { Printable.string($0.id) }
    let (shownKeys, shown) = (Printable.listed(keys, most: 5), Printable.listed(paths, most: 5))
    let files = paths.count == 1 ? shown : "\(Printable.count(paths.count, "file")): \(shown)"
    let verb = keys.count == 1 ? "is" : "are"
    switch cause {
    case .line(_, _, isGone: true): return "removes \(shownKeys), which \(verb) still in \(files)"
    case .line: return "\(shownKeys) \(verb) not yet in \(files)"
    case .state(let state): return paths.count == 1 ? "\(shown): \(state)" : "\(state): \(files)"
    }
  }
}
