import Cascade
import JSONSource
import TestSupport
import Testing

/// What is wrong travels as data; the words are made of it, and of nothing else.
@Suite struct DiagnosticTests {
  private func problems(_ text: String) throws -> [Diagnostic] {
    let file = SourceFile(
      path: Array("p.json".utf8), scope: .root, source: Source(Array(text.utf8)))
    return try PropertyFile(file, names: NameTable()).problems
  }

  @Test func aMisspeltDirectiveCarriesItsNameAndTheNearest() throws {
    let found = try problems(#"{"$stopp": ["a"]}"#)
    guard case .unknownDirective(let name, let nearest)? = found.first?.problem else {
      Issue.record("\(found)")
      return
    }
    #expect(name == Array("$stopp".utf8) && nearest == .stop && found.count == 1)
    #expect(found[0].message == #"unknown directive "$stopp"; the nearest is "$stop""#)
  }

  @Test func aWrongWordCarriesTheChoices() throws {
    let found = try problems(#"{"$merge": {"a": "mingle"}, "b": {"$env": "X", "type": "date"}}"#)
    guard case .wrongDetail(.merge, let strategies)? = found.first?.problem,
      case .wrongOption(.type, let types)? = found.last?.problem
    else {
      Issue.record("\(found)")
      return
    }
    #expect(strategies == ["deep", "replace", "append", "prepend", "union"])
    #expect(types == ["string", "integer", "number", "boolean", "json"])
  }

  @Test func aBadKeyCarriesItsTextAndItsError() throws {
    let found = try problems(#"{"$final": ["a..b"], "c": {"$ref": "d.*"}}"#)
    guard case .badKey(let text, let error, in: .final)? = found.first?.problem,
      case .badKey(_, let other, in: nil)? = found.last?.problem
    else {
      Issue.record("\(found)")
      return
    }
    #expect(text == Array("a..b".utf8) && error.problem == .emptyName && error.offset == 2)
    #expect(other.problem == .wildcard)
  }

  @Test func aNoteCarriesWhatStandsAtItsPlace() throws {
    do {
      _ = try problems(#"{"a": 1, "a": 2}"#)
      Issue.record("a name stands twice")
    } catch let found as Diagnostic {
      guard case .firstName? = found.notes.first?.kind, case .syntax = found.problem else {
        Issue.record("\(found)")
        return
      }
      #expect(found.notes.first?.place?.range == ByteRange(1, 4))
      #expect(found.notes.first?.message == "the first one is here")
    }
  }
}
