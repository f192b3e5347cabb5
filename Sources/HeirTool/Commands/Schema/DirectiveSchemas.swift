import Cascade
import SafeText

/// The definitions of directives and computed values, which are equal in every scope's schema.
enum DirectiveSchemas {
  private static let computed: [Directive] = Directive.known.filter { $0.subject == .value }

  static var definitions: [(Record.Label, Record?)] {
    [
      ("directives", directives(isTop: false)),
      ("top", directives(isTop: true)),
      // An object with any of these is computed; only its options may be beside it.
      (
        "computes",
        [
          "type": "object",
          "anyOf": .list(computed) { ["required": .list([$0.rawValue]) { .text($0) }] },
        ]
      ),
      ("computed", ["anyOf": .list(computed, computedValue)]),
      // Directives alone write no value.
      (
        "silent",
        [
          "type": "object", "not": ["propertyNames": ["const": .text(Directive.comment.rawValue)]],
          "allOf": .list([SchemaText.reference("directives")]) { $0 },
          "properties": [.named(Directive.include.rawValue): SchemaText.nothing],
          "patternProperties": [.named(SchemaText.directive): SchemaText.anything],
          "additionalProperties": SchemaText.reference("silent"),
        ]
      ),
      ("value", value(members: SchemaText.reference("value"))),
      // A value that has no members if it is an object.
      ("closed", value(members: SchemaText.nothing)),
      // An element has no key, so only comments are allowed.
      (
        "element",
        unlessComputed([
          .with: commented(SchemaText.reference("element")),
          "items": SchemaText.reference("element"),
        ])
      ),
      // Values in 'enum' are literal.
      (
        "plain",
        [
          .with: commented(SchemaText.reference("plain")), "items": SchemaText.reference("plain"),
        ]
      ),
      (
        "keys",
        [
          "anyOf": .list([
            ["const": true],
            ["type": "array", "items": ["type": "string", "minLength": 1]],
          ]) { $0 }
        ]
      ),
      ("texts", each(SchemaText.string)),
      ("type", type),
    ]
  }

  static func unlessComputed(_ record: Record) -> Record {
    [
      "if": SchemaText.reference("computes"), "then": SchemaText.reference("computed"),
      "else": record,
    ]
  }

  private static func value(members: Record) -> Record {
    unlessComputed([
      "allOf": .list([SchemaText.reference("directives")]) { $0 },
      "patternProperties": [.named(SchemaText.directive): SchemaText.anything],
      "additionalProperties": members, "items": SchemaText.reference("element"),
    ])
  }

  /// Members that are no directives, except comments.
  private static func commented(_ members: Record) -> Record {
    [
      "properties": comment,
      "patternProperties": [.named("^\\$(?!\\$|comment$)"): SchemaText.nothing],
      "additionalProperties": members,
    ]
  }

  private static var comment: Record { [.named(Directive.comment.rawValue): SchemaText.anything] }

  private static func directives(isTop: Bool) -> Record {
    let known = Directive.known.filter { directive in
      switch directive.subject {
      case .value: false
      case .scope: isTop
      case .nothing: isTop || directive == .comment
      case .keys, .files: true
      }
    }
    let names = known.map { String($0.rawValue.dropFirst()) }.joined(separator: "|")
    let others = "^\\$(?!\\$|(?:\(names)|\(SchemaText.ownName))$)"
    return [
      "properties": .object(known.map { (.named($0.rawValue), shape(of: $0)) }),
      "patternProperties": [
        .named("^\\$\(SchemaText.ownName)$"): SchemaText.reference("texts"),
        .named(others): SchemaText.nothing,
      ],
    ]
  }

  private static func shape(of directive: Directive) -> Record {
    switch directive.shape {
    case .keys: return SchemaText.reference("keys")
    case .each(let detail):
      if case .text = detail { return SchemaText.reference("texts") }
      return each(self.detail(detail))
    case .computed: return SchemaText.nothing
    case .paths:
      return [
        "anyOf": .list([
          SchemaText.string, ["type": "array", "items": SchemaText.string],
        ]) { $0 }
      ]
    case .scopes: return ["type": "array", "items": SchemaText.string]
    case .truth: return ["const": true]
    case .anything: return SchemaText.anything
    }
  }

  private static func each(_ record: Record) -> Record {
    [
      "type": "object", "properties": comment,
      "patternProperties": [.named("^(?:$|\\$(?!comment$))"): SchemaText.nothing],
      "additionalProperties": record,
    ]
  }

  private static func detail(_ detail: Directive.Detail) -> Record {
    switch detail {
    case .text: SchemaText.string
    case .date: ["type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"]
    case .values: ["type": "array", "items": SchemaText.reference("element")]
    case .types: SchemaText.reference("type")
    case .strategy:
      [
        "anyOf": .list([
          ["enum": .list(Strategy.named) { .text($0.0) }],
          single("union", ["const": "prepend"]), single("by", SchemaText.string),
        ]) { $0 }
      ]
    }
  }

  private static func single(_ name: String, _ record: Record) -> Record {
    [
      "type": "object", "properties": [.named(name): record],
      "required": .list([name]) { .text($0) }, "additionalProperties": false,
    ]
  }

  private static func computedValue(_ directive: Directive) -> Record {
    let options = directive.options.map { ($0, option($0)) }
    return [
      "type": "object",
      "properties": [
        .named(directive.rawValue): SchemaText.string,
        .with: .object(options.map { (.named($0.0.rawValue), $0.1) }), .with: comment,
      ],
      "required": .list([directive.rawValue]) { .text($0) }, "additionalProperties": false,
    ]
  }

  private static func option(_ option: Directive.Modifier) -> Record {
    switch option {
    case .default: SchemaText.reference("element")
    case .scope: SchemaText.string
    case .map:
      ["type": "object", .with: commented(SchemaText.reference("element"))]
    case .type: ["enum": .list(TypeOfText.allCases) { .text($0.rawValue) }]
    case .trim: ["type": "boolean"]
    case .enum, .min, .max, .match, .items, .length: SchemaText.anything
    }
  }

  private static var type: Record {
    let name: Record = ["enum": .list(TypeName.allCases) { .text($0.rawValue) }]
    let names: Record = [
      "anyOf": .list([name, ["type": "array", "items": name, "minItems": 1]]) { $0 }
    ]
    let length: Record = [
      "type": "array", "items": ["type": "integer", "minimum": 0], "minItems": 2, "maxItems": 2,
    ]
    let options = Directive.type.options.map { option -> (Record.Label, Record?) in
      switch option {
      case .type: (.named(option.rawValue), names)
      case .enum:
        (
          .named(option.rawValue),
          ["type": "array", "items": SchemaText.reference("plain"), "minItems": 1]
        )
      case .min, .max: (.named(option.rawValue), ["type": "number"])
      case .match: (.named(option.rawValue), SchemaText.string)
      case .items: (.named(option.rawValue), SchemaText.reference("type"))
      case .length: (.named(option.rawValue), length)
      case .default, .scope, .map, .trim: (.named(option.rawValue), nil)
      }
    }
    return [
      "if": ["type": "object"],
      "then": [
        "properties": [.with: .object(options), .with: comment], "additionalProperties": false,
        // An object with only a comment declares no type.
        "not": ["propertyNames": ["const": .text(Directive.comment.rawValue)]],
      ], "else": names,
    ]
  }
}
