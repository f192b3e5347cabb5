import Answers
import Cascade
import JSONSource
import SafeText

extension JSONWriter {
  package mutating func record(_ record: Record, _ places: PlaceFormatter, _ names: NameTable) {
    switch record {
    case .text(let text): string(text)
    case .bytes(let bytes): text(bytes)
    case .number(let number): self.number(number)
    case .flag(let isTrue): raw(isTrue ? "true" : "false")
    case .key(let key): string(names.spelling(key))
    case .plain(let shown): plain(shown, names)
    case .data(let value): self.value(value, names)
    case .items(let forEach):
      array { writer in
        forEach { item in
          writer.element()
          writer.record(item, places, names)
        }
      }
    case .object, .origin, .position, .value:
      object { $0.members(of: record, places, names) }
    }
  }

  private mutating func members(of record: Record, _ places: PlaceFormatter, _ names: NameTable) {
    switch record {
    case .object(let fields):
      for case (let label, let value?) in fields {
        if case .named(let name) = label {
          member(name)
          self.record(value, places, names)
        } else {
          members(of: value, places, names)
        }
      }
    case .origin(let place):
      switch place.file.home {
      case .tree, .former: break
      case .commandLine(let number):
        return members(of: ["commandLine": .number(number)], places, names)
      case .values(let number):
        members(of: ["commandLine": .number(number)], places, names)
        return inFile(place, places)
      case .facts:
        members(of: ["facts": true], places, names)
        return inFile(place, places)
      }
      members(of: .position(place), places, names)
      if let tree = Record.overlay(place.file.home) { members(of: tree, places, names) }
      let inclusions = places.inclusions(place.file)
      // `includedFrom` lists all inclusions, so its elements have none.
      if inclusions.isEmpty { return }
      members(of: ["includedFrom": .list(inclusions, Record.position)], places, names)
    case .position(let place):
      member("scope")
      string(place.file.scope.path)
      inFile(place, places)
    case .value(let shown):
      member(shown == .unread ? "masked" : shown.isMasked ? "secret" : "value")
      if shown.isMasked { raw("true") } else { plain(shown, names) }
    default: break
    }
  }

  private mutating func inFile(_ place: SourceRange, _ places: PlaceFormatter) {
    let (line, column) = places.position(place)
    member("file")
    text(place.file.path)
    member("line")
    number(line)
    member("column")
    number(column)
    guard let author = places.author(place) else { return }
    member("commit")
    string(author.commit)
    member("author")
    text(author.name)
    member("date")
    string(CalendarDate.text(daysSince1970: author.day))
  }

  /// Text from outside, such as file names, may be invalid UTF-8, which JSON cannot contain.
  private mutating func text(_ bytes: [UInt8]) {
    string(UTF8Sequence.isValid(bytes[...]) ? bytes : Array(Printable.string(bytes).utf8))
  }

  private mutating func plain(_ shown: ShownValue, _ names: NameTable) {
    if layout == .indented, let document = try? Document(Source(shown.text), names: names) {
      value(document, 0, asWritten: true)
    } else {
      raw(shown.text[...])
    }
  }
}
