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

extension Value {
  /// Whether it is put together out of values with masks of their own.
  var isCompound: Bool {
    switch content {
    case .object, .array: true
    case .node, .entry, .text: false
    }
  }

  /// Whether something in it is secret where it is shown under a mask.
  func holdsSecret(_ outer: Mask) -> Bool {
    let mask = outer.union(self.mask)
    if mask.isSecret { return true }
    if mask.isNone && !isCompound { return false }
    if let elements { return elements.contains { $0.holdsSecret(mask.ofElements) } }
    return kind == .object
      && members.contains { $0.value.holdsSecret(mask.descending($0.name)) }
  }
}

extension Written {
  /// Whether something in it is secret, as it is written.
  func holdsSecret(_ mask: Mask) -> Bool {
    if mask.isSecret { return true }
    if mask.isNone { return false }
    switch kind {
    case .array:
      return document.elements(node).contains {
        Written(file: file, node: $0).holdsSecret(mask.ofElements)
      }
    case .object:
      return document.members(node).contains {
        !$0.isDirective
          && Written(file: file, node: $0.value).holdsSecret(mask.descending($0.name))
      }
    default: return false
    }
  }
}

extension AskedScope {
  /// A value with its secrets masked, on one line and cut where it is long.
  func shownValue(_ value: EffectiveValue, _ mask: Mask, limit: Int? = 60) -> String {
    // What is shown was worked out before.
    guard let whole = try? whole(value) else { return "…" }
    var writer = JSONWriter(.compact)
    if isRevealing {
      writer.value(whole, view.names)
    } else {
      writer.masked(whole, mask, view.names)
    }
    return limit.map { shortened(writer.output, to: $0) } ?? Printable.string(writer.output)
  }
}

extension Patch {
  /// A key whose secret value the patch would carry, in the eyes of either scope.
  func secretKey(_ from: AskedScope, _ to: AskedScope) -> Key? {
    if to.isRevealing { return nil }
    return operations.compactMap { $0.operation.content }.first { content in
      content.value.holdsSecret(from.view.mask(content.key).union(to.view.mask(content.key)))
    }?.key
  }
}
