/// What one look found in a directory: names, bytes, and what was wrong; no descriptor and nothing parsed.
///
/// It holds only what somebody asked for, so that it is as large as that.
package final class FolderRecord {
  var listing: Listing?
  var children: [FileName: Result<FolderRecord, FileError>] = [:]
  var files: [FileName: Result<[UInt8], FileError>] = [:]
  var texts: [[UInt8]: Result<Text, FileError>] = [:]

  typealias Text = (bytes: [UInt8], path: [FileName])

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
