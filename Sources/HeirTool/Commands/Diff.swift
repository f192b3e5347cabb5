import Cascade
import CommandSpec
import JSONSource

/// `heir diff`: tells what differs between two scopes.
enum Diff {
  enum Format: String, CaseIterable { case text, json, patch }

  static let command = Command<Session, Outcome>(
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
    run: { (session, from, to, key, form, options) in
      Outcome(session, options) { (show) throws(Failure) in
        let request = try Request(session, options, show)
        let key = try request.key(key)
        let left = try request.scope(from)
        let right = try request.scope(to)
        let names = request.names
        if !left.view.mentions(key), !right.view.mentions(key), !key.names.isEmpty {
          let near = left.view.suggestion(for: key) ?? right.view.suggestion(for: key)
          let advice = near.map { "; the nearest key is \(names.text($0))" } ?? ""
          try request.warn("neither scope ever had a value for \(names.text(key))\(advice)")
        }
        let difference = try request.worked { () throws(Unresolved) in
          try Difference(from: left, to: right, under: key, withMoves: form.hasMoves)
        }
        try request.judge(left, [key])
        if left !== right { try request.judge(right, [key]) }
        switch form.format {
        case .patch:
          let patch = try request.worked { () throws(Unresolved) in
            try Patch(from: left, to: right, under: key)
          }
          if let secret = patch.secretKey {
            throw .message(
              "the patch would carry the secret \(names.text(secret))",
              notes: ["'--reveal' prints it all the same"])
          }
          var writer = JSONWriter(form.isCompact ? .compact : .indented)
          writer.patch(patch, names)
          request.print(writer)
        case .json:
          var writer = JSONWriter(form.isCompact ? .compact : .indented)
          writer.difference(difference, left, right, show.places)
          request.print(writer)
        case .text where form.hasOnlyNames:
          for change in difference.changes {
            session.output.append(names.spelling(change.key))
            session.output.append([0x0A])
          }
        case .text:
          session.output.append(
            DifferenceText(difference, left, right, show.places, show.outputStyle).text)
        }
        return difference.changes.allSatisfy { $0.kind == .moved } ? .answered : .nothing
      }
    })

  struct Form {
    let format: Format
    let hasOnlyNames: Bool
    let hasMoves: Bool
    let isCompact: Bool
  }
}
