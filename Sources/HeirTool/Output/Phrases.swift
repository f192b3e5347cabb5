import Answers
import Cascade
import JSONSource
import SafeText

extension Scope {
  package var text: String { Self.text(path) }

  /// The scope and all its descendants (D250).
  var tree: [UInt8] { (depth == 0 ? [] : path) + Array("/**".utf8) }

  /// A path, as a JSON string if a line cannot show it literally (D249).
  static func text(_ path: [UInt8]) -> String {
    let shown = Printable.string(path)
    return shown.utf8.elementsEqual(path) ? shown : Printable.string(StringEscapes.quoted(path))
  }
}

extension NameTable {
  package func text(_ directive: Directive, _ pattern: KeyPattern) -> String {
    "\(directive.rawValue) \(text(pattern))"
  }

  /// `$pass` has the passed keys instead of its object.
  package func text(_ marker: Marker) -> String {
    guard marker.directive == .pass else { return text(marker.directive, marker.pattern) }
    if marker.passed.isEmpty { return "$pass []\(place(marker.pattern, " in "))" }
    return "$pass \(Printable.listed(marker.passed.lazy.map { self.text($0.pattern) }, most: 8))"
  }

  func place(_ object: KeyPattern, _ word: String) -> String {
    object.parts.isEmpty ? "" : word + text(object)
  }

  package func text(_ pattern: KeyPattern) -> String {
    String(decoding: shown(pattern), as: UTF8.self)
  }
}

extension ShownValue {
  package var string: String { Printable.string(text) }
}

extension ValueCursor {
  /// `…` if the value cannot be evaluated.
  package var text: String { shown?.string ?? "…" }
}

func reasons(because: [UInt8]?, until: [UInt8]?) -> [String] {
  [
    because.map { "because: \(Printable.excerpt($0))" },
    until.map { "until \(Printable.string($0))" },
  ].compactMap { $0 }
}

/// A workflow command that GitHub shows beside a line of code.
enum Annotation {
  /// For example `::error file=…,line=…,title=…::message`; `place` is nil if there is no file.
  static func command(
    _ severity: Diagnostic.Severity, _ place: FilePosition?, title: String, _ message: String
  ) -> String {
    let level = severity == .note ? "notice" : severity.rawValue
    let position = place.map {
      "file=\(escaped($0.file, isProperty: true)),line=\($0.line),col=\($0.column),"
    }
    let title = escaped(title.utf8, isProperty: true)
    return "::\(level) \(position ?? "")title=\(title)::\(escaped(message.utf8))\n"
  }

  /// In a property, a colon or comma would end the value.
  private static func escaped(_ text: some Sequence<UInt8>, isProperty: Bool = false) -> String {
    Printable.string(text).unicodeScalars.map { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      case ":" where isProperty: "%3A"
      case "," where isProperty: "%2C"
      default: String(scalar)
      }
    }.joined()
  }
}
