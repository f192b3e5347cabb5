import Cascade
import JSONSource

/// A value given on the command line: JSON where it parses as JSON, otherwise a string (W2).
package struct GivenValue {
  package let document: Document
  /// Whether it is taken as a string because it is no JSON.
  package let isText: Bool

  /// Why a text is no value.
  package enum Problem: Error {
    case directive, tooDeep, notUTF8, tooLarge
    case notJSON(SyntaxError, Source)
  }

  /// `text` as JSON or, where it is none, as a string; a directive in it means nothing.
  package init(_ text: [UInt8], _ names: NameTable) throws(Problem) {
    document = try Self.guess(text, names)
    // A string is written in quotes, of which the text has none then.
    isText = document.source.count != text.count
    if document.hasDirectives { throw .directive }
  }

  /// The same, directives included.
  package static func guess(_ text: [UInt8], _ names: NameTable) throws(Problem) -> Document {
    do throws(SyntaxError) {
      return try Document(Source(text), names: names)
    } catch {
      if case .tooDeep = error.problem { throw .tooDeep }
      return try string(text, names)
    }
  }

  package static func json(_ text: [UInt8], _ names: NameTable) throws(Problem) -> Document {
    let source = Source(text)
    do throws(SyntaxError) { return try Document(source, names: names) } catch {
      throw .notJSON(error, source)
    }
  }

  /// `text` as a string, whatever it looks like.
  package static func string(_ text: [UInt8], _ names: NameTable) throws(Problem) -> Document {
    guard UTF8Sequence.isValid(text[...]) else { throw .notUTF8 }
    guard let string = try? Document(Source(StringEscapes.quoted(text)), names: names) else {
      throw .tooLarge
    }
    return string
  }
}

extension GivenValue.Problem {
  package var words: String {
    switch self {
    case .directive: "a value on the command line cannot contain directives"
    case .tooDeep: "the value nests deeper than \(Document.deepest) levels"
    case .notUTF8: "it is not UTF-8"
    case .tooLarge: "it is larger than \(Source.largest >> 20) MiB"
    case .notJSON(let error, let source):
      "it is not JSON: \(error.words(source, isOfFile: false)), at byte \(error.range.start + 1)"
    }
  }
}
