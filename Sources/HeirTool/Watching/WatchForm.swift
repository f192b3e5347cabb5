import Queries

/// The options of `watch`.
struct WatchForm {
  let report: WatchedScope.Form
  /// Times are in milliseconds.
  let settle: Int
  let poll: Int?
  let commands: [[UInt8]]
  /// 0 means no limit.
  let timeout: Int
}
