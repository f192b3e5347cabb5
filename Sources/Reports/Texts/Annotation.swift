import Legible

/// A remark about a line, in the form in which GitHub shows it beside the code: a workflow command.
package enum Annotation {
  package enum Level: String { case error, warning, notice }

  /// `::error file=…,line=…,title=…::message`, on one line; `place` is what it is about, if that is in a file.
  package static func command(
    _ level: Level, _ place: (file: [UInt8], region: Region)?, title: String, _ message: String
  ) -> String {
    var properties: [(name: String, value: String)] = []
    if let (file, region) = place {
      properties += [("file", Printable.string(file)), ("line", String(region.startLine))]
      properties.append(("col", String(region.startColumn)))
    }
    properties.append(("title", Printable.string(title.utf8)))
    let listed = properties.map { "\($0.name)=\(escaped($0.value, isProperty: true))" }
    return "::\(level.rawValue) \(listed.joined(separator: ","))"
      + "::\(escaped(Printable.string(message.utf8)))\n"
  }

  /// What the runner reads back as `text`; in a property a colon or a comma would end it.
  private static func escaped(_ text: String, isProperty: Bool = false) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      case ":" where isProperty: escaped += "%3A"
      case "," where isProperty: escaped += "%2C"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
