// JSON white space: blanks (space and tab) and line breaks (LF, CR LF, CR).

extension UInt8 {
  var isBlank: Bool { self == 0x20 || self == 0x09 }

  var isLineBreak: Bool { self == 0x0A || self == 0x0D }
}

extension ArraySlice<UInt8> {
  var breaksLine: Bool { contains(where: \.isLineBreak) }

  var lineBreaks: Int {
    indices.reduce(0) { count, index in
      switch self[index] {
      case 0x0A: count + 1
      case 0x0D: index + 1 < endIndex && self[index + 1] == 0x0A ? count : count + 1
      default: count
      }
    }
  }

  /// Without blank lines and without trailing blanks of the line it ends.
  var withoutBlankLines: ArraySlice<UInt8> {
    guard let line = LineStart(endOf: self) else { return self }
    return self[(endIndex - line.indentation.count - line.lineBreak.count)...]
  }
}

/// The start of a line: the line break before it and its indentation.
struct LineStart: Equatable {
  let lineBreak: [UInt8]
  let indentation: [UInt8]

  var bytes: [UInt8] { lineBreak + indentation }

  func indented(by unit: [UInt8], _ depth: Int = 1) -> LineStart {
    let deeper = (0..<depth).reduce(indentation) { indentation, _ in indentation + unit }
    return LineStart(lineBreak: lineBreak, indentation: deeper)
  }
}

extension LineStart {
  /// The start of the line on which white space ends; nil if it has no line break.
  init?(endOf space: ArraySlice<UInt8>) {
    guard let last = space.lastIndex(where: \.isLineBreak) else { return nil }
    let isPair =
      last > space.startIndex && space[last] == 0x0A && space[last - 1] == 0x0D
    lineBreak = Array(space[(isPair ? last - 1 : last)...last])
    indentation = Array(space[(last + 1)...])
  }
}

extension Source {
  /// The blanks before an offset inside the top value; nil if other text precedes it on its line.
  func indentation(before offset: Int) -> [UInt8]? {
    guard let last = bytes[..<offset].lastIndex(where: { !$0.isBlank }), bytes[last].isLineBreak
    else { return nil }
    return Array(bytes[(last + 1)..<offset])
  }

  func indentation(ofLineAt offset: Int) -> [UInt8] {
    Array(bytes[lineStart(before: offset)..<offset].prefix { $0.isBlank })
  }

  /// The first line break of the text; LF if it has none.
  var lineBreak: [UInt8] {
    guard let first = bytes.firstIndex(where: \.isLineBreak) else { return [0x0A] }
    let isPair = bytes[first] == 0x0D && bytes[first + 1] == 0x0A
    return isPair ? [0x0D, 0x0A] : [bytes[first]]
  }
}
