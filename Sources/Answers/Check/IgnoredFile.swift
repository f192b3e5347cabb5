import Cascade

extension CheckRule {
  static let ignoredFile = CheckRule(
    .warning, .ignoredFile, "File similar to a property file, but not read",
    .file("app.yaml", "port: 5432\n", mended: nil),
    .file("app.json", nil, mended: #"{ "port": 5432 }"#)
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
}
