import Files
import SafeText
import Trees

extension CommandContext {
  package func title(_ subject: String) -> String {
    let root = (try? rootPath).flatMap { try? session.workingDirectory.physical($0) }
    let tree = root?.split(separator: UInt8(ascii: "/")).last.map { " in \(Printable.string($0))" }
    let time = revision.map { " at \(Printable.string($0))" }
    return subject + (tree ?? "") + (time ?? "") + ", \(session.today().text)"
  }

  private var revision: [UInt8]? {
    if let time = options.time { return time.name }
    guard let root = try? snapshot.writableRoot(isTrial: true),
      let git = try? Git.around(root, session.process, .none)
    else { return nil }
    return git.checkedOut()
  }

  var rootPath: [UInt8] {
    get throws(FileError) {
      if let root = console.paths.root { return root }
      return try Discovery(from: session.workingDirectory).path
    }
  }

  /// `page` is built only when it is written.
  func write(_ page: @autoclosure () -> HTMLPage, to path: [UInt8]) throws(Failure) {
    if let output = options.output,
      OutputFile.isSame(path, output, from: session.workingDirectory)
    {
      throw .message("'-o' and '--html' name the same file; choose another for the page")
    }
    try snapshot.refuse(output: path)
    try console.write(page().bytes, to: path)
  }
}
