import Cascade
import Files
import Output
import SafeText
import Trees

/// Prints messages and output as the options for colour, secrets and quiet require. Made before a tree is open, so
/// that early errors look like later errors.
package final class Console {
  let session: Session
  var options: CommonOptions
  var hasDirectiveProblem = false
  /// Notes about keys that look like typos, printed after the command.
  var typoNotes: [String] = []
  var typosLookedFor: Set<Key> = []
  // Lazy, because most commands print no message.
  package private(set) lazy var places = PlaceFormatter(paths)
  package private(set) lazy var outputStyle = style(of: output)
  private(set) lazy var errorStyle = style(of: session.errors)
  /// Standard output, or the output for the file of `-o`, which is written at the end.
  package private(set) lazy var output =
    options.output == nil ? session.output : OutputBuffer()

  /// Without options if the command line could not be read.
  package init(_ session: Session, _ options: CommonOptions = CommonOptions()) {
    (self.session, self.options) = (session, options)
  }

  /// `auto` is on for terminals, unless `NO_COLOR` is set or `TERM` is `dumb`.
  private func style(of output: OutputBuffer) -> Style {
    switch options.color ?? .auto {
    case .always: Style(isColored: true)
    case .never: .plain
    case .auto:
      Style(
        isColored: output.isTerminal && session.setting("NO_COLOR") == nil
          && session.setting("TERM")?.elementsEqual("dumb".utf8) != true)
    }
  }

  var isQuiet: Bool { options.isQuiet }
  var errors: OutputBuffer { session.errors }
  package var paths: TreePaths {
    TreePaths(
      root: options.root, overlays: options.overlays,
      else: (session.setting("HEIR_ROOT"), session.setting("HEIR_OVERLAYS")))
  }

  /// A file stays unchanged after an error, or without output.
  package func finishOutput(after status: ExitStatus) throws(Failure) {
    guard let file = options.output else {
      guard let error = output.finishWriting() else { return }
      throw .message("cannot write the output: \(error.message)")
    }
    let bytes = output.take()
    if status == .failed || status == .nothing && bytes.isEmpty { return }
    try write(bytes, to: file)
  }

  /// Replaces the file as a whole, unless it has equal content.
  func write(_ bytes: [UInt8], to path: [UInt8]) throws(Failure) {
    do throws(FileError) {
      warn(of: try OutputFile.write(bytes, to: path, from: session.workingDirectory), path)
    } catch {
      throw .message("cannot write '\(Printable.string(path))': \(error.words)")
    }
  }
}
