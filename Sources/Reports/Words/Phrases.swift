import Answers
import Cascade
import JSONSource
import Legible

extension Scope {
  /// Its path on one line, as a SCOPE argument takes it.
  package var text: String { Self.text(path) }

  /// What stands for it and all scopes below it (D250).
  var tree: [UInt8] { (depth == 0 ? [] : path) + Array("/**".utf8) }

  /// A path as it is or, where a line cannot show it so, as a JSON string (D249).
  static func text(_ path: [UInt8]) -> String {
    let shown = Printable.string(path)
    if shown.utf8.elementsEqual(path) { return shown }
    var quoted: [UInt8] = []
    StringEscapes.append(path, to: &quoted)
    return Printable.string(quoted)
  }
}

extension NameTable {
  /// `$stop db.host`: a directive with what it names.
  package func text(_ directive: Directive, _ pattern: KeyPattern) -> String {
    "\(directive.rawValue) \(text(pattern))"
  }

  /// The same of a marker; where certain keys alone go down, the first of these.
  package func text(_ marker: Marker) -> String {
    guard marker.directive == .pass else { return text(marker.directive, marker.pattern) }
    if marker.passed.isEmpty { return "$pass []\(place(marker.pattern, " in "))" }
    return "$pass \(Printable.listed(marker.passed.lazy.map { self.text($0.pattern) }, most: 8))"
  }

  /// An object with a word before it; nothing for the top one.
  func place(_ object: KeyPattern, _ word: String) -> String {
    object.parts.isEmpty ? "" : word + text(object)
  }

  package func text(_ pattern: KeyPattern) -> String {
    String(decoding: shown(pattern), as: UTF8.self)
  }
}

extension ShownValue {
  /// The value on one line, as people read it.
  package var string: String { Printable.string(text) }
}

extension ValueCursor {
  /// The same of a value in a scope; nothing is shown of one that cannot be worked out.
  package var text: String { shown?.string ?? "…" }
}

/// Why and until when something overrides, as its scope says.
func reasons(because: [UInt8]?, until: [UInt8]?) -> [String] {
  [
    because.map { "because: \(Printable.excerpt($0))" },
    until.map { "until \(Printable.string($0))" },
  ].compactMap { $0 }
}
