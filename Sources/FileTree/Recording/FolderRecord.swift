import System

/// What one look found in a directory: names, bytes, and what was wrong; no descriptor and nothing parsed.
///
/// It holds only what somebody asked for, so that it is as large as that.
package final class FolderRecord {
  /// Which directory it was; nil where that is not told by itself.
  var identity: FileIdentity?
  /// Whether what is in it stands there itself, and not behind a link.
  var isPlain = false
  private var isFound: Bool?
  var listing: Listing?
  var children: [FileName: Result<FolderRecord, FileError>] = [:]
  var files: [FileName: Result<[UInt8], FileError>] = [:]
  var texts: [[UInt8]: Result<Text, FileError>] = [:]

  typealias Text = (bytes: [UInt8], path: [FileName])

  /// Whether it is all that stands there and below, with nothing wrong, so that it holds as long as nothing
  /// happens there.
  var isWhole: Bool {
    if let isFound { return isFound }
    guard isPlain, let listing, listing.problems.isEmpty else { return false }
    let isWhole =
      listing.files.allSatisfy { (try? files[$0]?.get()) != nil }
      && listing.folders.allSatisfy { (try? children[$0]?.get())?.isWhole == true }
    // What is missing may still come.
    if isWhole { isFound = true }
    return isWhole
  }

  /// The record of a directory at or below this one.
  package func record(at path: [FileName]) -> FolderRecord? {
    var record = self
    for name in path {
      guard let child = try? record.children[name]?.get() else { return nil }
      record = child
    }
    return record
  }

  /// Of a directory in which there is nothing.
  package init() {}

  /// The same record, but for what another one has at and below a scope's directory itself: its listing and
  /// its files, not its child scopes.
  package func grafting(_ other: FolderRecord, at path: ArraySlice<FileName>) -> FolderRecord {
    let copy = FolderRecord()
    (copy.listing, copy.children, copy.files) = (listing, children, files)
    // What both read from the root is what the files there need, whichever they are.
    copy.texts = other.texts.merging(texts) { $1 }
    guard let name = path.first else {
      (copy.listing, copy.files) = (other.listing, other.files)
      return copy
    }
    let otherChild = try? other.children[name]?.get()
    if let child = try? children[name]?.get() {
      copy.children[name] = .success(
        child.grafting(otherChild ?? FolderRecord(), at: path.dropFirst()))
    } else if let otherChild {
      copy.children[name] = .success(
        FolderRecord().grafting(otherChild, at: path.dropFirst()))
    }
    return copy
  }
}
