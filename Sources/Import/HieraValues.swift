import Cascade
import JSONSource
import SafeText
import YAMLSource

/// Writes variables of Hiera as references.
struct HieraVariables {
  private let facts: ImportedFacts
  private let names = NameTable()
  /// The variables that have the name of the host.
  private var hostNames = namesOfHosts[0]

  private static let namesOfHosts = [
    ["fqdn", "networking.fqdn", "trusted.certname", "certname", "clientcert"],
    ["hostname", "networking.hostname", "trusted.hostname"],
  ]
  init(_ facts: ImportedFacts) { self.facts = facts }

  /// Whether the variable has the name of the host; then it becomes `$scope.name`.
  mutating func nameHosts(by variable: [UInt8]) -> Bool {
    let path = variable.withoutFactPrefix
    let name = String(decoding: path, as: UTF8.self)
    let fact = facts[HieraText.names(path)]
    if fact.contradictsHost { return false }
    if let known = Self.namesOfHosts.first(where: { $0.contains(name) }) {
      hostNames = known
      return true
    }
    if fact.isHostName {
      hostNames.append(name)
      return true
    }
    return false
  }

  func key(_ key: [UInt8]) -> [UInt8] { spelling(HieraText.names(key)) }

  private func spelling(_ key: [[UInt8]]) -> [UInt8] { names.spelling(Key(key.map(names.intern))) }

  /// The key in `${…}`, and whether it always has a value; nil if no fact can have it.
  private func reference(_ variable: [UInt8]) -> (key: [UInt8], isSet: Bool)? {
    let name = variable.withoutFactPrefix
    let text = String(decoding: name, as: UTF8.self)
    let path = HieraText.names(name)
    if hostNames.contains(text) && !facts[path].contradictsHost {
      return (Array("$scope.name".utf8), true)
    }
    let isOfServer = text == "environment" || text.hasPrefix("trusted.") || text == "clientcert"
    if isOfServer && !facts[path].isSet || facts[path].isNoText { return nil }
    return facts.hosts.isEmpty
      ? (Array("$facts.".utf8) + spelling(path), false)
      : (spelling([Array("facts".utf8)] + path), false)
  }

  /// The value of a variable for a host; nil if it is unset.
  func value(of variable: [UInt8], for host: [UInt8]) -> [UInt8]? {
    let name = variable.withoutFactPrefix
    if hostNames.contains(String(decoding: name, as: UTF8.self)) { return host }
    return facts.hosts[host]?.following(HieraText.names(name))?.scalarText
  }

  /// A text with references; nil if a piece cannot be written. Hiera inserts nothing for a missing value.
  func text(
    _ pieces: [HieraText.Piece], orEmpty: Bool = false, _ isSet: ([UInt8]) -> Bool = { _ in true }
  ) -> [UInt8]? {
    var text: [UInt8] = []
    for piece in pieces {
      let found: (key: [UInt8], isSet: Bool)?
      switch piece {
      case .text(let plain):
        text += plain.flatMap { $0 == UInt8(ascii: "$") ? [$0, $0] : [$0] }
        continue
      case .variable(let variable): found = reference(variable)
      case .lookup(let name): found = (key(name), isSet(name))
      case .alias, .unknown: return nil
      }
      guard let found else { return nil }
      text += Array("${".utf8) + found.key
      text += Array((orEmpty && !found.isSet ? "|}" : "}").utf8)
    }
    return text
  }
}

/// Converts the values of a data file.
struct HieraValues: ValueConverter {
  /// Whether a text without interpolation looks like one with it.
  private(set) var hasSigns = false
  private let file: ImportSource.File
  private let variables: HieraVariables
  private let options: HieraOptions

  init(_ file: ImportSource.File, _ variables: HieraVariables, _ options: HieraOptions) {
    (self.file, self.variables, self.options) = (file, variables, options)
  }

  mutating func converted(_ members: [YAMLMember], isInList: Bool) -> [YAMLMember] {
    var members = members
    for (index, member) in members.enumerated() {
      if let name = HieraText(member.name).plain {
        members[index].name = name
      } else {
        file.leaveOut("interpolation in the name \(Printable.quoted(member.name))", member.start)
      }
    }
    return members.escapingNames
  }

  mutating func converted(_ text: [UInt8], at start: Int) -> YAMLNode.Content {
    if text.starts(with: "ENC[".utf8) { file.leaveOut("encrypted value", start) }
    let parsed = HieraText(text)
    let pieces = parsed.pieces
    for case .text(let plain) in pieces where HieraText(plain).pieces != [.text(plain)] {
      hasSigns = true
    }
    if let plain = parsed.plain { return .text(plain) }
    if pieces.count == 1, case .alias(let name) = pieces[0] {
      let missing = [YAMLMember("default", .text([]))]
      return YAMLNode.computed(
        .ref, variables.key(name), options.isInRoot(name) ? [] : missing
      ).content
    }
    for case .lookup(let name) in pieces where options.isNoText(name) {
      file.leaveOut(
        "\(Printable.quoted(name)) in a text, because it may be null or no scalar", start)
      return .text(text)
    }
    guard let format = variables.text(pieces, orEmpty: true, options.isInRoot) else {
      file.leaveOut(
        "interpolation of a variable of the server, a fact without text, or a function", start)
      return .text(text)
    }
    return YAMLNode.computed(.format, format).content
  }
}
