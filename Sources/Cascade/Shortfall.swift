import Legible

/// In what a value is not what `$type` says.
package indirect enum Shortfall: Sendable {
  case kind(TypeName, declared: [TypeName])
  /// The value as it may be shown, those that are allowed, and the nearest of them.
  case unlisted(String?, listed: [String], nearest: String?)
  case less(String?, than: String)
  case more(String?, than: String)
  case unlike(String?, StarPattern)
  case length(Int?, of: TypeName, ClosedRange<Int>)
  case element(Int, Shortfall)
}
