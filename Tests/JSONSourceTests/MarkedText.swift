import JSONSource
import Testing

/// A source written readably: `⟨FF 00⟩` stands for bytes, `«…»` marks a place, `‹…›` another one.
struct MarkedText {
  private(set) var bytes: [UInt8] = []
  private(set) var place: ByteRange?
  private(set) var related: ByteRange?

  init(_ text: String) {
    var start = 0
    var relatedStart = 0
    var hex: String?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "«": start = bytes.count
      case "»": place = ByteRange(start, bytes.count)
      case "‹": relatedStart = bytes.count
      case "›": related = ByteRange(relatedStart, bytes.count)
      case "⟨": hex = ""
      case "⟩":
        bytes += (hex ?? "").split(separator: " ").compactMap { UInt8($0, radix: 16) }
        hex = nil
      default:
        if hex != nil {
          hex?.unicodeScalars.append(scalar)
        } else {
          bytes += Array(String(scalar).utf8)
        }
      }
    }
  }
}

/// What is wrong with `bytes`, or nil when they are JSON.
func problem(in bytes: [UInt8], allowsComments: Bool = false) -> SyntaxError? {
  do throws(SyntaxError) {
    _ = try Document(Source(bytes), allowsComments: allowsComments, names: NameTable())
    return nil
  } catch {
    return error
  }
}

func problem(in text: String) -> SyntaxError? { problem(in: MarkedText(text).bytes) }

func read(_ bytes: [UInt8], _ names: NameTable = NameTable()) throws -> Document {
  try Document(Source(bytes), names: names)
}

func read(_ text: String, _ names: NameTable = NameTable()) throws -> Document {
  try read(MarkedText(text).bytes, names)
}

/// A source that is refused: `«…»` marks the place of the error, `‹…›` the place that it refers to.
struct Refusal: Sendable, CustomTestStringConvertible {
  let text: String
  let problem: @Sendable (ByteRange) -> SyntaxError.Problem
  var testDescription: String { text }

  init(_ text: String, _ problem: SyntaxError.Problem) {
    self.text = text
    self.problem = { _ in problem }
  }

  init(_ text: String, about problem: @escaping @Sendable (ByteRange) -> SyntaxError.Problem) {
    self.text = text
    self.problem = problem
  }

  /// Expects what is wrong with it, in its place.
  func expect(allowsComments: Bool = false) {
    let marked = MarkedText(text)
    let found = JSONSourceTests.problem(in: marked.bytes, allowsComments: allowsComments)
    #expect(found?.problem == problem(marked.related ?? ByteRange(0, 0)), "\(text)")
    if let place = marked.place { #expect(found?.range == place, "\(text)") }
  }
}
