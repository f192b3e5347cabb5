import Answers
import Cascade
import JSONSource
import Legible

extension ScopeSummary {
  /// `scopes` as a drawn tree.
  package func text(_ names: NameTable, _ style: Style) -> String {
    style.strong(scope.text) + summary(names, style) + "\n" + branches(names, style, indent: "")
  }

  private func branches(_ names: NameTable, _ style: Style, indent: String) -> String {
    children.enumerated().map { index, child in
      let isLast = index == children.count - 1
      let name = Printable.string(child.scope.names[child.scope.depth - 1])
      return "\(indent)\(isLast ? "└── " : "├── ")\(style.strong(name))"
        + "\(child.summary(names, style))\n"
        + child.branches(names, style, indent: indent + (isLast ? "    " : "│   "))
    }.joined()
  }

  private func summary(_ names: NameTable, _ style: Style) -> String {
    var parts = leafCount > 0 ? ["sets \(leafCount)"] : []
    for (word, directive) in [("stops", Directive.stop), ("keeps", .exclude), ("locks", .final)] {
      let keys = keys(directive, names).map { String(decoding: $0, as: UTF8.self) }
      if !keys.isEmpty { parts.append("\(word) \(keys.joined(separator: ", "))") }
    }
    return parts.isEmpty ? "" : "  " + style.faint(parts.joined(separator: "; "))
  }
}
