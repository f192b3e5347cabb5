import Queries

/// When `watch` looks, and what it does then.
struct WatchForm {
  let report: WatchedScope.Form
  /// Times are in milliseconds.
  let settle: Int
  let poll: Int?
  let commands: [[UInt8]]
  /// 0 is for ever.
  let timeout: Int
}
