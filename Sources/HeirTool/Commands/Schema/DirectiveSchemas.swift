import Cascade

/// The definitions of directives and computed values, which are equal in every scope's schema.
enum DirectiveSchemas {
  private static let computed: [Directive] = Directive.known.filter { $0.subject == .value }

  static var definitions: KeyValuePairs<String, Record> {
    [
      "directives": directives(isTop: false), "top": directives(isTop: true),
      // An object with any of these is computed; only its options may be beside it.
      "computes": [
        "type": "object", "anyOf": .list(computed) { ["required": [.text($0.rawValue)]] },
      ],
      "computed": ["anyOf": .list(computed, computedValue)],
      // Directives alone write no value.
      "silent": [
        "type": "object", "not": onlyComment, "allOf": [.definition("directives")],
        "properties": [.named(Directive.include.rawValue): false],
        "patternProperties": [.named(SchemaText.directive): true],
        "additionalProperties": .definition("silent"),
      ],
      "value": value(members: .definition("value")),
      // A value that has no members if it is an object.
      "closed": value(members: false),
      // An element has no key, so only comments are allowed.
      "element": unlessComputed([
        .with: commented(.definition("element")), "items": .definition("element"),
      ]),
      // Values in 'enum' are literal.
      "plain": [.with: commented(.definition("plain")), "items": .definition("plain")],
      "keys": [
        "anyOf": [["const": true], .array(of: ["type": "string", "minLength": 1])]
      ],
      "texts": each(.string), "type": type,
    ]
  }

  /// The definitions, or references to those in a file beside the schema.
  static func definitions(in file: String?) -> Record {
    .object(
      definitions.map { name, schema in
        (.named(name), file.map { ["$ref": .text("\($0)#/definitions/\(name)")] } ?? schema)
      })
  }

  /// The file of the definitions.
  static var file: Record {
    ["$schema": .text(SchemaText.draft), "definitions": definitions(in: nil)]
  }

  static func unlessComputed(_ record: Record) -> Record {
    ["if": .definition("computes"), "then": .definition("computed"), "else": record]
  }

  private static func value(members: Record) -> Record {
    unlessComputed([
      "allOf": [.definition("directives")],
      "patternProperties": [.named(SchemaText.directive): true],
      "additionalProperties": members, "items": .definition("element"),
    ])
  }

  /// Members that are no directives, except comments.
  private static func commented(_ members: Record) -> Record {
    [
      "properties": comment, "patternProperties": ["^\\$(?!\\$|comment$)": false],
      "additionalProperties": members,
    ]
  }

  private static var comment: Record { [.named(Directive.comment.rawValue): true] }

  private static var onlyComment: Record {
    ["propertyNames": ["const": .text(Directive.comment.rawValue)]]
  }

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
        .named("^\\$\(SchemaText.ownName)$"): .definition("texts"), .named(others): false,
      ],
    ]
  }

  private static func shape(of directive: Directive) -> Record {
    switch directive.shape {
    case .keys: .definition("keys")
    case .each(.text): .definition("texts")
    case .each(let detail): each(self.detail(detail))
    case .computed: false
    case .paths: ["anyOf": [.string, .array(of: .string)]]
    case .scopes: .array(of: .string)
    case .abstraction: ["enum": [true, "here"]]
    case .anything: true
    }
  }

  private static func each(_ record: Record) -> Record {
    [
      "type": "object", "properties": comment,
      "patternProperties": ["^(?:$|\\$(?!comment$))": false], "additionalProperties": record,
    ]
  }

  private static func detail(_ detail: Directive.Detail) -> Record {
    switch detail {
    case .text: .string
    case .date: ["type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"]
    case .values: .array(of: .definition("element"))
    case .types: .definition("type")
    case .strategy:
      [
        "anyOf": [
          ["enum": .list(Strategy.named) { .text($0.0) }],
          single("union", ["const": "prepend"]), single("by", .string),
        ]
      ]
    }
  }

  private static func single(_ name: String, _ record: Record) -> Record {
    [
      "type": "object", "properties": [.named(name): record], "required": [.text(name)],
      "additionalProperties": false,
    ]
  }

  private static func computedValue(_ directive: Directive) -> Record {
    let options = directive.options.map { (Record.Label.named($0.rawValue), Optional(option($0))) }
    return [
      "type": "object",
      "properties": [
        .named(directive.rawValue): .string, .with: .object(options), .with: comment,
      ],
      "required": [.text(directive.rawValue)], "additionalProperties": false,
    ]
  }

  private static func option(_ option: Directive.Modifier) -> Record {
    switch option {
    case .default: .definition("element")
    case .scope: .string
    case .map: ["type": "object", .with: commented(.definition("element"))]
    case .type: ["enum": .list(TypeOfText.allCases) { .text($0.rawValue) }]
    case .trim: ["type": "boolean"]
    case .enum, .min, .max, .match, .items, .length: true
    }
  }

  private static var type: Record {
    let name: Record = ["enum": .list(TypeName.allCases) { .text($0.rawValue) }]
    let names: Record = ["anyOf": [name, [.with: .array(of: name), "minItems": 1]]]
    let options = Directive.type.options.map { option -> (Record.Label, Record?) in
      let schema: Record? =
        switch option {
        case .type: names
        case .enum: [.with: .array(of: .definition("plain")), "minItems": 1]
        case .min, .max: ["type": "number"]
        case .match: .string
        case .items: .definition("type")
        case .length:
          [.with: .array(of: ["type": "integer", "minimum": 0]), "minItems": 2, "maxItems": 2]
        case .default, .scope, .map, .trim: nil
        }
      return (.named(option.rawValue), schema)
    }
    return [
      "if": ["type": "object"],
      "then": [
        "properties": [.with: .object(options), .with: comment], "additionalProperties": false,
        // An object with only a comment declares no type.
        "not": onlyComment,
      ], "else": names,
    ]
  }
}
