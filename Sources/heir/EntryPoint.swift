import HeirTool
import Sessions
import SystemCalls

/// The entry point, under the name that the package manager expects. It gets the arguments from the caller rather
/// than from `/proc`.
@_cdecl("heir_main")
public func main(
  _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> Int32 {
  // Never released, because the process ends.
  let session = Unmanaged.passRetained(Session.live())
  return session._withUnsafeGuaranteedRef {
    Tool.run([[UInt8]](arguments: arguments, count: count), $0)
  }
}
