/// How `watch` looks, and what it prints.
struct WatchForm {
  let isJSON: Bool
  let isInitial: Bool
  let isOwn: Bool
  let isBelow: Bool
  /// Times are in milliseconds.
  let settle: Int
  let poll: Int?
  let commands: [[UInt8]]
  /// 0 is for ever.
  let timeout: Int
}
