import JSONSource
import TestSupport
import Testing

@Suite struct WriterTests {
  private static func written(
    _ document: Document, _ layout: JSONWriter.Layout, sorted: Bool = false, asWritten: Bool = false
  ) -> [UInt8] {
    var writer = JSONWriter(layout, sorted: sorted)
    writer.value(document, 0, asWritten: asWritten)
    return writer.take()
  }

  private static func compact(_ text: String, sorted: Bool = false, asWritten: Bool = false) throws
    -> String
  {
    let output = written(try read(text), .compact, sorted: sorted, asWritten: asWritten)
    return String(decoding: output, as: UTF8.self)
  }

  private static func write(_ value: PlainValue, to writer: inout JSONWriter) {
    switch value {
    case .object(let members):
      writer.object { writer in
        for member in members {
          writer.member(member.name.bytes)
          write(member.value, to: &writer)
        }
      }
    case .array(let elements):
      writer.array { writer in
        for element in elements {
          writer.element()
          write(element, to: &writer)
        }
      }
    case .string(let text): writer.string(text)
    case .number, .bool, .null: writer.raw(Array(value.compact.utf8)[...])
    }
  }

  @Test(arguments: [JSONWriter.Layout.compact, .indented])
  func writtenValuesAreReadBack(_ layout: JSONWriter.Layout) throws {
    var random = SplitMix64(seed: 31)
    for _ in 0..<400 {
      let value = PlainValue.random(&random, depth: 4)
      var writer = JSONWriter(layout)
      Self.write(value, to: &writer)
      let text = writer.take()
      let document = try read(text)
      #expect(document.plain() == value && NaiveReader.read(text) == value)
      // Writing the document gives the very bytes again.
      #expect(Self.written(document, layout) == text)
      let respelled = try read(value.text(respelling: &random))
      let again = try read(Self.written(respelled, layout, asWritten: true))
      #expect(again.plain() == respelled.plain())
    }
  }

  @Test(arguments: [JSONWriter.Layout.compact, .indented])
  func sortedMembersStandInTheOrderOfTheirBytes(_ layout: JSONWriter.Layout) throws {
    var random = SplitMix64(seed: 32)
    for _ in 0..<200 {
      let value = PlainValue.random(&random, depth: 4)
      let output = Self.written(try read(value.text()), layout, sorted: true)
      #expect(try read(output).plain() == value.sorted)
      #expect(Self.written(try read(output), layout, sorted: true) == output)
    }
  }

  @Test func onlyNecessaryEscapesAreWritten() {
    for byte in UInt8.min..<0x80 {
      let expected =
        switch byte {
        case 0x22: #"\""#
        case 0x5C: #"\\"#
        case 0x08: #"\b"#
        case 0x09: #"\t"#
        case 0x0A: #"\n"#
        case 0x0C: #"\f"#
        case 0x0D: #"\r"#
        case 0..<0x10: "\\u000" + String(byte, radix: 16)
        case 0..<0x20: "\\u00" + String(byte, radix: 16)
        default: String(UnicodeScalar(byte))
        }
      var writer = JSONWriter(.compact)
      writer.string([0x61, byte, 0x62])
      let text = writer.take()
      #expect(String(decoding: text, as: UTF8.self) == "\"a\(expected)b\"")
    }
    var writer = JSONWriter(.compact)
    writer.string("é\u{2028}\u{2029}😀/\u{7F}")
    let text = writer.take()
    #expect(String(decoding: text, as: UTF8.self) == "\"é\u{2028}\u{2029}😀/\u{7F}\"")
  }

  @Test func namesAreWrittenEscapedOrAsSpelled() throws {
    let text =
      #"{"$comment":"x","$$a":{"$comment":1,"$$$b":[{"$$c":"\u0041\/"}]},"\u0024\u0024d":1}"#
    #expect(try Self.compact(text) == #"{"$a":{"$$b":[{"$c":"A/"}]},"$d":1}"#)
    #expect(
      try Self.compact(text, asWritten: true)
        == #"{"$comment":"x","$$a":{"$comment":1,"$$$b":[{"$$c":"A/"}]},"$$d":1}"#)
    #expect(try Self.compact(#"{"$ref":"b.c"}"#, asWritten: true) == #"{"$ref":"b.c"}"#)
  }
}
