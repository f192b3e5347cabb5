import JSONSource
import Testing

/// Runs of bytes of which none is special but one, wherever they lie: a reader that looks at several at a time
/// has to find the one in each place of its stride, and to stop where the text does.
@Suite struct RunTests {
  /// How far into the text a run begins; more than any stride is wide.
  private static let offsets = 0..<16
  private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)

  private static func spaces(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x20, count: count) }

  /// Whether the text is read as `value`, and by the naive reader, which is asked of some, likewise.
  private func expect(_ text: [UInt8], is value: PlainJSON, naively: Bool) {
    if naively, NaiveReader.read(text) != value { Issue.record("naively otherwise: \(text)") }
    do throws(SyntaxError) {
      let document = try Document(Source(text), names: NameTable())
      if document.plain() != value { Issue.record("read otherwise: \(text)") }
    } catch {
      Issue.record("refused as \(error): \(text)")
    }
  }

  private func expect(
    _ text: [UInt8], isRefused problem: SyntaxError.Problem, _ place: ByteRange,
    comments: Bool = false, naively: Bool = false
  ) {
    if naively, NaiveReader.read(text) != nil { Issue.record("naively taken: \(text)") }
    let found = JSONSourceTests.problem(in: text, allowsComments: comments)
    if found != SyntaxError(problem, place) {
      Issue.record("told \(String(describing: found)), not \(problem) at \(place): \(text)")
    }
  }

  /// A string with a mark in it, between white space.
  private func expect(
    _ mark: RunMark, offset: Int, before: Int, behind: Int, tail: Int, naively: Bool
  ) {
    let head = Self.letters.prefix(before)
    let rest = Self.letters.suffix(behind)
    var text = Self.spaces(offset)
    text.append(0x22)
    text += head
    text += mark.bytes
    text += rest
    text.append(0x22)
    text += Self.spaces(tail)
    switch mark.meaning {
    case .bytes(let bytes): expect(text, is: .string(head + bytes + rest), naively: naively)
    case .refused(let problem, let at, let length):
      let start = offset + 1 + before + at
      expect(text, isRefused: problem, ByteRange(start, start + length), naively: naively)
    }
  }

  @Test func aStringOfAnyLengthIsReadWhereverItBeginsAndHoweverSoonTheTextEnds() {
    for offset in Self.offsets {
      for length in 0...40 {
        for tail in 0...17 {
          expect(
            RunMark.taken[0], offset: offset, before: length, behind: 0, tail: tail,
            naively: (offset + length + tail) % 31 == 0)
        }
      }
    }
  }

  @Test func whatIsSpecialInAStringIsFoundInEveryPlaceOfIt() {
    var count = 0
    for (number, mark) in (RunMark.taken.dropFirst() + RunMark.escapes + RunMark.refused)
      .enumerated()
    {
      for offset in Self.offsets {
        for before in 0...40 {
          count += 1
          // Each mark with another distance to the text's end, so that all of them come together with all.
          let distance = (number * 5 + offset * 7 + before) % 18
          expect(
            mark, offset: offset, before: before, behind: distance / 2,
            tail: distance - distance / 2,
            naively: count % 41 == 0)
        }
      }
    }
  }

  @Test func whatIsSpecialIsFoundAtEveryDistanceFromTheEnd() {
    let marks = [RunMark.taken[6], RunMark.taken[14], RunMark.escapes[5]] + RunMark.refused
    for (number, mark) in marks.enumerated() {
      for before in 0...17 {
        for distance in 0...17 {
          expect(
            mark, offset: (before * 3 + distance + number) % 16, before: before, behind: distance,
            tail: 0, naively: false)
        }
      }
    }
  }

  @Test func aStringThatDoesNotEndIsToldWhereItBeginsAtEveryLength() {
    for offset in Self.offsets {
      for length in 0...40 {
        for end in ["", "\\", "\\u", "\\u00", "\\ud83d\\ud"] {
          let text = Self.spaces(offset) + [0x22] + Self.letters.prefix(length) + Array(end.utf8)
          expect(text, isRefused: .unterminatedString, ByteRange(offset, offset + 1))
        }
      }
    }
  }

  @Test func namesThatDifferInOneByteOrInLengthAloneAreToldApart() throws {
    var names: [[UInt8]] = []
    for length in 0...40 {
      let plain = [UInt8](repeating: UInt8(ascii: "a"), count: length)
      names.append(plain)
      for place in plain.indices {
        var other = plain
        other[place] = UInt8(ascii: "b")
        names.append(other)
      }
    }
    let members = names.map { [0x22] + $0 + Array("\":0".utf8) }
    for offset in Self.offsets {
      var text = Self.spaces(offset)
      text.append(UInt8(ascii: "{"))
      var starts: [Int] = []
      for member in members {
        starts.append(text.count)
        text += member
        text.append(UInt8(ascii: ","))
      }
      text[text.count - 1] = UInt8(ascii: "}")
      expect(
        text, is: .object(names.map { .init(name: $0, value: .number([0x30])) }),
        naively: offset == 0)
      // Any of them once more.
      for number in stride(from: offset, to: names.count, by: 97) {
        let again = text.dropLast() + [UInt8(ascii: ",")] + members[number] + [UInt8(ascii: "}")]
        let length = names[number].count + 2
        let first = ByteRange(starts[number], starts[number] + length)
        expect(
          Array(again), isRefused: .duplicateName(first: first),
          ByteRange(text.count, text.count + length))
      }
    }
  }

  @Test func numbersOfAnyLengthEndWhereTheirDigitsDo() {
    let shapes: [(String, String)] = [
      ("", ""), ("-", ""), ("0.", ""), ("1e", ""), ("-2", ".5E+10"),
    ]
    for offset in Self.offsets {
      for length in 1...40 {
        for (number, (head, foot)) in shapes.enumerated() {
          let digits = (0..<length).map { UInt8(ascii: "1") + UInt8($0 % 9) }
          let spelling = Array(head.utf8) + digits + Array(foot.utf8)
          let text = Self.spaces(offset) + spelling
          let naively = (offset + length) % 13 == 0
          expect(
            text + Self.spaces((offset + length) % 18), is: .number(spelling), naively: naively)
          expect(
            [UInt8(ascii: "[")] + text + Array(",0]".utf8),
            is: .array([.number(spelling), .number([0x30])]), naively: naively)
          let end = text.count
          let wrong = [UInt8(ascii: "x"), 0x00, UInt8(ascii: "/"), UInt8(ascii: ":")][
            (length + number) % 4]
          expect(
            text + [wrong], isRefused: wrong == UInt8(ascii: "/") ? .comment : .expected(.end),
            ByteRange(end, end + 1))
        }
      }
    }
  }

  @Test func whiteSpaceOfAnyLengthEndsBeforeWhatIsNone() {
    let blanks: [UInt8] = [0x20, 0x0A, 0x0D, 0x09]
    let others: [UInt8] = [0x00, 0x08, 0x0B, 0x0C, 0x0E, 0x1F, 0x21, 0x7F]
    for offset in Self.offsets {
      for length in 0...40 {
        let run = (0..<length).map { blanks[($0 * 3 + $0 / 4 + offset) % 4] }
        let text = Self.spaces(offset) + Array("[1".utf8) + run
        let tail = Array(run.suffix((offset + length) % 18))
        let naively = (offset + length) % 13 == 0
        let one = PlainJSON.number([0x31])
        expect(text + [UInt8(ascii: "]")] + tail, is: .array([one]), naively: naively)
        expect(
          text + [UInt8(ascii: ",")] + run + Array("1]".utf8), is: .array([one, one]),
          naively: naively)
        for other in others {
          expect(
            text + [other] + tail, isRefused: .expected(.commaOrBracket),
            ByteRange(text.count, text.count + 1))
        }
        expect(
          text + [0xC2, 0xA0], isRefused: .expected(.commaOrBracket),
          ByteRange(text.count, text.count + 1))
      }
    }
  }

  @Test func whatIsSpecialInACommentIsFoundInEveryPlaceOfIt() {
    // What a comment holds besides: bytes that end a string, and signs that end another comment.
    let plain = ["\"", "\\", "*", "/", "\t", "**", "/*"].map { Array($0.utf8) }
    let taken = plain + RunMark.taken.map(\.bytes)
    for (open, close) in [("/*", "*/"), ("//", "\n")] {
      for offset in Self.offsets {
        for before in 0...40 {
          let head = Self.spaces(offset) + Array(open.utf8) + Self.letters.prefix(before)
          let foot =
            Self.letters.suffix((offset + before) % 9) + Array(close.utf8) + Array("1".utf8)
          for mark in [taken[(offset * 5 + before) % taken.count], taken[before % plain.count]] {
            let text = head + mark + [0x20] + foot
            let document = try? Document(Source(text), allowsComments: true, names: NameTable())
            if document?.plain() != .number([0x31]) || document?.range(0).start != text.count - 1 {
              Issue.record("\(text)")
            }
          }
          let wrong = RunMark.malformed[(offset + before) % RunMark.malformed.count]
          let place = ByteRange(head.count, head.count + 1)
          expect(head + wrong.bytes + foot, isRefused: .invalidUTF8, place, comments: true)
          for control: UInt8 in [0x00, 0x1F] {
            expect(head + [control] + foot, isRefused: .controlInComment, place, comments: true)
          }
          if open == "/*" {
            expect(
              head, isRefused: .unterminatedComment, ByteRange(offset, offset + 2), comments: true)
          }
        }
      }
    }
  }
}
