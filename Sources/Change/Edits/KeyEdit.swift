import Answers
import Cascade
import Check
import JSONSource

/// What is to be done to one key in one scope's files.
package enum KeyEdit {
  /// The scope's own value, and why and until when it overrides.
  case set(Document, EditReasons)
  case unset
  case stop(EditReasons)
  case resume
  case declare(KeyDeclaration)

  /// Why and until when, where it says so.
  package var reasons: EditReasons? {
    switch self {
    case .set(_, let reasons), .stop(let reasons): reasons
    case .unset, .resume, .declare: nil
    }
  }
}

/// Why an override is made, and its last day (A6); what is not given stays as it is.
package struct EditReasons {
  package var because: [UInt8]?
  package var until: [UInt8]?

  package init(because: [UInt8]? = nil, until: [UInt8]? = nil) {
    (self.because, self.until) = (because, until)
  }

  var each: [(directive: Directive, text: [UInt8])] {
    // A directive goes to the beginning of its object, so that the last one is the first to be read.
    (until.map { [(.until, $0)] } ?? [])
      + (because.map { [(.because, $0)] } ?? [])
  }
}

/// What an edit comes to.
package enum EditResult {
  /// Files of the scope with all that they are to hold.
  case files([EditedFile])
  /// A file that says so already, or a stop of the scope that covers the key, be it wider.
  case same(EditedFile, by: SourceRange?)
  /// There is nothing to take out.
  case nothing(Nothing)

  /// Why there is nothing to take out.
  package enum Nothing {
    case notWritten
    /// A fragment says it, which is not touched.
    case included(SourceRange)
    /// Another file than the one that was named says it.
    case elsewhere(SourceRange)
    case notStopped
    case notDeclared
    /// What the scope itself says is wider than the key.
    case wider(Directive, SourceRange)
  }
}
