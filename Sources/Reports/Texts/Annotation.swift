import Legible

/// A remark about a line, in the form in which GitHub shows it beside the code: a workflow command.
package struct Annotation {
  package enum Level: String { case error, warning, notice }

  let level: Level
  /// The file's path and the lines, if it is about any.
  let place: (file: [UInt8], region: Region)?
  let title: String
  let message: String

  package init(
    level: Level, place: (file: [UInt8], region: Region)?, title: String, message: String
  ) {
    (self.level, self.place, self.title, self.message) = (level, place, title, message)
  }

  /// `::error file=…,line=…,title=…::message`, on one line.
  package var command: String {
    var properties: [(name: String, value: String)] = []
    if let (file, region) = place {
      properties += [("file", Printable.string(file)), ("line", String(region.startLine))]
      properties.append(("col", String(region.startColumn)))
    }
    properties.append(("title", Printable.string(title.utf8)))
    let listed = properties.map { "\($0.name)=\(Self.escaped($0.value, isProperty: true))" }
    return "::\(level.rawValue) \(listed.joined(separator: ","))"
      + "::\(Self.escaped(Printable.string(message.utf8)))\n"
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
