import SafeText
import YAMLSource

/// The regular expressions of `lookup_options`, read once.
final class HieraPatterns {
  private var patterns: [[UInt8]: RubyPattern?] = [:]

  subscript(text: [UInt8]) -> RubyPattern? {
    if let known = patterns[text] { return known }
    let pattern = RubyPattern(text)
    patterns[text] = .some(pattern)
    return pattern
  }
}

/// Names and regular expressions of `lookup_options` with an index.
struct HieraTable {
  private var exact: [[UInt8]: YAMLNode] = [:]
  private var expressions: [(name: [UInt8], pattern: RubyPattern?, value: YAMLNode)] = []
  /// The expressions by what each match begins with.
  private var byPrefix: [[UInt8]: [Int]] = [:]
  private var longest = 0
  /// An expression because of which Puppet finds no key.
  private var invalid: [UInt8]?

  init(_ members: [YAMLMember], _ patterns: HieraPatterns) {
    for member in members {
      if member.name.isPattern {
        let pattern = patterns[member.name]
        if pattern == nil, member.name.isInvalidPattern { invalid = member.name }
        let prefix = pattern?.prefix ?? []
        byPrefix[prefix, default: []].append(expressions.count)
        longest = max(longest, prefix.count)
        expressions.append((member.name, pattern, member.value))
      } else if !member.value.isNull {
        exact[member.name] = member.value
      }
    }
  }

  /// The numbers of the expressions that match a key, or of which that is not known.
  func matching(_ key: [UInt8]) -> some Sequence<(index: Int, isKnown: Bool)> {
    // Each line of a key may be the start of a match.
    let candidates =
      key.contains(0x0A)
      ? Array(expressions.indices)
      : (0...min(longest, key.count)).flatMap { byPrefix[Array(key[..<$0])] ?? [] }.sorted()
    return candidates.lazy.compactMap { index in
      let matches = expressions[index].pattern?.matches(key)
      return matches == false ? nil : (index, matches != nil)
    }
  }

  func options(of key: [UInt8]) throws(HieraLookup.Failure) -> YAMLNode? {
    if let invalid {
      throw HieraLookup.Failure(
        "the regular expression \(Printable.quoted(invalid)), which Puppet refuses")
    }
    if let options = exact[key] { return options }
    guard let first = matching(key).first(where: { _ in true }) else { return nil }
    if !first.isKnown {
      let name = Printable.quoted(expressions[first.index].name)
      throw HieraLookup.Failure("regular expression \(name)")
    }
    return expressions[first.index].value
  }
}
