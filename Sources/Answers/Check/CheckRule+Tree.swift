import Cascade
import JSONSource

/// Rules about parents, other files than property files, and `.heir`.
extension CheckRule {
  static let noParent = CheckRule(
    .error, .noParent, "Template in '.heir' without an existing parent",
    .file(".heir", #"{ "inherit": { "/hosts/*": ["/roles/${role}"] } }"#),
    .file("roles/web/properties.json", #"{ "port": 80 }"#),
    .file("hosts/a/properties.json", #"{ "role": "web" }"#),
    .file("hosts/b/properties.json", #"{ "role": "wbe" }"#, corrected: #"{ "role": "web" }"#)
  ) { scope in
    guard scope.isCertain else { return [] }
    let lineage = scope.visited.lineage
    return lineage.ancestors[lineage.ancestors.count - 1].ruled.compactMap {
      $0.finding(
        in: lineage.scope, nearest: scope.asked.nearestScope, meant: scope.asked.scopeMeant)
    }
  }

  static let repeatedParent = CheckRule(
    .warning, .repeatedParent, "Scope in '$inherit' that is already a parent",
    .file("web/properties.json", #"{ "$inherit": ["/base"], "port": 80 }"#),
    .file("base/properties.json", #"{ "host": "db" }"#),
    .file(
      "a/properties.json", #"{ "$inherit": ["/base", "/web"] }"#,
      corrected: #"{ "$inherit": ["/web"] }"#)
  ) { scope in
    let lineage = scope.view.lineage
    var repeated = Dictionary(grouping: lineage.repeatedParents) { $0 }.mapValues(\.count)
    guard !repeated.isEmpty, let own = lineage.ancestors.last else { return [] }
    return own.levels.reversed().flatMap(\.furtherParents).compactMap { parent in
      // The nearer of two entries is redundant, unless it is the implied '..', which has no place.
      guard let count = repeated[parent.scope], count > 0 else { return nil }
      repeated[parent.scope] = count - 1
      return parent.place.map {
        Diagnostic(.warning, .repeatedParent, .repeatedParent(parent.scope), at: $0)
      }
    }
  }

  static let nestedRoot = CheckRule(
    .warning, .nestedRoot, "'.heir' below the root; starts another tree there",
    .file("a/.heir", "", corrected: nil),
    .file(".heir", nil, corrected: ""),
    .file("a/properties.json", nil, corrected: #"{ "port": 5432 }"#)
  ) { scope in
    scope.visited.reading.settings.map { home, path in
      Diagnostic(.warning, .nestedRoot, .nestedRoot, path: path, home: home)
    }
  }

  static let halfImported = CheckRule(
    .warning, .halfImported, "Tree with files of an interrupted import",
    .file(
      ".heir-imported", #"{ "imported": {}, "begun": { "a/values.jsonc": "1f" } }"#,
      corrected: #"{ "imported": { "a/values.jsonc": "1f" } }"#),
    .file("a/values.jsonc", #"{ "port": 5432 }"#)
  ) { scope in
    if scope.view.scope.depth > 0 { return [] }
    return scope.visited.place.importLists.compactMap { file in
      guard let list = try? file.document(NameTable()), list.kind(0) == .object else { return nil }
      return list.members(0).first { list.text($0.nameIndex).elementsEqual("begun".utf8) }.map {
        Diagnostic(
          .warning, .halfImported, .halfImported,
          at: SourceRange(file, list.range($0.nameIndex)))
      }
    }
  }

  static let ignoredFile = CheckRule(
    .warning, .ignoredFile, "File similar to a property file, but not read",
    .file("app.yaml", "port: 5432\n", corrected: nil),
    .file("app.json", nil, corrected: #"{ "port": 5432 }"#)
  ) { scope in
    scope.visited.reading.lookalikes.compactMap { home, files in
      // Values may include or quote the file.
      let unread = files.filter { file in
        !scope.visited.levels.contains { $0.files.contains { $0.takesIn(file.name) } }
      }
      guard let first = unread.first else { return nil }
      return Diagnostic(
        .warning, .ignoredFile, .ignoredFiles(first.name, others: unread.count - 1),
        path: first.path, home: home)
    }
  }

  static let settings = CheckRule(
    .warning, .settings, "Name in '.heir' without a match in the tree",
    .file(".heir", #"{ "files": ["*.json", "*.conf"] }"#),
    .file("properties.json", #"{ "port": 5432 }"#),
    .file("a/more.conf", nil, corrected: #"{ "host": "db" }"#)
  ) { scope in
    scope.unmetSettings.filter { $0.rule == .settings }
  }

  static let idleRule = CheckRule(
    .warning, .idleRule, "Template in '.heir' without effect on any scope",
    .file(
      ".heir", #"{ "inherit": { "/node/*": ["/roles/${role}"] } }"#,
      corrected: #"{ "inherit": { "/nodes/*": ["/roles/${role}"] } }"#),
    .file("roles/web/properties.json", #"{ "port": 80 }"#),
    .file("nodes/a/properties.json", #"{ "role": "web" }"#)
  ) { scope in
    scope.unmetSettings.filter { $0.rule == .idleRule }
  }
}

extension CheckedScope {
  /// Known only after a walk over the whole tree.
  fileprivate var unmetSettings: [Diagnostic] {
    view.scope.depth == 0 ? visited.place.source.unmetSettings : []
  }
}
