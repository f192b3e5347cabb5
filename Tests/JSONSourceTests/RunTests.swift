import JSONSource
import Testing

/// Strings and comments of plain bytes and one special sequence, at every offset and length.
///
/// The reader looks at several bytes at a time.
@Suite struct RunTests {
  private static let offsets = 0..<16
  private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)

  private static func spaces(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x20, count: count) }

  private func expect(
    _ text: [UInt8], isRefused problem: SyntaxError.Problem, _ place: ByteRange,
    comments: Bool = false
  ) {
    let found = JSONSourceTests.problem(in: text, allowsComments: comments)
    if found != SyntaxError(problem, place) {
      Issue.record("\(String(describing: found)) instead of \(problem) at \(place): \(text)")
    }
  }

  @Test func specialBytesOfAStringAreFoundInEveryPlace() {
    for (number, mark) in (RunMark.taken + RunMark.escapes + RunMark.refused).enumerated() {
      for offset in Self.offsets {
        for before in 0...40 {
          // The distance to the end of the text varies with the mark and the place.
          let distance = (number * 5 + offset * 7 + before) % 18
          let head = Array(Self.letters.prefix(before))
          let rest = Array(Self.letters.suffix(distance / 2))
          let start = Self.spaces(offset) + [0x22] + head
          let text = start + mark.bytes + rest + [0x22] + Self.spaces(distance - distance / 2)
          switch mark.meaning {
          case .bytes(let bytes):
            let document = try? read(text)
            if document?.plain() != .string(head + bytes + rest) { Issue.record("\(text)") }
          case .refused(let problem, let at, let length):
            let place = start.count + at
            expect(text, isRefused: problem, ByteRange(place, place + length))
          }
        }
      }
    }
  }

  @Test func specialBytesOfACommentAreFoundInEveryPlace() {
    // Bytes that end a string, and signs that end another comment.
    let plain = ["\"", "\\", "*", "/", "\t", "**", "/*"].map { Array($0.utf8) }
    let taken = plain + RunMark.taken.map(\.bytes)
    for (open, close) in [("/*", "*/1"), ("//", "\n1")] {
      for offset in Self.offsets {
        for before in 0...40 {
          let head = Self.spaces(offset) + Array(open.utf8) + Self.letters.prefix(before)
          let foot = Self.letters.suffix((offset + before) % 9) + Array(close.utf8)
          for mark in [taken[(offset * 5 + before) % taken.count], taken[before % plain.count]] {
            let text = head + mark + [0x20] + foot
            let document = try? Document(Source(text), allowsComments: true, names: NameTable())
            if document?.plain() != 1 || document?.range(0).start != text.count - 1 {
              Issue.record("\(text)")
            }
          }
          let wrong = RunMark.malformed[(offset + before) % RunMark.malformed.count]
          let place = ByteRange(head.count, head.count + 1)
          expect(head + wrong.bytes + foot, isRefused: .invalidUTF8, place, comments: true)
          for control: UInt8 in [0x00, 0x1F] {
            expect(head + [control] + foot, isRefused: .controlInComment, place, comments: true)
          }
        }
      }
    }
  }
}
