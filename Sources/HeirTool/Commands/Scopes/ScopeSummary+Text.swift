import Answers
import Cascade
import JSONSource
import SafeText

extension ScopeSummary {
  package func text(_ names: NameTable, _ style: Style) -> String {
    var text = style.strong(scope.text) + summary(names, style) + "\n"
    draw(names, style, indent: "", on: &text)
    return text
  }

  private func draw(_ names: NameTable, _ style: Style, indent: String, on text: inout String) {
    for (index, child) in children.enumerated() {
      let isLast = index == children.count - 1
      let name = Printable.string(child.scope.names[child.scope.depth - 1])
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

  package func record(_ names: NameTable) -> Record {
    [
      "version": 1,
      "scopes": .items { body in
        self.visit { node in
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
      },
    ]
  }
}
