extension [UInt8] {
  /// The text without one newline at its end, with a carriage return before it or without.
  package var withoutFinalNewline: ArraySlice<UInt8> {
    guard last == 0x0A else { return self[...] }
    let rest = dropLast()
    return rest.last == 0x0D ? rest.dropLast() : rest
  }
}
