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
