extension [UInt8] {
  package init(cString start: UnsafePointer<CChar>) {
    self = Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
  }

  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(byteCount: count + 1, alignment: 1) { room in
      room.copyBytes(from: self)
      room[count] = 0
      return room.withMemoryRebound(to: CChar.self) { chars in
        body(UnsafePointer(chars.baseAddress.unsafelyUnwrapped))
      }
    }
  }
}

extension [[UInt8]] {
  package init(
    arguments values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, count: Int32
  ) {
    self = (1..<Swift.max(1, Int(count))).compactMap { index in
      values[index].map { [UInt8](cString: $0) }
    }
  }
}
