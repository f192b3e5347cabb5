import JSONSource
import Trees

/// A value from the command line: JSON if it parses, otherwise a string (W2). Messages begin with `name`.
package struct ValueArgument {
  package let document: Document
  package let isText: Bool

  /// Throws if it contains a directive.
  package init(_ text: [UInt8], _ names: NameTable, called name: String) throws(Failure) {
    document = try Self.guess(text, names, called: name)
    // Only a string has a different length, because quotes were added.
    isText = document.source.count != text.count
    if document.hasDirectives {
      throw .message("\(name): a value on the command line cannot contain directives")
    }
  }

  /// Allows directives.
  package static func guess(
    _ text: [UInt8], _ names: NameTable, called name: String
  ) throws(Failure) -> Document {
    do throws(SyntaxError) {
      return try Document(Source(text), names: names)
    } catch {
      if case .tooDeep = error.problem {
        throw .message("\(name): the value nests deeper than \(Document.deepest) levels")
      }
      return try string(text, names, called: name)
    }
  }

  package static func json(
    _ text: [UInt8], _ names: NameTable, called name: String
  ) throws(Failure) -> Document {
    let source = Source(text)
    do throws(SyntaxError) { return try Document(source, names: names) } catch {
      throw .message(
        "\(name): it is not JSON: \(error.words(source, isOfFile: false)), at byte \(error.range.start + 1)"
      )
    }
  }

  package static func string(
    _ text: [UInt8], _ names: NameTable, called name: String
  ) throws(Failure) -> Document {
    guard UTF8Sequence.isValid(text[...]) else { throw .message("\(name): it is not UTF-8") }
    guard let string = try? Document(Source(StringEscapes.quoted(text)), names: names) else {
      throw .message("\(name): it is larger than \(Source.largest >> 20) MiB")
    }
    return string
  }
}
