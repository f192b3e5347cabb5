import JSONSource

/// A cache of JSON texts for writing many scopes, in which most objects equal those of the parent.
package final class JSONObjectCache {
  private struct Place: Hashable {
    let file: ObjectIdentifier
    let node: Int
    let depth: Int
  }

  private struct Text {
    let object: PlainObject
    let bytes: [UInt8]
  }

  private var texts: [Place: Text] = [:]
  private var size = 0

  private static let maxBytes = 1 << 20

  package init() {}

  func write(
    _ object: PlainObject, to writer: inout JSONWriter, _ body: (inout JSONWriter) -> Void
  ) {
    // Few objects share their nearest value: only those whose lineages differ before it.
    let nearest = object.nearest
    let place = Place(
      file: ObjectIdentifier(nearest.file), node: nearest.node, depth: writer.depth)
    if let text = texts[place], text.object.isSame(as: object) {
      return writer.raw(text.bytes[...])
    }
    let start = writer.position
    body(&writer)
    guard let bytes = writer.written(since: start) else { return }
    if size > Self.maxBytes {
      texts = [:]
      size = 0
    }
    size += bytes.count
    // Storing the object keeps its files alive, so that their identifiers stay valid.
    texts[place] = Text(object: object, bytes: bytes)
  }
}
