extension RandomAccessCollection<UInt8> where Index == Int {
  /// Whether the text contains a value that eyaml, sops, Ansible or GnuPG encrypted.
  package var isCiphertext: Bool {
    indices.contains { index in
      switch self[index] {
      case UInt8(ascii: "["): self[..<index].suffix(3).elementsEqual("ENC".utf8)
      case UInt8(ascii: ";"): self[..<index].suffix(14).elementsEqual("$ANSIBLE_VAULT".utf8)
      case UInt8(ascii: "-"): self[..<index].suffix(17).elementsEqual("BEGIN PGP MESSAGE".utf8)
      default: false
      }
    }
  }
}
