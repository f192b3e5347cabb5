import Cascade
import JSONSource
import Legible

/// Places as people and editors read them; each file's lines are counted once.
final class PlaceText {
  private let prefix: [UInt8]
  private var maps: [ObjectIdentifier: LineMap] = [:]

  init(_ session: Session) {
    prefix = session.shownRoot
  }

  func map(_ file: SourceFile) -> LineMap {
    let id = ObjectIdentifier(file.source)
    if let known = maps[id] { return known }
    let map = LineMap(file.source)
    maps[id] = map
    return map
  }

  func position(_ place: Place) -> (line: Int, column: Int) {
    map(place.file).position(of: place.range.start)
  }

  /// `config/prod/db.json`, with what a terminal would obey escaped.
  func path(_ path: [UInt8]) -> String {
    Printable.string(prefix + path)
  }

  /// `config/prod/db.json:4:13`.
  func text(_ place: Place) -> String {
    let (line, column) = position(place)
    return "\(path(place.file.path)):\(line):\(column)"
  }
}

extension JSONWriter {
  /// Writes the members of an ORIGIN: scope, file, line, column.
  mutating func originMembers(_ place: Place, _ places: PlaceText) {
    let (line, column) = places.position(place)
    member("scope")
    string(place.file.scope.path)
    member("file")
    string(place.file.path)
    member("line")
    number(line)
    member("column")
    number(column)
  }

  mutating func origin(_ place: Place, _ places: PlaceText) {
    object { $0.originMembers(place, places) }
  }

  mutating func number(_ value: Int) {
    output.append(contentsOf: String(value).utf8)
  }
}
