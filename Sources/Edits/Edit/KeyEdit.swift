import Cascade
import JSONSource

/// An edit of a key in a scope's files.
package enum KeyEdit {
  case set(Document, EditReasons)
  case unset
  /// A forced stop is written even if it removes nothing.
  case stop(EditReasons, isForced: Bool)
  case resume
  case declare(KeyDeclaration)

  package var reasons: EditReasons? {
    switch self {
    case .set(_, let reasons), .stop(let reasons, _): reasons
    case .unset, .resume, .declare: nil
    }
  }
}

/// Reason and last day of an override (A6); nil keeps the existing text.
package struct EditReasons {
  package var because: [UInt8]?
  package var until: [UInt8]?

  package init(because: [UInt8]? = nil, until: [UInt8]? = nil) {
    (self.because, self.until) = (because, until)
  }

  package var each: [(directive: Directive, text: [UInt8])] {
    // The editor inserts a directive at the start of its object, so the last added is read first.
    (until.map { [(.until, $0)] } ?? [])
      + (because.map { [(.because, $0)] } ?? [])
  }
}

/// The files that an edit writes, or why nothing changes.
package enum EditResult {
  case files([EditedFile])
  /// The file already contains the edit, or a wider entry at `by` covers the key.
  case same(EditedFile, by: SourceRange?)
  case nothing(Nothing)

  var files: [EditedFile] { if case .files(let files) = self { files } else { [] } }

  /// Why an edit has nothing to remove.
  package enum Nothing {
    case notWritten
    /// A fragment sets it, and edits do not change fragments.
    case included(SourceRange)
    /// Another file than the chosen file sets it.
    case elsewhere(SourceRange)
    case notStopped
    case notDeclared
    /// The scope's entry covers more than the key.
    case wider(Directive, SourceRange)
  }
}
