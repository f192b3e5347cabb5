import JSONSource

/// What plain objects came to as JSON, for whoever writes scope after scope in one layout: most of what a scope has is
/// as it was above it.
///
/// It knows by which values of files an object is the same one, not whose scope it is.
package final class WrittenObjects {
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

  private static let mostBytes = 1 << 20

  package init() {}

  /// Writes an object, which `body` writes where that was not done before.
  func write(
    _ object: PlainObject, to writer: inout JSONWriter, _ body: (inout JSONWriter) -> Void
  ) {
    // The nearest value belongs to few objects: to more than one only where lineages differ behind it.
    let nearest = object.nearest
    let place = Place(
      file: ObjectIdentifier(nearest.file), node: nearest.node, depth: writer.depth)
    if let text = texts[place], text.object.isSame(as: object) {
      return writer.raw(text.bytes[...])
    }
    let start = writer.position
    body(&writer)
    guard let bytes = writer.written(since: start) else { return }
    if size > Self.mostBytes {
      texts = [:]
      size = 0
    }
    size += bytes.count
    // Its files are kept with it, so that no other has their identity.
    texts[place] = Text(object: object, bytes: bytes)
  }
}
