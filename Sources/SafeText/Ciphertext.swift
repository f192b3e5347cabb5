extension ArraySlice<UInt8> {
  private static let beginnings = ["ENC", "$ANSIBLE_VAULT", "BEGIN PGP MESSAGE"].map {
    Array($0.utf8)
  }

  /// Whether the text contains a value that eyaml, sops, Ansible or GnuPG encrypted.
  package var isCiphertext: Bool {
    for index in indices {
      let beginning: [UInt8]
      switch self[index] {
      case UInt8(ascii: "["): beginning = Self.beginnings[0]
      case UInt8(ascii: ";"): beginning = Self.beginnings[1]
      case UInt8(ascii: "-"): beginning = Self.beginnings[2]
      default: continue
      }
      if self[..<index].suffix(beginning.count).elementsEqual(beginning) { return true }
    }
    return false
  }
}

extension [UInt8] {
  package var isCiphertext: Bool { self[...].isCiphertext }
}
