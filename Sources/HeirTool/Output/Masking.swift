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
    let document = written.document
    if mask.isSecret {
      output.append(contentsOf: secretText.utf8)
    } else if mask.isNone {
      value(document, written.node, asWritten: true)
    } else if written.kind == .array {
      array { writer in
        for element in document.elements(written.node) {
          writer.element()
          writer.masked(Written(file: written.file, node: element), mask.ofElements)
        }
      }
    } else if written.kind == .object {
      object { writer in
        for member in document.members(written.node) {
          writer.member(document.text(member.nameIndex))
          let inner = Written(file: written.file, node: member.value)
          writer.masked(inner, member.isDirective ? .none : mask.descending(member.name))
        }
      }
    } else {
      value(document, written.node, asWritten: true)
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
  /// The value with its secrets masked, on one line and cut where it is long.
  func shown(_ mask: Mask, limit: Int? = 60) -> String {
    // What is shown was worked out before.
    guard let whole = try? whole() else { return "…" }
    var writer = JSONWriter(.compact)
    let names = scope.view.names
    if scope.isRevealing {
      writer.value(whole, names)
    } else {
      writer.masked(whole, mask, names)
    }
    return limit.map { shortened(writer.output, to: $0) } ?? Printable.string(writer.output)
  }
}
