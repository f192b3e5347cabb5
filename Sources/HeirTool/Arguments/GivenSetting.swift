import Cascade
import JSONSource
import Legible

/// One `--set KEY=VALUE` (T8).
struct GivenSetting {
  let key: Key
  private let number: Int
  /// An object that leads to the value along the key.
  private let document: Document

  init(_ text: [UInt8], number: Int, _ names: NameTable) throws(Failure) {
    func problem(_ words: String) -> Failure {
      .message("'--set \(Printable.string(text))': \(words)")
    }
    guard let equals = Self.equals(text) else {
      throw problem("it takes KEY=VALUE, as in 'db.port=5432'")
    }
    do throws(KeyError) {
      key = try KeySyntax.key(Array(text[..<equals]), names)
    } catch { throw problem(error.words(for: Array(text[..<equals]))) }
    self.number = number
    guard UTF8Sequence.isValid(text[(equals + 1)...]) else { throw problem("it is not UTF-8") }
    guard let value = GivenValue(Array(text[(equals + 1)...]), names) else {
      throw problem("a directive in a value on the command line means nothing")
    }
    var writer = JSONWriter(.compact)
    Self.write(value.document, under: key.names[...], names, to: &writer)
    guard let document = try? Document(Source(writer.output), names: names) else {
      throw problem("key and value together nest too deep")
    }
    self.document = document
  }

  /// The first `=` outside quotes; in a pointer the first of all.
  private static func equals(_ text: [UInt8]) -> Int? {
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
  func value(in scope: Scope) -> PropertyFile {
    let file = SourceFile(
      .commandLine(number), path: Array("--set".utf8), scope: scope, source: document.source)
    return PropertyFile(file, plain: document)
  }
}
