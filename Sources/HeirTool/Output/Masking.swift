import Cascade
import JSONSource
import Legible

/// What stands for a secret in reports that people read.
let secretText = "<secret>"

extension JSONWriter {
  /// Writes a value with its secrets masked, leaf by leaf; no JSON where there is one.
  mutating func masked(_ value: Value, _ mask: Mask, _ names: NameTable) {
    let mask = mask.union(value.mask)
    if mask.isSecret {
      output.append(contentsOf: secretText.utf8)
      return
    }
    if mask.isNone && !value.isCompound {
      self.value(value, names)
    } else if let elements = value.elements {
      array { writer in
        for element in elements {
          writer.element()
          writer.masked(element, mask.ofElements, names)
        }
      }
    } else if value.kind == .object {
      object { writer in
        for (name, member) in value.members {
          writer.member(names.bytes(of: name))
          writer.masked(member, mask.descending(name), names)
        }
      }
    } else {
      self.value(value, names)
    }
  }

  /// Writes a value as one file writes it, with its secrets masked.
  mutating func masked(_ written: Written, _ mask: Mask) {
    masked(written.document, written.node, mask, asWritten: true)
  }

  /// Writes a value of a document with its secrets masked; names with `$` are directives only where it is
  /// as a file writes it.
  private mutating func masked(
    _ document: Document, _ node: Int, _ mask: Mask, asWritten: Bool
  ) {
    if mask.isSecret {
      output.append(contentsOf: secretText.utf8)
      return
    }
    switch document.kind(node) {
    case .array where !mask.isNone:
      array { writer in
        for element in document.elements(node) {
          writer.element()
          writer.masked(document, element, mask.ofElements, asWritten: asWritten)
        }
      }
    case .object where !mask.isNone:
      object { writer in
        for member in document.members(node) {
          writer.member(document.text(member.nameIndex))
          let inner =
            member.isDirective && asWritten ? .none : mask.descending(member.name)
          writer.masked(document, member.value, inner, asWritten: asWritten)
        }
      }
    default: value(document, node, asWritten: true)
    }
  }

  /// Writes a value that was kept for a report, with its secrets masked.
  mutating func masked(_ shown: ShownValue, _ mask: Mask, _ names: NameTable) {
    if shown.drawsOnSecret || mask.isSecret {
      output.append(contentsOf: secretText.utf8)
    } else if let document = mask.isNone ? nil : shown.document(names) {
      masked(document, 0, mask, asWritten: shown.isAsWritten)
    } else {
      output += shown.json
    }
  }

  /// Writes `"value"` or `"secret": true` for a value that was kept for a report.
  mutating func valueMember(
    _ shown: ShownValue, _ mask: Mask, reveals: Bool, _ names: NameTable
  ) {
    if !reveals, shown.holdsSecret(mask, names) {
      member("secret")
      raw("true")
      return
    }
    member("value")
    if let document = layout == .indented ? shown.document(names) : nil {
      value(document, 0, asWritten: true)
    } else {
      output += shown.json
    }
  }

  /// Writes `"value"` or `"secret": true`.
  mutating func valueMember(
    _ value: Value, _ mask: Mask, reveals: Bool, _ names: NameTable
  ) {
    if !reveals, value.holdsSecret(mask) {
      member("secret")
      raw("true")
    } else {
      member("value")
      self.value(value, names)
    }
  }
}

extension ValueCursor {
  /// The value with its secrets masked, on one line.
  func shown(_ mask: Mask) -> String {
    // What is shown was worked out before.
    guard let whole = try? whole() else { return "…" }
    var writer = JSONWriter(.compact)
    let names = scope.view.names
    if scope.isRevealing {
      writer.value(whole, names)
    } else {
      writer.masked(whole, mask, names)
    }
    return Printable.string(writer.output)
  }
}

extension ShownValue {
  /// The value with its secrets masked, on one line and cut where it is long.
  func text(_ mask: Mask, reveals: Bool, _ names: NameTable, limit: Int? = 60) -> String {
    var writer = JSONWriter(.compact)
    if reveals {
      writer.output += json
    } else {
      writer.masked(self, mask, names)
    }
    let text = Printable.string(writer.output)
    return limit.map { cut(text, to: $0) } ?? text
  }
}
