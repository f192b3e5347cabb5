extension KeyError {
  package func directive(in text: [UInt8]) -> Directive? {
    guard problem == .reserved else { return nil }
    return Directive.named(text[offset...].prefix { $0 != UInt8(ascii: ".") })
  }
}
