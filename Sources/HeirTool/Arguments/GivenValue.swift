import Cascade
import JSONSource

/// A value given on the command line: JSON where it parses as JSON, otherwise a string (W2).
struct GivenValue {
  let document: Document

  /// Why a text is no value.
  enum Problem: Error { case directive, tooDeep, notUTF8 }

  /// `text` as JSON or, where it is none, as a string.
  init(_ text: [UInt8], _ names: NameTable) throws(Problem) {
    do throws(SyntaxError) {
      document = try Document(Source(text), names: names)
    } catch {
      if case .tooDeep = error.problem { throw .tooDeep }
      var quoted: [UInt8] = []
      StringEscapes.append(text, to: &quoted)
      guard let string = try? Document(Source(quoted), names: names) else { throw .notUTF8 }
      document = string
    }
    if document.hasDirectives { throw .directive }
  }
}

extension GivenValue.Problem {
  var words: String {
    switch self {
    case .directive: "a directive in a value on the command line means nothing"
    case .tooDeep: "the value nests deeper than \(Document.deepest) levels"
    case .notUTF8: "it is not UTF-8"
    }
  }
}
