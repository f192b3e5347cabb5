import Answers
import Cascade
import JSONSource

extension JSONWriter {
  /// Writes a record; `places` tells where things stand, `names` how keys are spelled.
  package mutating func record(_ record: Record, _ places: PlaceText, _ names: NameTable) {
    switch record {
    case .text(let text): string(text)
    case .bytes(let bytes): string(bytes)
    case .number(let number): output.append(contentsOf: String(number).utf8)
    case .flag(let isTrue): raw(isTrue ? "true" : "false")
    case .key(let key): string(names.spelling(key))
    case .plain(let shown): plain(shown, names)
    case .data(let value): self.value(value, names)
    case .scopes(let set, let paths):
      array { writer in
        let separator = writer.separator
        for run in set.runs { writer.elements(written: paths.elements(run, separator: separator)) }
      }
    case .items(let forEach):
      array { writer in
        forEach { item in
          writer.element()
          writer.record(item, places, names)
        }
      }
    case .object, .joined, .origin, .value: object { $0.members(of: record, places, names) }
    }
  }

  private mutating func members(of record: Record, _ places: PlaceText, _ names: NameTable) {
    switch record {
    case .object(let fields):
      for case (let name, let value?) in fields {
        member(name)
        self.record(value, places, names)
      }
    case .joined(let parts): for case let part? in parts { members(of: part, places, names) }
    case .origin(let place): members(of: places.record(place), places, names)
    case .value(let shown):
      member(shown.isMasked ? "secret" : "value")
      if shown.isMasked { raw("true") } else { plain(shown, names) }
    default: break
    }
  }

  private mutating func plain(_ shown: ShownValue, _ names: NameTable) {
    if layout == .indented, let document = try? Document(Source(shown.text), names: names) {
      value(document, 0, asWritten: true)
    } else {
      output += shown.text
    }
  }
}
