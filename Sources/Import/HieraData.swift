import YAMLSource

/// A data file of Hiera.
final class HieraData {
  let file: ImportSource.File
  let values: [[UInt8]: YAMLMember]
  /// The value of each key of a file that cannot be read.
  let broken: YAMLNode?
  /// Why a host may not have the values, or other ones.
  let doubt: HieraLookup.Failure?

  init(_ file: ImportSource.File) {
    (self.file, doubt) = (file, nil)
    values = Dictionary(
      (file.root.members ?? []).map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    if case .leftOut = file.root.content { broken = file.root } else { broken = nil }
  }

  /// What some files may set, or all keys.
  init(
    _ doubt: HieraLookup.Failure, in files: [HieraData], maySetAll: Bool,
    _ file: ImportSource.File
  ) {
    (self.file, self.doubt) = (file, doubt)
    let leftOut = YAMLNode(.leftOut(doubt.words))
    var members = MemberTable([])
    var options = MemberTable([])
    var hasOtherOptions = false
    for member in files.flatMap(\.values.values) {
      members[member] = leftOut
      guard member.isOptions, !hasOtherOptions else { continue }
      // Puppet refuses each key with other options.
      hasOtherOptions = member.value.members?.allSatisfy { $0.keyType == .text } != true
      for option in member.value.members ?? [] { options[option] = leftOut }
      if !hasOtherOptions { members[member] = YAMLNode(.mapping(options.members)) }
    }
    values = Dictionary(members.members.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    let isOfAll = maySetAll || !doubt.isUnknown || files.contains { $0.broken != nil }
    broken = isOfAll ? leftOut : nil
  }

  /// Why Puppet finds no key if a host reads the data.
  var refusal: String? {
    if let doubt { return doubt.isUnknown ? nil : doubt.words }
    return file.isRefused ? file.root.leftOut.first?.why : nil
  }

  func value(of key: [UInt8]) throws(HieraLookup.Failure) -> YAMLNode? {
    let value = broken ?? values[key]?.value
    if let doubt, value?.members == nil { throw doubt }
    return value
  }
}
