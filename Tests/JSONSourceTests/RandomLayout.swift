import TestSupport

/// A way to lay out a document: one kept throughout, or another at every place.
struct RandomLayout {
  private var seed: UInt64
  private var unit: String
  private var lineBreak: String
  private var colon: String
  private var padding: String
  private var isCommaFirst: Bool
  /// How often in a hundred an object that could stand on several lines stands on one.
  private var oneLine: Int
  /// How often in a hundred white space is any.
  private var chaos: Int
  /// How often in a hundred a name is spelled with escapes.
  private var escapes: Int
  private var hasMark: Bool
  private var end: String

  static func random(_ random: inout SplitMix64) -> RandomLayout {
    func one<T>(of choices: [T]) -> T {
      choices[Int.random(in: 0..<choices.count, using: &random)]
    }
    let lineBreak = one(of: ["\n", "\n", "\r\n", "\r"])
    return RandomLayout(
      seed: UInt64.random(in: 0...UInt64.max, using: &random),
      unit: one(of: ["  ", "    ", "\t", "   ", ""]), lineBreak: lineBreak,
      colon: one(of: [": ", ":", " : ", " :", ":  "]), padding: one(of: ["", " ", "\t"]),
      isCommaFirst: Int.random(in: 0..<5, using: &random) == 0, oneLine: one(of: [0, 30, 100]),
      chaos: one(of: [0, 0, 20, 100]), escapes: one(of: [0, 0, 30]),
      hasMark: Int.random(in: 0..<8, using: &random) == 0, end: one(of: ["", lineBreak, " \n\n"]))
  }

  func text(_ tree: PlainValue) -> [UInt8] {
    var writer = LayoutWriter(layout: self, random: SplitMix64(seed: seed))
    if hasMark { writer.output = [0xEF, 0xBB, 0xBF] }
    writer.value(tree, indentation: "")
    writer.space(end)
    return writer.output
  }

  private struct LayoutWriter {
    let layout: RandomLayout
    var random: SplitMix64
    var output: [UInt8] = []

    private mutating func chance(_ percent: Int) -> Bool {
      Int.random(in: 0..<100, using: &random) < percent
    }

    mutating func space(_ usual: String) {
      let others = [
        "", " ", "\n", "\r\n", "\t", "\n\n  ", "  \n", "\r", "\n\t", " \r\n\r\n ", "\n    ",
      ]
      let any = others[Int.random(in: 0..<others.count, using: &random)]
      output += Array((chance(layout.chaos) ? any : usual).utf8)
    }

    mutating func value(_ value: PlainValue, indentation: String) {
      switch value {
      case .object(let members):
        items(members.count, "{", "}", indentation) { writer, index, inner in
          writer.name(members[index].name.bytes)
          writer.colon()
          writer.value(members[index].value, indentation: inner)
        }
      case .array(let elements):
        items(elements.count, "[", "]", indentation) { writer, index, inner in
          writer.value(elements[index], indentation: inner)
        }
      default: output += value.text()
      }
    }

    private mutating func colon() {
      let parts = layout.colon.split(separator: ":", omittingEmptySubsequences: false)
      space(String(parts[0]))
      output.append(0x3A)
      space(String(parts[1]))
    }

    private mutating func name(_ name: [UInt8]) {
      guard chance(layout.escapes) else {
        output += PlainValue.string(name).text()
        return
      }
      output.append(0x22)
      for unit in String(decoding: name, as: UTF8.self).utf16 {
        let digits = String(unit, radix: 16)
        output += Array("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
      }
      output.append(0x22)
    }

    private mutating func items(
      _ count: Int, _ opener: String, _ closer: String, _ indentation: String,
      _ item: (inout LayoutWriter, Int, String) -> Void
    ) {
      let isOneLine = chance(layout.oneLine) || (count == 0 && chance(70))
      let inner = indentation + (layout.isCommaFirst ? "" : layout.unit)
      output += Array(opener.utf8)
      for index in 0..<count {
        if isOneLine {
          if index > 0 { output.append(0x2C) }
          space(index > 0 ? " " : layout.padding)
        } else if layout.isCommaFirst {
          if index > 0 {
            space(layout.lineBreak + indentation)
            output.append(0x2C)
          }
          space(" ")
        } else {
          if index > 0 {
            space("")
            output.append(0x2C)
          }
          space(layout.lineBreak + inner)
        }
        item(&self, index, inner)
      }
      space(isOneLine ? layout.padding : layout.lineBreak + indentation)
      output += Array(closer.utf8)
    }
  }
}
