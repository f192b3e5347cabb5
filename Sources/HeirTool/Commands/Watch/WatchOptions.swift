/// The options of `watch`.
struct WatchOptions {
  let report: WatchedScope.Options
  /// Times are in milliseconds.
  let settle: Int
  let poll: Int?
  let commands: [[UInt8]]
  /// 0 means no limit.
  let timeout: Int
}
