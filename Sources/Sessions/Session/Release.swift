/// Which program this is, for those who keep what it printed.
package enum Release {
  package static let version = "0.1.0"
}
