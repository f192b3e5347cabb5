/// The version that the build sets.
package enum BuildVersion {
  package static var current: String? {
    guard let text = heirVersion() else { return nil }
    return unsafe String(cString: text)
  }
}
