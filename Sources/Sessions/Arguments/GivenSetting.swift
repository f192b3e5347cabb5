import Cascade
import JSONSource
import Legible
import Snapshots

/// One `--set KEY=VALUE` (T8).
package struct GivenSetting {
  package let key: Key
  private let number: Int
  /// An object that leads to the value along the key.
  private let document: Document

  package init(_ text: [UInt8], number: Int, _ names: NameTable) throws(Failure) {
    let equals = Self.equals(text)
    func problem(_ words: String) -> Failure {
      // The value may be a secret.
      let shown = equals.map { Array(text[..<$0].prefix(80)) + Array("=…".utf8) }
      return .message("\(Printable.quoted(Array("--set ".utf8) + (shown ?? text))): \(words)")
    }
    guard let equals else { throw problem("it takes KEY=VALUE, as in 'db.port=5432'") }
    do throws(KeyError) {
      key = try KeySyntax.key(Array(text[..<equals]), names)
    } catch { throw problem(error.words(for: Array(text[..<equals]))) }
    self.number = number
    let value: GivenValue
    do throws(GivenValue.Problem) {
      value = try GivenValue(Array(text[(equals + 1)...]), names)
    } catch { throw problem(error.words) }
    var writer = JSONWriter(.compact)
    Self.write(value.document, under: key.names[...], names, to: &writer)
    do throws(SyntaxError) {
      document = try Document(Source(writer.output), names: names)
    } catch {
      throw problem("key and value together nest deeper than \(Document.deepest) levels")
    }
  }

  /// The first `=` outside quotes; in a pointer the first of all.
  package static func equals(_ text: [UInt8]) -> Int? {
    let isPointer = text.first == UInt8(ascii: "/")
    var isQuoted = false
    var at = 0
    while at < text.count {
      switch text[at] {
      case UInt8(ascii: "=") where !isQuoted: return at
      case UInt8(ascii: "\"") where !isPointer: isQuoted.toggle()
      case UInt8(ascii: "\\") where isQuoted: at += 1
      default: break
      }
      at += 1
    }
    return nil
  }

  private static func write(
    _ value: Document, under path: ArraySlice<Name>, _ names: NameTable,
    to writer: inout JSONWriter
  ) {
    guard let name = path.first else {
      writer.value(value, 0, asWritten: true)
      return
    }
    writer.object { writer in
      let bytes = names.bytes(of: name)
      let dollar: [UInt8] = bytes.first == UInt8(ascii: "$") ? [UInt8(ascii: "$")] : []
      writer.member(dollar + bytes)
      write(value, under: path.dropFirst(), names, to: &writer)
    }
  }

  /// The setting as a file of the scope that is asked.
  package func value(in scope: Scope) -> PropertyFile {
    let file = SourceFile(
      .commandLine(number), path: Array("--set".utf8), scope: scope, source: document.source)
    return PropertyFile(file, plain: document)
  }
}
