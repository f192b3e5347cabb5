/// The system's directory notifications. They are hints: the caller must compare contents.
protocol ChangeNotifier: Sendable {
  var descriptor: Descriptor { get }

  /// Whether files written in place need their own watch.
  var watchesFiles: Bool { get }

  /// Watches an open directory or file; returns the token of its hints.
  func add(_ opened: Int32) throws(Errno) -> Int32

  func remove(_ token: Int32)
  func takeHints() throws(Errno) -> [ChangeEvent]
}

/// A change in a watched directory.
struct ChangeEvent {
  /// The directory's token; nil if hints were lost.
  let token: Int32?
  /// The name in the directory; nil for the directory itself or if unknown.
  let name: FileName?
  let isLast: Bool
}
