import Cascade
import FileTree
import JSONSource
import Legible
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
  private let root: any TreeFolder
  /// The root at the asked time, whose links lead on.
  private let asked: any TreeFolder
  /// The root's path from the top of the work tree, with a slash behind.
  private let path: [UInt8]
  private let isShallow: Bool
  private var files: [[UInt8]: File?] = [:]
  /// Why somebody's lines are not known.
  private var failure: Failure?
  /// Where a clone ends: who wrote the lines of it may be another one.
  package private(set) var end: [UInt8]?

  /// Takes the root as it was at the revision, and as it is at the asked time.
  init(
    _ git: Git, of revision: [UInt8]?, _ root: any TreeFolder, at path: [UInt8], isShallow: Bool,
    as asked: any TreeFolder
  ) {
    (self.git, self.revision, self.root, self.path) = (git, revision, root, path)
    (self.isShallow, self.asked) = (isShallow, asked)
  }

  /// Fails where git could not tell all that it was asked by now.
  package func check() throws(Failure) { if let failure { throw failure } }

  /// Who wrote a line of a file, counted from 1, that holds these bytes; nil where it is not committed so.
  package func author(of line: Int, in path: [UInt8], _ bytes: [UInt8]) -> Author? {
    let known = files[path]
    let file: File?
    if let known {
      file = known
    } else {
      file = blame(path, bytes)
      files[path] = .some(file)
    }
    guard let file, let former = file.text.former(line), former <= file.authors.count else {
      return nil
    }
    return file.authors[former - 1]
  }

  private func blame(_ path: [UInt8], _ bytes: [UInt8]) -> File? {
    guard let revision else { return nil }
    let committed: (bytes: [UInt8], path: [FileName])
    let end = try? asked.contents(of: path)
    do throws(FileError) {
      committed = try root.contents(of: end?.path.joinedPath ?? path)
    } catch {
      switch error.kind {
      case .missingObject, .unreadableObjects: failure = failure ?? .file(error, .former)
      // It was not there, or is no file that would be read there.
      default: break
      }
      return nil
    }
    do throws(Failure) {
      let told = try git.ask(
        ["blame", "--line-porcelain", "--no-textconv", "--encoding=UTF-8"],
        [revision, Array("--".utf8), self.path + committed.path.joinedPath], atTop: true)
      if told.isGood {
        return File(
          authors: authors(told), text: FormerLines(committed.bytes, of: bytes))
      }
      throw .message(
        "git does not tell who wrote the lines of \(Printable.quoted(path))", notes: told.notes)
    } catch {
      failure = failure ?? error
      return nil
    }
  }

  private func authors(_ told: Git.Answer) -> [Author] {
    var authors: [Author] = []
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
        let days = (time + zone) / 86_400
        authors.append(Author(commit: id, name: name, day: CalendarDate(daysSince1970: days).text))
        commit = nil
      } else if isShallow && line.elementsEqual("boundary".utf8) {
        end = id
      } else if let found = value("author ") {
        name = found
      } else if let found = value("author-time ") {
        time = Int(String(decoding: found, as: UTF8.self)) ?? 0
      } else if let found = value("author-tz ") {
        let hours = Int(String(decoding: found, as: UTF8.self)) ?? 0
        zone = hours / 100 * 3600 + hours % 100 * 60
      }
    }
    return authors
  }
}
