import CLibrary

extension [UInt8] {
  /// Takes the bytes of a string of C.
  package init(cString start: UnsafePointer<CChar>) {
    self = Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
  }

  /// Hands them out as C has a string, with a NUL behind them.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(byteCount: count + 1, alignment: 1) { room in
      room.copyBytes(from: self)
      room[count] = 0
      return room.withMemoryRebound(to: CChar.self) { chars in
        // There is one byte at least.
        body(UnsafePointer(chars.baseAddress.unsafelyUnwrapped))
      }
    }
  }
}

extension [[UInt8]] {
  /// Takes the arguments that an entry point received, after the program's name.
  package init(
    arguments values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, count: Int32
  ) {
    self = (1..<Swift.max(1, Int(count))).compactMap { index in
      values[index].map { [UInt8](cString: $0) }
    }
  }
}
