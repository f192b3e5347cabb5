/// A value as written: names without the extra `$`, without comments, with computed values unevaluated.
indirect enum ReferenceWritten: Hashable, Sendable {
  struct Member: Hashable, Sendable {
    var name: PlainName
    var value: ReferenceWritten
  }

  case scalar(PlainValue)
  /// An object with one of the directives that work a value out, as it is spelled, and where it stands.
  case computed([PlainMember], ReferenceOrigin)
  case array([ReferenceWritten])
  case object([Member])

  /// Reads a value as it is spelled in a file.
  init(reading value: PlainValue, from origin: ReferenceOrigin) {
    switch value {
    case .array(let elements):
      self = .array(elements.map { ReferenceWritten(reading: $0, from: origin) })
    case .object(let members) where Self.isComputed(members):
      self = .computed(members, origin)
    case .object(let members):
      self = .object(
        members.compactMap { member in
          guard case .ordinary(let name) = ReferenceMemberKind(member.name, isTop: false) else {
            return nil
          }
          return Member(name: name, value: ReferenceWritten(reading: member.value, from: origin))
        })
    default: self = .scalar(value)
    }
  }

  /// Whether an object is a computed value (section 5).
  static func isComputed(_ members: [PlainMember]) -> Bool {
    members.contains { ["$ref", "$format", "$env", "$file"].contains($0.name) }
  }

  /// The value as it comes out, computed ones as they are spelled.
  var plain: PlainValue {
    switch self {
    case .scalar(let value): value
    case .computed(let members, _): .object(members)
    case .array(let elements): .array(elements.map(\.plain))
    case .object(let members):
      .object(members.map { PlainMember($0.name, $0.value.plain) })
    }
  }

  /// The member with that name, if this is an object.
  func member(_ name: PlainName) -> ReferenceWritten? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// F3, I8: equal by value; a computed value only to one that is written the same way.
  func equals(_ other: ReferenceWritten) -> Bool {
    switch (self, other) {
    case (.computed, .computed), (.scalar, .scalar): plain.equals(other.plain)
    case (.array, .array), (.object, .object):
      plain.equals(other.plain) && hasComputedWhere(other)
    default: false
    }
  }

  /// Whether what is computed in one of two values that look alike is so in the other.
  private func hasComputedWhere(_ other: ReferenceWritten) -> Bool {
    switch (self, other) {
    case (.array(let left), .array(let right)):
      zip(left, right).allSatisfy { $0.equals($1) }
    case (.object(let members), .object):
      members.allSatisfy { member in other.member(member.name)?.equals(member.value) ?? false }
    default: true
    }
  }

  /// I2 in an element: member by member where both are objects, otherwise the own value.
  func overlaid(by own: ReferenceWritten) -> ReferenceWritten {
    guard case .object(var members) = self, case .object(let others) = own else { return own }
    for other in others {
      if let index = members.firstIndex(where: { $0.name == other.name }) {
        members[index].value = members[index].value.overlaid(by: other.value)
      } else {
        members.append(other)
      }
    }
    return .object(members)
  }
}

/// The kind of an object member, by its spelling (F5).
enum ReferenceMemberKind: Equatable {
  case ordinary(PlainName)
  case marker(ReferenceMarker.Directive)
  case merge
  case remove
  /// A directive of section 6, which has no influence on values, or a list of parents.
  case attribute
  case ignored

  init(_ spelling: PlainName, isTop: Bool) {
    let dollar = UInt8(ascii: "$")
    if spelling.bytes.starts(with: [dollar, dollar]) {
      self = .ordinary(PlainName(bytes: Array(spelling.bytes.dropFirst())))
    } else if spelling.bytes.first != dollar {
      self = .ordinary(spelling)
    } else if spelling == "$comment" || (isTop && spelling == "$schema") {
      self = .ignored
    } else if let directive = ReferenceMarker.Directive(rawValue: spelling.text) {
      self = .marker(directive)
    } else {
      switch spelling.text {
      case "$merge": self = .merge
      case "$remove": self = .remove
      case "$secret", "$type", "$required", "$about", "$deprecated", "$until", "$because",
        "$inherit", "$abstract":
        self = .attribute
      case let own where own.hasPrefix("$x-"): self = .attribute
      default: preconditionFailure("the reference does not know \(spelling)")
      }
    }
  }
}
