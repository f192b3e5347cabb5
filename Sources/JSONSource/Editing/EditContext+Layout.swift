extension EditContext {
  /// A value of several lines with the line breaks and indentation of this place.
  /// `indentation` is that of the line on which the value begins.
  func reindented(_ value: ArraySlice<UInt8>, _ indentation: [UInt8]) -> [UInt8] {
    // JSON strings contain no raw line break, so any is white space.
    guard value.breaksLine else { return Array(value) }
    let start = LineStart(lineBreak: document.source.lineBreak, indentation: indentation)
    var output: [UInt8] = []
    var depth = 0
    var isString = false
    var at = value.startIndex
    while at < value.endIndex {
      let byte = value[at]
      if !isString, byte.isBlank || byte.isLineBreak {
        let space = value[at...].prefix { $0.isBlank || $0.isLineBreak }
        at = space.endIndex
        guard space.breaksLine, at < value.endIndex else {
          output += space
          continue
        }
        let isClosing = value[at] == UInt8(ascii: "}") || value[at] == UInt8(ascii: "]")
        let inner = Array(repeatElement(unit, count: isClosing ? depth - 1 : depth).joined())
        output += start.indented(by: inner).bytes
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isString.toggle()
      case UInt8(ascii: "\\") where isString:
        output.append(byte)
        at += 1
      case UInt8(ascii: "{"), UInt8(ascii: "["): if !isString { depth += 1 }
      case UInt8(ascii: "}"), UInt8(ascii: "]"): if !isString { depth -= 1 }
      default: break
      }
      output.append(value[at])
      at += 1
    }
    return output
  }
}
