import Cascade
import Files
import JSONSource

/// The files of `--facts`: a single file, or a file for each scope (V3).
package enum FactFiles: Equatable {
  case one(InputFiles.File)
  case each(ScopeFiles)

  /// Files whose paths contain `{scope}`, read on demand.
  package final class ScopeFiles: Equatable {
    fileprivate let text: [UInt8]
    private let template: ScopeTemplate
    private let read: ([UInt8]) throws(FileError) -> [UInt8]
    private var files: [Scope: Result<InputFiles.File?, FileError>] = [:]

    package init?(_ text: [UInt8], read: @escaping ([UInt8]) throws(FileError) -> [UInt8]) {
      guard let template = ScopeTemplate(text) else { return nil }
      (self.text, self.template, self.read) = (text, template, read)
    }

    fileprivate func path(of scope: Scope) -> [UInt8] { template.path(of: scope) }

    fileprivate func file(of scope: Scope) -> Result<InputFiles.File?, FileError> {
      if let known = files[scope] { return known }
      let path = path(of: scope)
      let found: Result<InputFiles.File?, FileError>
      do throws(FileError) { found = .success(InputFiles.File(path, try read(path))) } catch {
        found = error.kind.isAbsence ? .success(nil) : .failure(error)
      }
      files[scope] = found
      return found
    }

    /// Compares the files read so far.
    package static func == (one: ScopeFiles, other: ScopeFiles) -> Bool {
      one === other
        || one.text == other.text
          && Set(one.files.keys).union(other.files.keys).allSatisfy {
            one.file(of: $0) == other.file(of: $0)
          }
    }
  }

  /// nil if all scopes share a file.
  package func path(of scope: Scope) -> [UInt8]? {
    if case .each(let files) = self { files.path(of: scope) } else { nil }
  }

  /// nil if the file of the scope is missing.
  func facts(of scope: Scope, _ names: NameTable) throws(Diagnostic) -> Facts? {
    let file: InputFiles.File?
    switch self {
    case .one(let one): file = one
    case .each(let files):
      do throws(FileError) { file = try files.file(of: scope).get() } catch {
        throw Diagnostic(error, in: .facts)
      }
    }
    return try file.map { (file) throws(Diagnostic) in try Facts(file, names) }
  }
}

extension Facts {
  fileprivate convenience init(_ file: InputFiles.File, _ names: NameTable) throws(Diagnostic) {
    let file = SourceFile(.facts, path: file.path, scope: .root, source: file.source)
    self.init(try PropertyFile(given: file, names: names))
  }
}

/// A path with `{scope}` for the path of a scope. The root is `_root`, which no scope can be named.
package struct ScopeTemplate {
  private static let mark = Array("{scope}".utf8)

  package let pieces: [[UInt8]]
  package let start: Int

  /// nil without `{scope}`.
  package init?(_ text: [UInt8]) {
    let marks = text.indices.filter { text[$0...].starts(with: Self.mark) }
    guard let first = marks.first else { return nil }
    var pieces: [[UInt8]] = []
    var end = 0
    for mark in marks {
      pieces.append(Array(text[end..<mark]))
      end = mark + Self.mark.count
    }
    (self.pieces, start) = (pieces + [Array(text[end...])], first)
  }

  package func path(of scope: Scope) -> [UInt8] {
    let name =
      scope == .root
      ? Array("_root".utf8) : Array(scope.names.joined(separator: [.slash]))
    return Array(pieces.joined(separator: name))
  }
}
