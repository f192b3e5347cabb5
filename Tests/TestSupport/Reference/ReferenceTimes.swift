/// Two snapshots of a tree, with common overlays.
package struct ReferenceTimes: Sendable {
  package var before: ReferenceTree
  package var after: ReferenceTree
  package var overlays: [ReferenceTree]
  /// Whether there are fragments and texts in it, of which the naive resolver knows nothing.
  package var hasParts = false
  /// Which files are laid out otherwise in the second time, as bits.
  package var layout: UInt64 = 0

  package init(before: ReferenceTree, after: ReferenceTree, overlays: [ReferenceTree] = []) {
    (self.before, self.after, self.overlays) = (before, after, overlays)
  }

  /// The files of the second time, some of them on one line.
  package var renderedAfter: [(path: String, text: String)] {
    let contents = after.paths.flatMap { after.files(in: $0) }.map(\.content)
    return zip(after.rendered, contents).enumerated().map { index, file in
      guard layout >> (UInt64(index) % 64) & 1 == 1, file.0.path.hasSuffix(".json") else {
        return file.0
      }
      return (file.0.path, "\n \(file.1.compact)")
    }
  }
}
