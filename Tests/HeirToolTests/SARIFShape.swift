/// What of SARIF 2.1.0 `check` writes: which members an object has, and what they hold.
///
/// The schema itself allows nothing else in these objects, and demands less.
indirect enum SARIFShape: Sendable {
  case text
  case word([String])
  case number(least: Int)
  case list(SARIFShape)
  case object([String: SARIFShape])
  case fingerprints

  static let log = object([
    "$schema": .word(["https://json.schemastore.org/sarif-2.1.0.json"]),
    "version": .word(["2.1.0"]), "runs": .list(run),
  ])

  private static let run = object([
    "tool": .object(["driver": driver]), "columnKind": .word(["unicodeCodePoints"]),
    "results": .list(result),
  ])

  private static let driver = object([
    "name": .word(["heir"]), "version": .text, "rules": .list(rule),
  ])

  private static let rule = object([
    "id": .text, "shortDescription": message, "fullDescription": message, "help": message,
    "defaultConfiguration": .object(["level": level]),
  ])

  private static let result = object([
    "ruleId": .text, "ruleIndex": .number(least: 0), "level": level, "message": message,
    "locations": .list(.object(["physicalLocation": physicalLocation])),
    "relatedLocations": .list(
      .object(["physicalLocation": physicalLocation, "message": message])),
    "occurrenceCount": .number(least: 1), "partialFingerprints": .fingerprints,
  ])

  private static let physicalLocation = object([
    "artifactLocation": .object(["uri": .text]),
    "region": .object([
      "startLine": .number(least: 1), "startColumn": .number(least: 1),
    ]),
  ])

  private static let level = word(["error", "warning", "note"])
  private static let message = object(["text": .text])

  /// Where a parsed value is something else.
  func misfits(_ value: Any, at path: String = "") -> [String] {
    switch self {
    case .text: return (value as? String)?.isEmpty == false ? [] : [path]
    case .word(let words): return (value as? String).map(words.contains) == true ? [] : [path]
    case .number(let least): return (value as? Int).map { $0 >= least } == true ? [] : [path]
    case .list(let element):
      guard let list = value as? [Any] else { return [path] }
      return list.enumerated().flatMap { element.misfits($1, at: "\(path)/\($0)") }
    case .object(let members):
      guard let object = value as? [String: Any] else { return [path] }
      let unlike = Set(object.keys).symmetricDifference(members.keys).map { "\(path)/\($0)" }
      return unlike
        + members.flatMap { name, shape in
          object[name].map { shape.misfits($0, at: "\(path)/\(name)") } ?? []
        }
    case .fingerprints:
      guard let object = value as? [String: String] else { return [path] }
      return object.keys.allSatisfy { $0.hasSuffix("/v1") } && object.count == 1 ? [] : [path]
    }
  }
}
