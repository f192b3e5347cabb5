#if os(Linux)
  /// Watches with Linux's inotify(7), which reports a directory and its direct entries.
  /// The notifications are hints: the caller must compare contents.
  struct ChangeNotifier {
    let descriptor: Descriptor
    /// Whether files written in place need their own watch.
    static let watchesFiles = false

    /// No events that reading causes, since a look would then wake itself.
    private static let events =
      IN_MODIFY | IN_ATTRIB | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
      | IN_DELETE_SELF | IN_MOVE_SELF

    init() throws(Errno) {
      descriptor = try Descriptor.open { inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }
    }

    /// Watches an open directory or file; returns the token of its hints.
    func add(_ opened: Int32) throws(Errno) -> Int32 {
      // inotify takes no descriptor; this path refers to the open file even after a rename.
      let path = Array("/proc/self/fd/\(opened)".utf8)
      defer { withExtendedLifetime(self) {} }
      return try retrying(path) {
        inotify_add_watch(descriptor.number, $0, UInt32(Self.events))
      }
    }

    func remove(_ token: Int32) {
      _ = try? descriptor.call { inotify_rm_watch($0, token) }
    }

    func takeHints() throws(Errno) -> [ChangeEvent] {
      var hints: [ChangeEvent] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = try present(
          descriptor.call { number in
            buffer.withUnsafeMutableBytes { read(number, $0.baseAddress, $0.count) }
          }, unless: { $0.code == EAGAIN })
        guard let count else { return hints }
        buffer.withUnsafeBytes {
          Self.append(UnsafeRawBufferPointer(rebasing: $0[..<count]), to: &hints)
        }
      }
    }

    /// Each record contains its length (inotify(7)).
    private static func append(_ bytes: UnsafeRawBufferPointer, to hints: inout [ChangeEvent]) {
      let header = MemoryLayout<inotify_event>.size
      var at = 0
      while at + header <= bytes.count {
        let event = bytes.loadUnaligned(fromByteOffset: at, as: inotify_event.self)
        let end = min(bytes.count, at + header + Int(event.len))
        let name = FileName(bytes[(at + header)..<end].prefix { $0 != 0 })
        hints.append(
          ChangeEvent(
            token: event.mask & UInt32(IN_Q_OVERFLOW) == 0 ? event.wd : nil,
            name: name.isEmpty ? nil : name, isLast: event.mask & UInt32(IN_IGNORED) != 0))
        at = end
      }
    }
  }
#endif

/// A change in a watched directory.
struct ChangeEvent {
  /// The directory's token; nil if hints were lost.
  let token: Int32?
  /// The name in the directory; nil for the directory itself or if unknown.
  let name: FileName?
  let isLast: Bool
}
