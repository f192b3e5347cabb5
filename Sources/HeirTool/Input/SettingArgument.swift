import Cascade
import JSONSource
import SafeText
import Trees

/// A `--set KEY=VALUE` or a `--values FILE` (T8).
package struct SettingArgument {
  /// The key whose value is replaced; nil for `--values`, which merges.
  package let key: Key?
  private let home: SourceFile.TextOrigin
  private let path: [UInt8]
  private let document: Document
  /// A typed value that is not JSON, and the string it became.
  package let guess: (typed: [UInt8], value: Document)?

  package init(_ file: InputFiles.File, number: Int, _ names: NameTable) throws(Failure) {
    (key, home, path, guess) = (nil, .values(number), file.path, nil)
    let source = SourceFile(home, path: path, scope: .root, source: file.source)
    do throws(Diagnostic) {
      document = try PropertyFile(given: source, names: names).document
    } catch { throw .diagnostics([error]) }
  }

  package init(_ text: [UInt8], number: Int, _ names: NameTable) throws(Failure) {
    let equals = Self.equals(text)
    // The value may be a secret, so only the key is shown.
    let shown = equals.map { Array(text[..<$0].prefix(80)) + Array("=…".utf8) }
    let argument = Printable.quoted(Array("--set ".utf8) + (shown ?? text))
    guard let equals else {
      throw .message("\(argument): expected KEY=VALUE, such as 'db.port=5432'")
    }
    let key: Key
    do throws(KeyError) {
      key = try KeySyntax.key(Array(text[..<equals]), names)
    } catch { throw .message("\(argument): \(error.words(for: Array(text[..<equals])))") }
    (self.key, home, path) = (key, .commandLine(number), Array("--set".utf8))
    let typed = Array(text[(equals + 1)...])
    let value = try ValueArgument(typed, names, called: argument)
    guess = value.isText ? (typed, value.document) : nil
    var writer = JSONWriter(.compact)
    for name in key.names {
      writer.raw("{")
      writer.string(names.bytes(of: names.asWritten(name)))
      writer.raw(":")
    }
    writer.value(value.document, 0, asWritten: true)
    for _ in key.names { writer.raw("}") }
    do throws(SyntaxError) {
      document = try Document(Source(writer.take()), names: names)
    } catch {
      throw .message(
        "\(argument): key and value together nest deeper than \(Document.deepest) levels")
    }
  }

  /// The first `=` outside quotes; in a pointer the first `=`.
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

  package func value(in scope: Scope) -> PropertyFile {
    PropertyFile(
      SourceFile(home, path: path, scope: scope, source: document.source), plain: document)
  }
}
