import HeirTool
import Sessions
import SystemCalls

/// The entry point that the package manager makes the program's `main`.
///
/// It takes the arguments from the caller: the standard library would look for them in `/proc`.
@_cdecl("heir_main")
public func main(
  _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> Int32 {
  // Never released: the process ends, and its memory with it.
  let session = Unmanaged.passRetained(Session.live())
  return session._withUnsafeGuaranteedRef {
    Tool.run([[UInt8]](arguments: arguments, count: count), $0)
  }
}
