import Cascade
import CommandSpec
import JSONSource

/// `heir diff`: tells what differs between two scopes.
enum Diff {
  enum Format: String, CaseIterable { case text, json, patch }

  static let command = Command<Session, Failure, ExitStatus>(
    "diff", summary: "tells what differs between two scopes' effective values",
    details: """
      Scalars, arrays and empty objects are compared, numbers by their exact value. The exit status \
      is 0 where nothing differs and 1 where something does. The patch of --format patch (RFC 6902) \
      turns what the first scope resolves to into what the second does.
      """,
    examples: [
      Example("heir diff /staging /prod", "what production does otherwise"),
      Example("heir diff /prod/eu /prod/us db --names", "the keys alone"),
    ],
    unsupported: CommonOptions.unsupported,
    parameters: Positional(.scope, help: "the scope to compare"),
    Positional(.scope, help: "the scope to compare it with"),
    OptionalPositional(.key, help: "the key under which to compare"),
    Group(
      Option(
        "--format", type: .choice("FORMAT", of: Format.self),
        abbreviations: [Abbreviation("--json", for: "json")], help: "how to print it"),
      Flag("--names", help: "prints the keys alone"),
      Flag("--moved", help: "also tells of equal values that stand in different places"),
      Flag("-c", "--compact", help: "prints JSON on one line"),
      make: { (format, names, moved, compact) throws(UsageError) in
        let format = format ?? .text
        if names && format != .text {
          throw .conflictingOptions("--names", "--format \(format.rawValue)")
        }
        if moved && format == .patch { throw .conflictingOptions("--moved", "--format patch") }
        if compact && format == .text { throw .optionNeeds("-c", other: "--json") }
        return Form(format: format, hasOnlyNames: names, hasMoves: moved, isCompact: compact)
      }),
    CommonOptions.group,
    run: { (session, from, to, key, form, options) throws(Failure) in
      let request = try Request(session, options)
      let key = try key.map { (text) throws(Failure) in try request.key(text) } ?? Key()
      let left = try request.view(from)
      let right = try request.view(to)
      if !left.mentions(key), !right.mentions(key), !key.names.isEmpty {
        let near = left.suggestion(for: key) ?? right.suggestion(for: key)
        let advice = near.map { "; the nearest key is \(left.names.text($0))" } ?? ""
        request.warn("neither scope ever had a value for \(left.names.text(key))\(advice)")
      }
      let difference = Difference(from: left, to: right, under: key, withMoves: form.hasMoves)
      switch form.format {
      case .patch:
        var writer = JSONWriter(form.isCompact ? .compact : .indented)
        writer.patch(Patch(from: left, to: right, under: key), left.names)
        request.print(writer)
      case .json:
        var writer = JSONWriter(form.isCompact ? .compact : .indented)
        writer.difference(difference, left, right, PlaceText(session))
        request.print(writer)
      case .text where form.hasOnlyNames:
        for change in difference.changes {
          session.output.append(left.names.spelling(change.key))
          session.output.append([0x0A])
        }
      case .text:
        session.output.append(
          DifferenceText(difference, left, right, PlaceText(session), request.outputStyle).text)
      }
      return difference.changes.allSatisfy { $0.kind == .moved } ? .answered : .nothing
    })

  struct Form {
    let format: Format
    let hasOnlyNames: Bool
    let hasMoves: Bool
    let isCompact: Bool
  }
}
