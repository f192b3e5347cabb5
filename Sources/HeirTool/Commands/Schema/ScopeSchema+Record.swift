import Answers
import Cascade
import JSONSource
import SafeText

extension ScopeSchema {
  /// The schema in draft-07, which editors support best. `file` has the definitions of directives; nil for none.
  package func record(
    _ places: PlaceFormatter, _ names: NameTable, definitionsIn file: String? = nil
  ) -> Record {
    let writer = SchemaWriter(places: places, names: names)
    let shared = definitions.enumerated().map { number, key in
      (Record.Label.named("key-\(number + 1)"), Optional(writer.record(key)))
    }
    return [
      "$schema": .text(SchemaText.draft),
      "title": .text("property files of \(Printable.string(scope.path))"), "type": "object",
      "allOf": [.definition("top")], .with: writer.members(top),
      "definitions": [.with: DirectiveSchemas.definitions(in: file), .with: .object(shared)],
    ]
  }
}

/// Writes the schemas of keys.
private struct SchemaWriter {
  let places: PlaceFormatter
  let names: NameTable

  private func record(_ entry: KeySchema.Entry) -> Record {
    switch entry {
    case .any: .definition("value")
    case .definition(let number): .definition("key-\(number + 1)")
    case .key(let key): record(key)
    }
  }

  func record(_ key: KeySchema?) -> Record {
    guard let key else { return .definition("value") }
    return [.with: notes(of: key), .with: values(of: key)]
  }

  func members(_ members: KeySchema.Members?) -> Record {
    let directives: (Record.Label, Record?) = (.named(SchemaText.directive), true)
    guard let members else {
      return [
        "patternProperties": .object([directives]),
        "additionalProperties": .definition("value"),
      ]
    }
    let spelled = members.named.map { (SchemaText.spelling(names.bytes(of: $0.name)), $0.entry) }
    var patterns = [directives]
    for (index, like) in members.likes.enumerated() {
      let left = like.names.map { SchemaText.spelling(names.bytes(of: $0)) }
      let covered = SchemaText.names(like: like.pattern, but: left, or: like.others)
      patterns.append((.named(covered), record(like.entry)))
      // Names that fit two patterns, neither of them narrower, get no constraint.
      for other in members.likes[..<index] where like.others.contains(other.pattern) {
        let both = SchemaText.names(like: other.pattern, and: like.pattern)
        patterns.append((.named(both), true))
      }
    }
    return [
      "properties": spelled.isEmpty
        ? nil : .object(spelled.map { (.named($0.0), record($0.1)) }),
      "patternProperties": .object(patterns),
      "additionalProperties": members.others.map(record) ?? false,
    ]
  }

  // MARK: Values

  private func values(of key: KeySchema) -> Record {
    let typed = key.types.map { type($0, key) }
    if !key.takesObjects {
      let all = typed.count == 1 ? typed[0] : allOf(typed)
      return anyOf([all, .definition("computed"), .definition("silent")])
    }
    guard let members = key.members, !members.isNone || !typed.isEmpty else {
      let value = Record.definition(key.members == nil ? "value" : "closed")
      if typed.isEmpty { return allOf([value]) }
      return DirectiveSchemas.unlessComputed(allOf(typed + [value]))
    }
    return DirectiveSchemas.unlessComputed([
      .with: allOf(typed + [.definition("directives")]),
      .with: self.members(members), "items": .definition("element"),
    ])
  }

  private func anyOf(_ all: [Record]) -> Record { ["anyOf": .list(all) { $0 }] }
  private func allOf(_ all: [Record]) -> Record { ["allOf": .list(all) { $0 }] }

  private func type(_ type: DeclaredType, _ key: KeySchema, isElement: Bool = false) -> Record {
    var fields: [(Record.Label, Record?)] = []
    // `number` includes integers.
    let names = type.names.filter { $0 != .integer || !type.names.contains(.number) }
    if !names.isEmpty { fields.append(("type", .type(names.map(\.rawValue)))) }
    var hasItems = false
    for condition in type.conditions {
      switch condition {
      case .listed(let document, let nodes):
        if !key.hides(document, nodes, areElements: isElement) { fields += listed(document, nodes) }
      case .least(let number): fields.append(("minimum", spelled(number)))
      case .most(let number): fields.append(("maximum", spelled(number)))
      case .like(let pattern):
        if !key.hidesPattern(areElements: isElement) {
          fields.append(("pattern", .text(SchemaText.whole(pattern))))
        }
      case .elements(let inner):
        hasItems = true
        fields.append(("items", element(inner, key)))
      case .length(let range):
        // heir counts bytes, JSON Schema counts code points of up to four bytes.
        if type.allows(.string) {
          fields.append(("minLength", .number((range.lowerBound + 3) / 4)))
          fields.append(("maxLength", .number(range.upperBound)))
        }
        // A merged array has another length than the written array.
        if type.allows(.array), isElement || key.meeting == .replacing {
          fields.append(("minItems", .number(range.lowerBound)))
          fields.append(("maxItems", .number(range.upperBound)))
        }
      }
    }
    if !hasItems, type.allows(.array) {
      fields.append(("items", .definition("element")))
    }
    return .object(fields)
  }

  private func element(_ type: DeclaredType, _ key: KeySchema) -> Record {
    let typed = self.type(type, key, isElement: true)
    if type.allows(.object) {
      return DirectiveSchemas.unlessComputed(allOf([typed, .definition("element")]))
    }
    return anyOf([typed, .definition("computed")])
  }

  /// The allowed values; objects and arrays may be merged or computed, so any is allowed.
  private func listed(_ document: Document, _ nodes: [Int]) -> [(Record.Label, Record?)] {
    let list = Record.list(nodes) { .data(EffectiveValue(.node(document, $0), .none)) }
    let open = [Node.Kind.object, .array].filter { kind in
      nodes.contains { document.kind($0) == kind }
    }.map { TypeName($0).rawValue }
    if open.isEmpty { return [("enum", list)] }
    return [("anyOf", [["enum": list], ["type": .type(open)]])]
  }

  private func spelled(_ number: [UInt8]) -> Record? {
    (try? Document(Source(number), names: names)).map { .data(EffectiveValue($0)) }
  }

  // MARK: Notes

  private func notes(of key: KeySchema) -> Record {
    let deprecation = key.deprecation.map { "deprecated: " + String(decoding: $0, as: UTF8.self) }
    let lines = [
      key.about.map { String(decoding: $0, as: UTF8.self) }, deprecation,
      key.mask.isSecret ? "secret" : nil,
      key.inherited.map { shown, origins in
        let value = shown.map { Printable.string($0.text, limit: 200) }
        return "inherited from \(places.text(origins)): \(value ?? "computed in each scope")"
      },
      key.finalMarker.map { "final: set in an ancestor (\(places.text($0)))" },
    ].compactMap { $0 }
    let value = key.meeting == .replacing ? key.inherited?.shown : nil
    return [
      "description": lines.isEmpty ? nil : .text(lines.joined(separator: "\n")),
      "default": value.flatMap { $0.isMasked ? nil : .plain($0) },
      "readOnly": key.isFinal ? true : nil,
      "deprecated": key.deprecation == nil ? nil : true,
      "deprecationMessage": deprecation.map { .text($0) },
    ]
  }
}
