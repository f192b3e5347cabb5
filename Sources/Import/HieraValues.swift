import Cascade
import JSONSource
import SafeText
import SystemCalls
import YAMLSource

/// Writes variables of Hiera as references.
struct HieraVariables {
  /// The hosts with their scopes' names; empty if no facts are given.
  private let hosts: [(host: HieraHost, scope: FileName)]
  private let names = NameTable()
  /// Without facts: the variables that have the name of the host.
  private let hostNames: [String]
  /// Variables that were asked, and whether each has the name of every host's scope.
  private(set) var known: [[UInt8]: Bool] = [:]
  /// The facts that references read.
  private(set) var facts: Set<[[UInt8]]> = []

  static let namesOfHosts = [
    ["fqdn", "networking.fqdn", "trusted.certname", "certname", "clientcert"],
    ["hostname", "networking.hostname", "trusted.hostname"],
  ]

  init(_ hosts: [(host: HieraHost, scope: FileName)], hostNames: [String]) {
    (self.hosts, self.hostNames) = (hosts, hostNames)
  }

  func key(_ key: [UInt8]) -> [UInt8] { spelling(HieraText.names(key)) }

  private func spelling(_ key: [[UInt8]]) -> [UInt8] { names.spelling(Key(key.map(names.intern))) }

  /// The key in `${…}`, and whether it always has a value; nil if no fact can have it.
  private mutating func reference(_ variable: [UInt8]) -> (key: [UInt8], isSet: Bool)? {
    guard let path = variable.factPath else { return nil }
    let text = variable.factName
    if hosts.isEmpty {
      if hostNames.contains(text) { return (Array("$scope.name".utf8), true) }
      let isKnown = text != "environment" && !text.hasPrefix("trusted.extensions")
      return isKnown ? (Array("$facts.".utf8) + spelling(path), false) : nil
    }
    if known[variable] == nil {
      if hosts.allSatisfy({ !$0.host.knows([variable]) }) { return nil }
      known[variable] = hosts.allSatisfy { $0.host.text(variable) == $0.scope }
    }
    if known[variable] == true { return (Array("$scope.name".utf8), true) }
    facts.insert(path)
    return (spelling([Array("facts".utf8)] + path), false)
  }

  /// A text with references; nil if a piece cannot be written. Hiera inserts nothing for a missing value.
  mutating func text(
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
  /// What cannot be written, with its place.
  private(set) var failure: (words: String, start: Int)?
  /// Whether a text looks like a reference, but is none.
  private(set) var hasSigns = false
  var variables: HieraVariables
  private var options: HieraOptions
  /// What begins the elements that remove others, where the strategy of the key has that.
  var knockout: [UInt8]?

  /// Keys that are not written.
  private let absent: Set<[UInt8]>

  init(_ variables: HieraVariables, _ options: HieraOptions, absent: Set<[UInt8]>) {
    (self.variables, self.options, self.absent) = (variables, options, absent)
  }

  private func isInRoot(_ key: [UInt8]) -> Bool {
    options.isInRoot(key) && !absent.contains(HieraText.names(key)[0])
  }

  /// Converts the value of a key; nil if it cannot be written. `added` are directives beside it.
  mutating func member(_ member: YAMLMember) -> (member: YAMLMember, added: [YAMLMember])? {
    failure = nil
    knockout = options.knockout(of: member.name)
    var fitted = [options.fitted(member)]
    convert(&fitted[0].value)
    fitted = converted(fitted, isInList: false)
    if failure != nil { return nil }
    let own = fitted.firstIndex {
      $0.name.first != UInt8(ascii: "$") || $0.name.starts(with: "$$".utf8)
    }
    guard let own else { return nil }
    return (fitted[own], fitted.filter { $0.name != fitted[own].name })
  }

  mutating func converted(_ members: [YAMLMember], isInList: Bool) -> [YAMLMember] {
    var members = members
    var removed: [YAMLMember] = []
    for (index, member) in members.enumerated() {
      if let name = HieraText(member.name).plain {
        members[index].name = name
      } else {
        failure = ("an interpolation in a name", member.start)
      }
      guard let knockout else { continue }
      if member.value.isKnockout(knockout) || member.name.starts(with: knockout) {
        failure = ("a knock-out of a value other than an element", member.start)
      }
      guard let elements = member.value.elements else { continue }
      let items = elements.filter { $0.isKnockout(knockout) }
      if items.isEmpty { continue }
      if isInList || items.contains(where: { $0.text == knockout }) {
        failure = ("a knock-out of all elements", member.start)
      }
      members[index].value.content = .sequence(elements.filter { !$0.isKnockout(knockout) })
      removed.append(
        YAMLMember(
          variables.key(members[index].name),
          .list(items.compactMap { $0.text.map { Array($0.dropFirst(knockout.count)) } })))
    }
    return (removed.isEmpty ? [] : [YAMLMember("$remove", YAMLNode(.mapping(removed)))])
      + members.escapingNames
  }

  mutating func converted(_ text: [UInt8], at start: Int) -> YAMLNode.Content {
    if text.isCiphertext { return .encryptable(text) }
    let pieces = HieraText(text).pieces
    for case .text(let plain) in pieces where plain.contains("%{".utf8) || plain.contains(0x24) {
      hasSigns = true
    }
    if pieces.lookups.contains(where: { options.isSecret($0) }) {
      return .leftOut("a lookup of an encrypted value", isSecret: true)
    }
    if let plain = HieraText(text).plain { return .text(plain) }
    if pieces.count == 1, case .alias(let name) = pieces[0] {
      let missing = [YAMLMember("default", .text([]))]
      return YAMLNode.computed(
        .ref, variables.key(name), isInRoot(name) ? [] : missing
      ).content
    }
    // heir inserts no null, Hiera nothing for it.
    let set = pieces.filter {
      if case .lookup(let name) = $0 { !options.isNull(name) } else { true }
    }
    guard let format = variables.text(set, orEmpty: true, isInRoot) else {
      let isUnknown = pieces.contains {
        switch $0 {
        case .unknown, .alias: true
        case .text, .variable, .lookup: false
        }
      }
      if !isUnknown { return .leftOut("a variable of the server in a text") }
      failure = ("a function, 'alias', or a variable with a wrong name in a text", start)
      return .text(text)
    }
    return YAMLNode.computed(.format, format).content
  }
}
