/// A scope as the user wrote it (T7).
struct ScopeArgument {
  let text: [UInt8]
}
