import Answers
import Cascade
import JSONSource
import SafeText

/// A fault of a rendered file.
package struct RenderProblem {
  package enum Kind {
    case missing
    case differs(Changes)
    /// An earlier run wrote it, and no scope has it now.
    case leftOver
  }

  package struct Changes {
    /// A key with other text and its places; a removed key has the places that removed it.
    package typealias Changed = (key: Key, places: [SourceRange], isGone: Bool)

    let keys: [Changed]
    let remark: String?

    package init(_ keys: [Changed], remark: String? = nil) {
      (self.keys, self.remark) = (keys, remark)
    }
  }

  let path: [UInt8]
  let scope: Scope
  let kind: Kind

  package init(_ path: [UInt8], of scope: Scope, _ kind: Kind) {
    (self.path, self.scope, self.kind) = (path, scope, kind)
  }
}

extension RenderProblem {
  package func text(_ names: NameTable, _ places: PlaceFormatter, _ style: Style) -> String {
    var text = "\(style.strong(Printable.string(path))): \(sentence)\n"
    for line in lines(names, places) { text += "  \(line)\n" }
    return text
  }

  private var sentence: String {
    switch kind {
    case .missing: "missing; the file of \(scope.text)"
    case .differs: "differs from the values of \(scope.text)"
    case .leftOver: "left over; no longer rendered from \(scope.text)"
    }
  }

  private func lines(_ names: NameTable, _ places: PlaceFormatter) -> [String] {
    guard case .differs(let changes) = kind else { return [] }
    let keys = changes.keys.map { key, all, isGone in
      let from = all.isEmpty ? "" : "   \(places.text(all))"
      return names.text(key) + (isGone ? " (has no value)" : "") + from
    }
    return keys + (changes.remark.map { [$0] } ?? [])
  }
}

extension RenderProblem {
  package static func record(_ all: [RenderProblem]) -> Record {
    ["version": 1, "files": .list(all) { $0.record }]
  }

  private var record: Record {
    var keys: Record?
    var remark: Record?
    if case .differs(let changes) = kind {
      keys = .list(changes.keys) { key, places, isGone in
        ["key": .key(key), "gone": isGone ? true : nil, "places": .list(places, Record.origin)]
      }
      remark = changes.remark.map { .text($0) }
    }
    return [
      "file": .bytes(path), "scope": .bytes(scope.path), "state": .text(word), "keys": keys,
      "remark": remark,
    ]
  }

  var word: String {
    switch kind {
    case .missing: "missing"
    case .differs: "differs"
    case .leftOver: "left-over"
    }
  }
}

extension RenderProblem {
  /// An annotation for each line that explains differences, and for each other kind of fault at its first file. Each
  /// lists the files affected.
  package static func annotations(
    _ faults: [RenderProblem], _ names: NameTable, _ places: PlaceFormatter
  ) -> String {
    var groups: [AnnotationGroup] = []
    var indices: [AnnotationGroup.Identity: Int] = [:]
    func add(
      _ identity: AnnotationGroup.Identity, _ place: (file: [UInt8], region: Region),
      _ key: String?, _ path: [UInt8]
    ) {
      let index = indices[identity] ?? groups.count
      if index == groups.count {
        indices[identity] = index
        groups.append(AnnotationGroup(identity: identity, place: place))
      }
      groups[index].add(key, path)
    }
    for fault in faults {
      var isExplained = false
      if case .differs(let changes) = fault.kind {
        for (key, all, isGone) in changes.keys {
          guard let place = all.first else { continue }
          let file = places.file(place.file.path, place.file.home)
          let region = places.region(place, .bytes)
          add(
            .line(file, region.startLine, isGone: isGone), (file, region), names.text(key),
            fault.path)
          isExplained = true
        }
      }
      if !isExplained {
        add(.state(fault.word, fault.remark), (fault.path, .beginning), nil, fault.path)
      }
    }
    return groups.map(\.text).joined()
  }

  private var remark: String? {
    if case .differs(let changes) = kind { changes.remark } else { nil }
  }
}

/// The faults of an annotation.
private struct AnnotationGroup {
  enum Identity: Hashable {
    case line([UInt8], Int, isGone: Bool)
    /// Faults that no line explains.
    case state(String, String?)
  }

  let identity: Identity
  let place: (file: [UInt8], region: Region)
  private var keys: [String] = []
  private var knownKeys: Set<String> = []
  private var paths: [[UInt8]] = []

  init(identity: Identity, place: (file: [UInt8], region: Region)) {
    (self.identity, self.place) = (identity, place)
  }

  mutating func add(_ key: String?, _ path: [UInt8]) {
    if let key, knownKeys.insert(key).inserted { keys.append(key) }
    // The faults of a file are consecutive.
    if paths.last != path { paths.append(path) }
  }

  var text: String {
    Annotation.command(.error, place, title: "heir: resolve --verify", sentence)
  }

  private var sentence: String {
    let keys = Printable.listed(keys, most: 5)
    let shown = Printable.listed(paths.lazy.map { Printable.string($0) }, most: 5)
    let isOne = paths.count == 1
    let files = isOne ? shown : "\(Printable.count(paths.count, "file")): \(shown)"
    switch identity {
    case .line(_, _, isGone: true):
      return "removes \(keys), which \(self.keys.count == 1 ? "is" : "are") still in \(files)"
    case .line: return "\(keys) \(self.keys.count == 1 ? "is" : "are") not yet in \(files)"
    case .state(let word, let remark):
      let what = remark.map { "\(word) (\($0))" } ?? word
      return isOne ? "\(shown): \(what)" : "\(what): \(files)"
    }
  }
}
