import Answers
import Cascade
import JSONSource
import Legible

/// `scopes` as a drawn tree.
package struct ScopeTree {
  package private(set) var text = ""
  private let names: NameTable
  private let style: Style

  package init(_ node: ScopeSummary, _ names: NameTable, _ style: Style) {
    self.names = names
    self.style = style
    text += style.strong(node.scope.text) + summary(node) + "\n"
    draw(node.children, indent: "")
  }

  private mutating func draw(_ children: [ScopeSummary], indent: String) {
    for (index, child) in children.enumerated() {
      let isLast = index == children.count - 1
      let name = Printable.string(child.scope.names[child.scope.depth - 1])
      text += "\(indent)\(isLast ? "└── " : "├── ")\(style.strong(name))\(summary(child))\n"
      draw(child.children, indent: indent + (isLast ? "    " : "│   "))
    }
  }

  private func summary(_ node: ScopeSummary) -> String {
    var parts: [String] = []
    let count = node.leafCount
    if count > 0 { parts.append("sets \(count)") }
    for (word, directive) in [("stops", Directive.stop), ("keeps", .exclude), ("locks", .final)] {
      let keys = node.keys(directive, names).map { String(decoding: $0, as: UTF8.self) }
      if !keys.isEmpty { parts.append("\(word) \(keys.joined(separator: ", "))") }
    }
    return parts.isEmpty ? "" : "  " + style.faint(parts.joined(separator: "; "))
  }
}
