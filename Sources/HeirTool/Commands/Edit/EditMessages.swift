import Cascade
import Edits
import Files
import JSONSource
import Output
import SafeText
import Trees

// Messages about an edit: refusals, edits without effect, and the resulting value.
extension EditRun {
  private var places: PlaceFormatter { console.places }
  private var names: NameTable { context.names }
  private var scopeText: String { scope.text }

  // MARK: Refusals

  func failure(_ refusal: EditRefusal) -> Failure {
    let text = names.text(key)
    func message(_ words: String, _ notes: String?...) -> Failure {
      .message("\(words); nothing is written", notes: notes.compactMap(\.self))
    }
    switch refusal {
    case .failed(let failure): return failure
    case .doubtful(let doubt, let typed, let kind, let json, let isSecret):
      let guess = GuessMessages(
        doubt: doubt, typed: typed, kind: kind, key: text, places: places, isSecret: isSecret)
      return message(
        guess.reason, guess.respelled(null: "--as-json null"), guess.options(json: json))
    case .noPropertyFile(let name, _) where name.contains(UInt8(ascii: "/")):
      return .message(
        "'--file' takes a file name in the scope's directory, not a path")
    case .noPropertyFile(let name, let patterns):
      let all = patterns.map { Printable.quoted($0) }.joined(separator: ", ")
      return .message(
        "\(Printable.quoted(name)) is not a property file's name",
        notes: ["property files match \(all); choose a name with '--file'"])
    case .broken(let diagnostics): return .diagnostics(diagnostics)
    case .brokenByEdit(let diagnostics):
      return .several(
        diagnostics.map { problem in
          let place = problem.place.map { " (at \(places.text($0)) of the new text)" } ?? ""
          return message("\(problem.message)\(place)")
        })
    case .tie(let files):
      let shown = files.map { Printable.quoted($0) }.joined(separator: ", ")
      return message(
        "\(text) fits several files of \(scopeText): \(shown)",
        "choose one with '--file NAME'")
    case .overridden(let place):
      return message(
        "a later file of \(scopeText) would override it, at \(places.text(place))",
        "name that file with '--file'")
    case .membersAdded(let key, let place):
      return message(
        "\(names.text(key)) would differ from VALUE: its members at "
          + "\(places.text(place)) would merge",
        "set the members one by one")
    case .containsDirective(let key, let place):
      return message(
        "the edit would remove a directive in \(names.text(key)), at \(places.text(place))",
        "set the members one by one, or remove the directive first")
    case .reasonOverridden(let place):
      return message(
        "a later file of \(scopeText) overrides this for \(text), at \(places.text(place))",
        "name that file with '--file'")
    case .through(let around, let place, let isComputed):
      let what = isComputed ? "computed" : "not an object"
      return message(
        "\(text) is inside \(names.text(around)), which is \(what) at \(places.text(place))",
        "set \(names.text(around)) as a whole")
    case .mergedArray(let array, let places):
      let parts = places.prefix(3).map(self.places.text).joined(separator: ", ")
      return message(
        "\(text) is an element of \(names.text(array)), which several levels merge",
        "its elements are set at \(parts)",
        "set \(names.text(array)) to the elements of \(scopeText) alone")
    case .arrayElsewhere(let array, let place, let isSet):
      let isHere = place.file.scope == scope
      let who = isHere ? "another file of \(scopeText) sets" : "\(scopeText) does not set"
      return message(
        "\(text) is an element of \(names.text(array)), which \(who)",
        "it is set at \(places.text(place))", other(place, isSet: isSet))
    case .noElement(let array, let count):
      let has = count.map { "has \(Printable.count($0, "element"))" } ?? "has fewer elements"
      return message("\(text) does not exist: \(names.text(array)) \(has)")
    case .misplacedEnd:
      return message(
        "'+' in \(text) is not an existing element",
        "'+' appends an element as the last name of a key of 'heir set'")
    case .noArray(let array):
      return message(
        "\(text) appends to an array, but \(names.text(array)) has no value in \(scopeText)",
        "set \(names.text(array)) as a whole")
    case .elementNamed(let array, let isStop):
      let array = names.text(array)
      return message(
        "\(text) is an element of \(array), but directives name members only",
        isStop
          ? "stop \(array), or remove elements of it with \"$remove\""
          : "declare \(array); '*' in '--secret' matches every element")
    case .noIndex(let array, let name):
      return message(
        "\(Printable.quoted(names.bytes(of: name))) in \(text) is not an index of the array \(names.text(array))",
        "elements are numbered from 0; '+' appends an element")
    case .listExists(let place):
      return message("there is a list of keys at \(places.text(place))", "remove it first")
    case .notAList(let place):
      return message("the value at \(places.text(place)) is not a list")
    case .tooDeep(let limit): return message("\(text) would nest deeper than \(limit) levels")
    case .tooLarge(let limit):
      return message("the file would be larger than \(limit >> 20) MiB")
    case .final(let refused, let place):
      return message(
        "\(Printable.excerpt(refused)) is final: \(scopeText) cannot change it",
        "it is declared final at \(places.text(place))")
    case .nothingToStop:
      let asked = try? context.scope(scope, at: context.present, isVirtual: true)
      let unknown = asked.flatMap { $0.view.mentions(key) ? nil : $0 }
      let hints = unknown.map { context.hints(for: key, in: [$0]) } ?? []
      return .message(
        "\(scopeText) inherits no value of \(text); nothing is written",
        notes: hints + ["'--force' writes the stop anyway"])
    case .past(let day):
      return message(
        "the day of '--until' is past: \(Printable.string(day))",
        "days are in UTC; the earliest is today")
    case .type(let problem, let declared):
      return message(
        problem.message, declared.map { "the type is declared at \(places.text($0))" })
    case .unknown(let problem):
      return .message(
        "\(problem.message); nothing is written", notes: problem.notes.map(places.text))
    }
  }

  private func other(_ place: SourceRange, isSet: Bool) -> String {
    if place.file.includedFrom != nil { return "heir does not edit included files" }
    if place.file.scope == scope { return "leave out '--file', or name that file" }
    let line =
      [Array("heir".utf8), Array((isSet ? "set" : "unset").utf8), place.file.scope.path]
      + [names.spelling(key)] + (isSet ? [Array("VALUE".utf8)] : [])
    return ShellWords.text(line).map { "'\($0)' edits it there, for all scopes that inherit it" }
      ?? "edit it there, for all scopes that inherit it"
  }

  // MARK: Edits without effect

  /// `wider` is the place of a wider entry that already covers the key.
  func same(_ edit: KeyEdit, by wider: SourceRange?) -> String {
    let place = wider.map { places.text($0) }
    switch edit {
    case .declare:
      let by = place.map { ", at \($0)" } ?? ""
      if pattern.parts.isEmpty { return "\(scopeText) is already closed\(by)" }
      return "\(scopeText) already declares this for \(names.text(pattern))\(by)"
    case .stop:
      let by = place.map { ", by the wider stop at \($0)" } ?? ""
      return "\(scopeText) already stops \(names.text(key))\(by)"
    case .set, .unset, .resume:
      return "\(scopeText) already sets \(names.text(key)) to this value"
    }
  }

  func notes(
    _ nothing: EditResult.Nothing, _ plan: EditPlan, _ mask: Mask, _ keys: SecretKeys
  ) -> [String] {
    let (edit, asked) = (plan.request.edit, plan.scopes.from)
    let text = names.text(key)
    let unknown = unknown(plan)
    var holding = unknown.map { [$0] } ?? []
    if case .unset = edit, unknown == nil { holding = [now(key, asked, mask, keys)] }
    switch nothing {
    case .included(let place):
      let one =
        "\(scopeText) includes it from \(places.text(place)); heir does not edit included files"
      return [one] + holding
    case .elsewhere(let place):
      return ["it is not in the file of '--file', but at \(places.text(place))"] + holding
    case .notDeclared:
      let what = pattern.parts.isEmpty ? "it closed" : "this for \(names.text(pattern))"
      return ["the files of \(scopeText) do not declare \(what)"]
    case .notWritten: return ["the files of \(scopeText) do not set \(text)"] + holding
    case .wider(let directive, let place):
      let what = directive == .stop ? "stop" : "'\(directive.rawValue)'"
      return ["a wider \(what) of \(scopeText) covers \(text), at \(places.text(place))"]
    case .notStopped:
      let markers = asked.explained(key).steps.compactMap { step -> (Marker, Cascade.Outcome)? in
        guard case .marker(let marker) = step.statement,
          marker.directive == .stop || marker.directive.concern == .exclusion
        else { return nil }
        return (marker, step.outcome)
      }
      let one = markers.first { $0.1 == .acted } ?? markers.first
      let start = "the files of \(scopeText) do not stop \(text)"
      guard let (marker, _) = one else { return [start] + holding }
      let what = marker.directive == .stop ? "stopped" : "excluded"
      // A pattern that does not lead to the key names a part of its value.
      let isAll = marker.pattern.leadsTo(key)
      let named = isAll ? "it" : names.text(marker.pattern)
      return ["\(start); \(named) is \(what) at \(places.text(marker.place))"]
    }
  }

  /// nil if a level mentions the key.
  func unknown(_ plan: EditPlan) -> String? {
    let asked = plan.scopes.from
    if asked.view.mentions(key) { return nil }
    let hints = context.hints(for: key, in: [asked])
    return (["no level of \(scopeText) mentions \(names.text(key))"] + hints)
      .joined(separator: "; ")
  }

  // MARK: Result

  /// For example `db.port is 5432 in /prod now, from properties.json:3:5`.
  func now(
    _ key: Key, _ asked: Evaluation, _ mask: Mask, _ keys: SecretKeys, isNew: Bool = false
  ) -> String {
    let scopeText = isNew ? "\(scopeText) now" : scopeText
    let text = names.text(key)
    guard let answer = try? asked.answer(key) else {
      return "\(text) cannot be evaluated in \(scopeText)"
    }
    switch answer {
    case .value(let value):
      let origin = value.origins.first.map { ", from \(places.text($0))" } ?? ""
      let shown = value.shown(also: mask, keys)?.string ?? "…"
      return "\(text) is \(shown) in \(scopeText)\(origin)"
    case .absent(let absence?):
      return absence.words(of: text, in: scopeText, places)
    case .absent(nil): return "\(text) has no value in \(scopeText)"
    }
  }
}
