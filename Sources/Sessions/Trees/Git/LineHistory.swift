import Cascade
import JSONSource
import Snapshots
import SystemCalls

/// Who wrote the lines of the root's files last, as git tells it of a revision: each file is asked of once.
///
/// git itself would compare with what a file holds now by running filters; here both texts are compared.
package final class LineHistory {
  /// A revision that wrote a line.
  package struct Author {
    package let commit: [UInt8]
    package let name: [UInt8]
    /// `2026-11-22`, where the author was.
    package let day: String
  }

  private struct File {
    let authors: [Author]
    let text: FormerLines
  }

  private let git: Git
  /// Nil where nothing is committed yet.
  private let revision: [UInt8]?
  /// The root's path from the top of the work tree, with a slash behind.
  private let root: [UInt8]
  private var files: [[UInt8]: File?] = [:]

  init(_ git: Git, of revision: [UInt8]?, root: [UInt8]) {
    (self.git, self.revision, self.root) = (git, revision, root)
  }

  /// Who wrote a line of a file, counted from 1, that holds these bytes; nil where it is not committed so.
  package func author(of line: Int, in path: [UInt8], _ bytes: [UInt8]) -> Author? {
    let file = files[path] ?? blame(path, bytes)
    files[path] = .some(file)
    guard let file, let former = file.text.former(line), former <= file.authors.count else {
      return nil
    }
    return file.authors[former - 1]
  }

  private func blame(_ path: [UInt8], _ bytes: [UInt8]) -> File? {
    guard let revision,
      let told = try? git.ask(
        ["blame", "--line-porcelain", "--no-textconv", "--encoding=UTF-8"],
        [revision, Array("--".utf8), root + path]), told.isGood
    else { return nil }
    var authors: [Author] = []
    var text: [UInt8] = []
    var (name, time, zone): ([UInt8], Int, Int) = ([], 0, 0)
    var commit: [UInt8]?
    for line in told.lines.dropLast() {
      guard let id = commit else {
        commit = line.prefix { $0 != UInt8(ascii: " ") }
        continue
      }
      func value(_ label: String) -> [UInt8]? {
        line.starts(with: label.utf8) ? Array(line.dropFirst(label.utf8.count)) : nil
      }
      if line.first == UInt8(ascii: "\t") {
        text += line.dropFirst() + [0x0A]
        let days = (time + zone) / 86_400
        authors.append(Author(commit: id, name: name, day: CalendarDate(daysSince1970: days).text))
        commit = nil
      } else if let found = value("author ") {
        name = found
      } else if let found = value("author-time ") {
        time = Int(String(decoding: found, as: UTF8.self)) ?? 0
      } else if let found = value("author-tz ") {
        let hours = Int(String(decoding: found, as: UTF8.self)) ?? 0
        zone = hours / 100 * 3600 + hours % 100 * 60
      }
    }
    // The last line may have had no end.
    if bytes.last != 0x0A, text.last == 0x0A { text.removeLast() }
    return File(authors: authors, text: FormerLines(text, of: bytes))
  }
}
