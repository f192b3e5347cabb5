import Cascade
import JSONSource

/// A value from the command line: JSON if it parses, otherwise a string (W2).
package struct ValueArgument {
  package let document: Document
  package let isText: Bool

  package enum Problem: Error {
    case directive, tooDeep, notUTF8, tooLarge
    case notJSON(SyntaxError, Source)
  }

  /// Throws if it contains a directive.
  package init(_ text: [UInt8], _ names: NameTable) throws(Problem) {
    document = try Self.guess(text, names)
    // Only a string has a different length, because quotes were added.
    isText = document.source.count != text.count
    if document.hasDirectives { throw .directive }
  }

  /// Allows directives.
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

  package static func string(_ text: [UInt8], _ names: NameTable) throws(Problem) -> Document {
    guard UTF8Sequence.isValid(text[...]) else { throw .notUTF8 }
    guard let string = try? Document(Source(StringEscapes.quoted(text)), names: names) else {
      throw .tooLarge
    }
    return string
  }
}

extension ValueArgument.Problem {
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
