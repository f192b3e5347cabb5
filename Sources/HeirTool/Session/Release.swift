/// Which program this is, for those who keep what it printed.
enum Release {
  static let version = "0.1.0"
}
