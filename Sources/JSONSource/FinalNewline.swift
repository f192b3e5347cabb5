extension [UInt8] {
  package var withoutFinalNewline: ArraySlice<UInt8> {
    guard last == 0x0A else { return self[...] }
    let rest = dropLast()
    return rest.last == 0x0D ? rest.dropLast() : rest
  }
}
