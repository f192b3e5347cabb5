import SafeText
import YAMLSource

/// The keys that Puppet allows in an object of `hiera.yaml`, version 5.
struct HieraSchema: Sendable {
  /// What Puppet allows as the value of a key.
  indirect enum Kind: Sendable {
    case five
    case text
    case texts(ClosedRange<Int>)
    case options
    /// An object; null counts as missing.
    case object(HieraSchema)
    /// A list of levels; null may count as missing.
    case levels(isNullable: Bool)
  }

  struct Problem: Error {
    let words: String
    let start: Int
  }

  /// The object in messages, such as "in a level".
  private let place: String
  private let kinds: [String: Kind]

  static let functions = ["data_hash", "lookup_key", "data_dig", "hiera3_backend", "v4_data_hash"]
  static let files = ["path", "paths", "glob", "globs", "mapped_paths"]
  private static let locations = files + ["uri", "uris"]
  private static let some = 1...Int.max

  static let top = HieraSchema(
    place: "at the top",
    kinds: [
      "version": .five, "defaults": .object(defaults), "hierarchy": .levels(isNullable: true),
      "plan_hierarchy": .levels(isNullable: false),
      "default_hierarchy": .levels(isNullable: false),
    ])
  private static let defaults = HieraSchema(
    place: "in 'defaults'",
    kinds: [
      "data_hash": .text, "lookup_key": .text, "data_dig": .text, "datadir": .text,
      "options": .options,
    ])
  private static let level = HieraSchema(
    place: "in a level",
    kinds: [
      "name": .text, "data_hash": .text, "lookup_key": .text, "data_dig": .text,
      "hiera3_backend": .text, "v4_data_hash": .text, "path": .text, "paths": .texts(some),
      "glob": .text, "globs": .texts(some), "uri": .text, "uris": .texts(some),
      "mapped_paths": .texts(3...3), "datadir": .text, "options": .options,
    ])

  /// Throws the first reason why Puppet refuses an object.
  func validate(_ node: YAMLNode) throws(Problem) {
    for member in node.members ?? [] {
      let name = Printable.quoted(member.name)
      guard let kind = kinds[String(decoding: member.name, as: UTF8.self)] else {
        throw Problem(words: "Puppet refuses the key \(name) \(place)", start: member.start)
      }
      try kind.validate(member.value, name)
    }
  }

  /// Throws the first reason why Puppet refuses a level that has only allowed keys.
  static func validate(
    level: YAMLNode, _ defaults: YAMLNode?, _ names: inout Set<[UInt8]>
  ) throws(Problem) {
    func refuse(_ words: String, _ start: Int? = nil) throws(Problem) -> Never {
      throw Problem(words: "Puppet refuses " + words, start: start ?? level.start)
    }
    guard let name = level["name"]?.text else { try refuse("a level without a name") }
    let quoted = Printable.quoted(name)
    if !names.insert(name).inserted { try refuse("two levels with the name \(quoted)") }
    for kinds in [functions, locations] {
      let given = kinds.filter { level[$0] != nil }
      if given.count > 1 { try refuse("'\(given[1])' beside '\(given[0])' in one level") }
    }
    let hasDefaults = defaults.map { !$0.isNull } == true
    let function = [level, defaults].compactMap { node in
      functions.compactMap { node?[$0]?.text }.first
    }.first
    if hasDefaults, function == nil {
      try refuse("the level \(quoted) without 'data_hash', because 'defaults' has none")
    }
    // Those of Puppet check what they are given.
    if let backend = level["hiera3_backend"] {
      try refuse(
        "'hiera3_backend' in the level \(quoted) of an environment or module", backend.start)
    }
    let used = function.map { String(decoding: $0, as: UTF8.self) } ?? "yaml_data"
    let isOfFiles = ["yaml_data", "json_data", "hocon_data"].contains(used)
    let options = level["options"] ?? defaults?["options"]
    if isOfFiles, let option = options?.members?.first {
      let name = Printable.quoted(option.name)
      try refuse("the option \(name) of '\(used)' in the level \(quoted)", option.start)
    }
    for node in (["datadir"] + locations).compactMap({ level[$0] })
      + [defaults?["datadir"]].compactMap({ $0 })
    {
      for node in [node] + node.inner {
        if let what = node.text?.refusedPart {
          try refuse("\(what) in a path of the level \(quoted)", node.start)
        }
      }
    }
    if isOfFiles || used == "eyaml_lookup_key", files.allSatisfy({ level[$0] == nil }) {
      try refuse("the level \(quoted) without a path")
    }
  }

  /// Throws if the functions of 'defaults' are several.
  static func validate(defaults: YAMLNode) throws(Problem) {
    let given = functions.filter { defaults[$0] != nil }
    if given.count > 1 {
      throw Problem(
        words: "Puppet refuses '\(given[1])' beside '\(given[0])' in 'defaults'",
        start: defaults.start)
    }
  }
}

extension HieraSchema.Kind {
  fileprivate func validate(_ node: YAMLNode, _ name: String) throws(HieraSchema.Problem) {
    func require(_ isAllowed: Bool, _ words: String) throws(HieraSchema.Problem) {
      if isAllowed { return }
      throw HieraSchema.Problem(
        words: "Puppet refuses the value of \(name): it must be \(words)", start: node.start)
    }
    func isText(_ node: YAMLNode) -> Bool { node.text?.isEmpty == false }
    switch self {
    case .five:
      var isFive = false
      if case .number(let number) = node.content { isFive = number.elementsEqual("5".utf8) }
      try require(isFive, "the number 5")
    case .text: try require(isText(node), "a text that is not empty")
    case .texts(let counts):
      let isList = node.elements.map { counts.contains($0.count) && $0.allSatisfy(isText) } == true
      try require(
        isList,
        counts.upperBound == 3 ? "a list of a variable, a name and a path" : "a list of texts")
    case .options:
      try require(node.members != nil, "an object")
      for option in node.members ?? [] {
        let isReserved = ["path", "uri"].contains { option.name.elementsEqual($0.utf8) }
        if isReserved || !option.name.isOptionName {
          throw HieraSchema.Problem(
            words: "Puppet refuses the option \(Printable.quoted(option.name))",
            start: option.start)
        }
      }
    case .object(let schema):
      if node.isNull { return }
      try require(node.members != nil, "an object")
      try schema.validate(node)
      try HieraSchema.validate(defaults: node)
    case .levels(let isNullable):
      if isNullable && node.isNull { return }
      try require(node.elements != nil, "a list of levels")
      for level in node.elements ?? [] { try HieraSchema.level.validate(level) }
    }
  }
}

extension [UInt8] {
  /// What Puppet refuses in a path; nil if nothing.
  fileprivate var refusedPart: String? {
    if contains(0) { return "NUL" }
    var rest = self[...]
    while let start = rest.start(of: "%{".utf8),
      let end = rest[start...].firstIndex(of: UInt8(ascii: "}"))
    {
      let inside = Array(rest[(start + 2)..<end].trimmed)
      rest = rest[(end + 1)...]
      let name = inside.prefix(while: \.isWordCharacter)
      if !name.isEmpty, inside.dropFirst(name.count).first == UInt8(ascii: "(") {
        return "a function"
      }
      if !HieraText.isEmpty(inside), HieraText.segments(inside) == nil {
        return "a variable with a wrong name"
      }
    }
    return nil
  }

  fileprivate var isOptionName: Bool {
    guard let first, let last else { return false }
    func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    return isLetter(first) && (isLetter(last) || isDigit(last))
      && allSatisfy { isLetter($0) || isDigit($0) || $0 == 0x5F || $0 == 0x2D }
  }
}
