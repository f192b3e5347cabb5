import JSONSource
import TestSupport

extension MemberName {
  /// The name as the naive reader gives it.
  var spelled: PlainName {
    switch self {
    case .directive(let bytes): PlainName(bytes: bytes)
    case .ordinary(let bytes): PlainName(bytes: bytes.first == 0x24 ? [0x24] + bytes : bytes)
    case .element: ""
    }
  }
}

/// What edits come to, on values without bytes.
extension PlainValue {
  func value(_ path: [MemberName]) -> PlainValue? {
    guard let name = path.first else { return self }
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name.spelled }?.value.value(Array(path.dropFirst()))
  }

  func set(_ path: [MemberName], _ value: PlainValue) -> PlainValue? {
    guard let name = path.first else { return value }
    guard case .object(var members) = self else { return nil }
    let rest = Array(path.dropFirst())
    guard let index = members.firstIndex(where: { $0.name == name.spelled }) else {
      guard let made = PlainValue.object([]).set(rest, value) else { return nil }
      members.insert(
        PlainMember(name.spelled, made), at: name.isDollared ? 0 : members.count)
      return .object(members)
    }
    guard let changed = members[index].value.set(rest, value) else { return nil }
    members[index].value = changed
    return .object(members)
  }

  func remove(_ path: [MemberName]) -> PlainValue? {
    guard case .object(var members) = self, let name = path.first else { return nil }
    guard let index = members.firstIndex(where: { $0.name == name.spelled }) else { return self }
    if path.count == 1 {
      members.remove(at: index)
      return .object(members)
    }
    let old = members[index].value
    guard let left = old.remove(Array(path.dropFirst())) else { return nil }
    if left == .object([]) && old != left {
      members.remove(at: index)
    } else {
      members[index].value = left
    }
    return .object(members)
  }

  func adding(_ key: [UInt8], _ path: [MemberName]) -> PlainValue? {
    let path = path + [.directive(Array("$stop".utf8))]
    switch value(path) {
    case nil: return set(path, .array([.string(key)]))
    case .array(let elements): return set(path, .array(elements + [.string(key)]))
    case .bool(true): return self
    default: return nil
    }
  }
}

extension MemberName {
  fileprivate var isDollared: Bool {
    if case .directive = self { true } else { false }
  }
}

extension PlainValue {
  /// Names that need quoting, escapes, or dollars; few, so that paths meet members.
  static let names = [
    "a", "b", "c", "", "$x", "$", "é", "e\u{301}", "\"", "\\\n", "long name", ",",
  ]
  .map { MemberName.ordinary(Array($0.utf8)) }

  static func randomObject(_ random: inout SplitMix64, depth: Int) -> PlainValue {
    let directives = ["$stop", "$final", "$x"].map { MemberName.directive(Array($0.utf8)) }
    var members: [PlainMember] = []
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let isDirective = Int.random(in: 0..<5, using: &random) == 0
      let name = (isDirective ? directives : Self.names).shuffled(using: &random)[0]
      guard !members.contains(where: { $0.name == name.spelled }) else { continue }
      let value =
        isDirective
        ? (Bool.random(using: &random) ? ["a"] : true)
        : randomValue(&random, depth: depth - 1)
      members.append(PlainMember(name.spelled, value))
    }
    return .object(members)
  }

  static func randomValue(_ random: inout SplitMix64, depth: Int) -> PlainValue {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: .number("1.0e3")
    case 1: "{,}:\n"
    case 2: .null
    case 3: [true, [:], []]
    case _ where depth > 0: randomObject(&random, depth: depth)
    default: 7
    }
  }

  func randomPath(_ random: inout SplitMix64) -> [MemberName] {
    var path = [Self.names.shuffled(using: &random)[0]]
    if case .object(let members) = self, Int.random(in: 0..<4, using: &random) > 0,
      let member = members.randomElement(using: &random)
    {
      let bytes = member.name.bytes
      let isOrdinary = bytes.first != 0x24 || bytes.dropFirst().first == 0x24
      let name = bytes.first == 0x24 ? Array(bytes.dropFirst()) : bytes
      path = [isOrdinary ? .ordinary(name) : .directive(bytes)]
      if case .object = member.value, Int.random(in: 0..<5, using: &random) > 0 {
        return path + member.value.randomPath(&random)
      }
    }
    let more = Int.random(in: 0..<4, using: &random)
    return path + (more > 1 ? [] : (0...more).map { _ in Self.names.shuffled(using: &random)[0] })
  }
}
