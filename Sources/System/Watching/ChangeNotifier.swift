/// The part of the system that tells when something happened in a directory.
///
/// What it tells is a hint: that something may be different now, never what.
protocol ChangeNotifier: Sendable {
  /// Becomes readable when there are hints.
  var descriptor: Descriptor { get }

  /// Whether a file that is written in place has to be watched itself, since its directory tells nothing.
  var watchesFiles: Bool { get }

  /// Begins to watch what a descriptor has open; answers by what its hints will be known.
  func add(_ opened: Int32) throws(Errno) -> Int32

  func remove(_ token: Int32)

  /// The hints that there are by now; does not wait for any.
  func takeHints() throws(Errno) -> [ChangeHint]
}

/// Something that happened in a watched directory.
struct ChangeHint {
  /// Which directory; nil where hints were lost, so that it may be any.
  let token: Int32?
  /// The name in it; nil where it was about the directory itself, or nobody knows.
  let name: FileName?
  /// Whether nothing more will be heard of the directory.
  let isLast: Bool
}
