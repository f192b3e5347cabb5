import Answers
import Cascade
import CommandSpec
import JSONSource
import Output
import SafeText
import Trees

enum ScopesCommand {
  static let command = Command(
    "scopes", summary: "List scopes",
    details: """
      Prints one scope per line. On a terminal, or with --tree, draws a tree with the keys that each \
      scope sets, stops and excludes; --json has them, too.

      A scope is a path from the root; the first slash is optional. '.' is the scope of the current \
      directory, './web' and '../us' are relative to it. 'heir root' prints the root. THE TREE in \
      heir(5) has the rest.
      """,
    examples: [
      Example("heir scopes /prod", "List the scopes at and below /prod"),
      Example("heir scopes --tree", "Draw the whole tree"),
    ]
  ) { (arguments) throws(UsageError) in
    let scope = try arguments.startScope()
    let tree = arguments.flag("--tree", help: "Draw a tree even if the output is not a terminal")
    let form = try arguments.format(orElse: ReportFormat.text, compact: [.json])
    let isJSON = form.format == .json
    let endsWithNUL = arguments.endsWithNUL()
    let showsAbstract = arguments.includesAbstract()
    let chosen = [("--tree", tree), ("--json", isJSON), ("-0", endsWithNUL)].filter { $0.1 }
    if chosen.count > 1 { throw .conflictingOptions(chosen[0].0, chosen[1].0) }
    let options = try CommonOptions(arguments, printing: .walk.subtracting([.environment]))
    return Action(options) { (console) throws(Failure) in
      let context = try CommandContext(console)
      let start = try scope?.scope(in: context.present) ?? .root
      let isTree = tree || console.output.isTerminal && !isJSON && !endsWithNUL
      let visitor = ScopeSummary.Visitor(namesOnly: !isTree && !isJSON)
      try context.present.walk(
        from: start, visitor, limit: 250_000, hidesAbstract: !showsAbstract)
      if !visitor.problems.isEmpty { throw .diagnostics(visitor.problems) }
      console.output.release()
      if isJSON {
        context.print(form.layout, ScopeSummary.record(visitor.tops, context.names))
      } else if isTree {
        for top in visitor.tops {
          console.output.append(top.text(context.names, console.outputStyle))
        }
      } else {
        for top in visitor.tops {
          top.visit { NameList.print([$0.scope], endsWithNUL: endsWithNUL, console.output) }
        }
      }
      return .answered
    }
  }
}

extension ScopeSummary {
  package func text(_ names: NameTable, _ style: Style) -> String {
    var text = style.strong(scope.text) + summary(names, style) + "\n"
    draw(names, style, indent: "", on: &text)
    return text
  }

  private func draw(_ names: NameTable, _ style: Style, indent: String, on text: inout String) {
    for (index, child) in children.enumerated() {
      let isLast = index == children.count - 1
      let path = child.scope.names.dropFirst(scope.depth).joined(separator: [UInt8(ascii: "/")])
      let name = Printable.string(Array(path))
      text += "\(indent)\(isLast ? "└── " : "├── ")\(style.strong(name))"
      text += "\(child.summary(names, style))\n"
      child.draw(names, style, indent: indent + (isLast ? "    " : "│   "), on: &text)
    }
  }

  private func summary(_ names: NameTable, _ style: Style) -> String {
    var parts = leafCount > 0 ? ["sets \(leafCount)"] : []
    if !furtherParents.isEmpty {
      parts.append("inherits \(furtherParents.map(\.scope.text).joined(separator: ", "))")
    }
    for (word, directive) in [
      ("stops", Directive.stop), ("excludes", .exclude), ("final:", .final),
    ] {
      let keys = keys(directive, names).map { String(decoding: $0, as: UTF8.self) }
      if !keys.isEmpty { parts.append("\(word) \(keys.joined(separator: ", "))") }
    }
    for (object, keys) in passes {
      let keys = keys.map {
        names.text(KeyPattern(parts: Array($0.parts[object.parts.count...])))
      }
      let all = keys.isEmpty ? "nothing" : "only \(keys.joined(separator: ", "))"
      parts.append("passes \(all)\(names.place(object, " of "))")
    }
    return parts.isEmpty ? "" : "  " + style.faint(parts.joined(separator: "; "))
  }

  package static func record(_ tops: [ScopeSummary], _ names: NameTable) -> Record {
    [
      "version": 1,
      "scopes": .items { body in
        func append(_ node: ScopeSummary) {
          func keys(_ directive: Directive) -> Record {
            .list(node.keys(directive, names), Record.bytes)
          }
          body([
            "scope": .bytes(node.scope.path), "files": .list(node.paths, Record.bytes),
            "sets": .number(node.leafCount), "stops": keys(.stop), "excludes": keys(.exclude),
            "passes": .list(ifAny: node.passes) { object, passed in
              [
                "of": object.parts.isEmpty ? nil : .bytes(names.spelling(object)),
                "keys": .list(passed) { .bytes(names.spelling($0)) },
              ]
            },
            "finals": keys(.final),
            "inherits": .list(ifAny: node.furtherParents) { .bytes($0.scope.path) },
          ])
        }
        for top in tops { top.visit(append) }
      },
    ]
  }
}
