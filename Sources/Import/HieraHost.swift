import Files
import SafeText
import SystemCalls
import YAMLSource

/// The variables of a host.
struct HieraHost {
  /// The name in its certificate.
  let name: [UInt8]
  /// The facts, with `trusted` and `environment` if they are given.
  let facts: YAMLNode
  private let values: [[UInt8]: YAMLNode]
  /// The environment that Puppet takes without one in the facts; nil if the facts are made up.
  private let usualEnvironment: YAMLNode?

  init(name: [UInt8], facts: YAMLNode, isMadeUp: Bool = true) {
    (self.name, self.facts) = (name, facts)
    usualEnvironment = isMadeUp ? nil : .text("production".utf8)
    values = Dictionary(
      (facts.members ?? []).map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// The value of a variable; nil if it is unset.
  func value(_ variable: [UInt8]) throws(HieraLookup.Failure) -> YAMLNode? {
    guard let path = variable.factPath else {
      throw .unknown("a variable with a wrong name, or all facts")
    }
    let name = String(decoding: path[0], as: UTF8.self)
    var value = values[path[0]]
    let isFact = HieraText.segments(variable).map { $0.count > path.count } == true
    if isFact, name == "trusted" { return nil }
    if isFact { return try value?.digging(path) }
    let derived = ["certname", "hostname", "domain"].map { ["trusted", $0].map { Array($0.utf8) } }
    if name == "trusted", !derived.contains(path),
      path.count == 1 || value?.following(path[1..<2]) == nil
    {
      throw .unknown("a variable of the server")
    }
    if name == "environment" { value = value ?? usualEnvironment }
    let isOfServer =
      [
        "environment", "server_facts", "serverversion", "servername", "module_name", "name",
        "title",
      ].contains(name) || name.hasPrefix("calling_") || name.contains("::")
    if isOfServer, value == nil { throw .unknown("a variable of the server") }
    return try value?.digging(path)
  }

  /// A fact, or the environment without one.
  func following(_ path: [[UInt8]]) -> YAMLNode? {
    facts.following(path)
      ?? (path == [Array("environment".utf8)] ? usualEnvironment : nil)
  }

  /// Whether the import knows the value of each variable, or that it is unset.
  func knows(_ variables: [[UInt8]]) -> Bool {
    variables.allSatisfy { variable in
      do throws(HieraLookup.Failure) { _ = try value(variable) } catch { return !error.isUnknown }
      return true
    }
  }

  /// Whether there is a path for an element of a fact, as Puppet maps paths.
  func maps(_ fact: [UInt8], _ index: Int?) throws(HieraLookup.Failure) -> Bool {
    switch try value(fact)?.content {
    case nil, .null: return false
    case .text(let text): return index == nil && !text.isEmpty
    case .sequence(let elements): return index.map { $0 < elements.count } ?? false
    case .mapping(let members):
      if members.isEmpty { return false }
      throw .unknown("'mapped_paths' of a hash")
    case .boolean, .number, .leftOut:
      throw HieraLookup.Failure("'mapped_paths' of a number or boolean, which Puppet refuses")
    }
  }

  /// The names in the paths to which a path may lead, as patterns; '**' stands for any names.
  func patterns(_ pieces: [HieraText.Piece]) -> [FileName] {
    let star = UInt8(ascii: "*")
    var (text, isInBrackets) = ([UInt8](), false)
    for piece in pieces {
      switch piece {
      case .text(let plain):
        for byte in plain {
          if "[{".utf8.contains(byte) { isInBrackets = true }
          if isInBrackets, byte == .slash {
            // Alternatives may be in several directories.
            let directory = text.lastIndex(of: .slash).map { text[...$0] } ?? []
            return (directory + Array("**".utf8)).components.normalized
          }
          let isSign = isInBrackets || byte == UInt8(ascii: "?")
          if !isSign || text.last != star { text.append(isSign ? star : byte) }
          if "]}".utf8.contains(byte) { isInBrackets = false }
        }
      case .variable(let name) where knows([name]):
        let value = self.text(name) ?? []
        text += value.contains { "*?[{\\".utf8.contains($0) } ? [star] : value
      case .variable, .lookup, .alias, .unknown: text.append(star)
      }
    }
    return text.components.normalized
  }

  /// The value of a variable in a path; nil if it is unset or no scalar.
  func text(_ variable: [UInt8]) -> [UInt8]? { (try? value(variable))?.scalarText }
}
