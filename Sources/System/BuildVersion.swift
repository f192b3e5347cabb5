import CLibrary

/// What the build was told that it makes.
package enum BuildVersion {
  package static var told: String? {
    guard let text = heirVersion() else { return nil }
    return unsafe String(cString: text)
  }
}
