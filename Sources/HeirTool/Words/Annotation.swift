import SafeText

/// A workflow command that GitHub shows beside a line of code.
package enum Annotation {
  package enum Level: String { case error, warning, notice }

  /// For example `::error file=…,line=…,title=…::message`; `place` is nil if there is no file.
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

  /// In a property, a colon or comma would end the value.
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
