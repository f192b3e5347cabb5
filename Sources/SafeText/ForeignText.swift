extension ArraySlice<UInt8> {
  private static let beginnings = ["ENC", "$ANSIBLE_VAULT", "BEGIN PGP MESSAGE"].map {
    Array($0.utf8)
  }

  /// Whether the text contains a value that eyaml, sops, Ansible or GnuPG encrypted.
  package var isCiphertext: Bool {
    var last: UInt8 = 0
    for (index, byte) in zip(indices, self) {
      // The last letter of a beginning comes first: a text may have many hyphens.
      switch (last, byte) {
      case (UInt8(ascii: "C"), UInt8(ascii: "[")), (UInt8(ascii: "T"), UInt8(ascii: ";")),
        (UInt8(ascii: "E"), UInt8(ascii: "-")):
        if Self.beginnings.contains(where: { self[..<index].suffix($0.count).elementsEqual($0) }) {
          return true
        }
      default: break
      }
      last = byte
    }
    return false
  }

  /// Whether it contains what a reference, a `$format` or a template begins with.
  package var mayHoldReference: Bool {
    var last: UInt8 = 0
    for byte in self {
      switch byte {
      case UInt8(ascii: "$"): return true
      case UInt8(ascii: "{"):
        if last == UInt8(ascii: "%") || last == UInt8(ascii: "{") { return true }
      default: break
      }
      last = byte
    }
    return false
  }
}

extension [UInt8] {
  package var isCiphertext: Bool { self[...].isCiphertext }
}
