import SafeText

/// Parsing of git's output, which contains untrusted text of commits.
enum GitOutput {
  /// nil for more than 18 digits, whose sums could overflow.
  static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    1...18 ~= digits.count ? digits.decimal : nil
  }

  /// The author's day since 1970, from seconds and a zone such as `-0500`.
  static func day(_ seconds: ArraySlice<UInt8>, zone: ArraySlice<UInt8>) -> Int? {
    guard let seconds = number(seconds), let offset = offset(zone) else { return nil }
    let time = seconds + offset
    let day = 86_400
    return (time >= 0 ? time : time - day + 1) / day
  }

  /// Git treats an overflowing zone as UTC.
  private static func offset(_ zone: ArraySlice<UInt8>) -> Int? {
    guard let sign = zone.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      let number = number(zone.dropFirst())
    else { return nil }
    if number >= Int(Int32.max) { return 0 }
    let seconds = (number / 100 * 60 + number % 100) * 60
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }

  static func name(_ text: ArraySlice<UInt8>) -> [UInt8] {
    text.count <= Printable.longest ? Array(text) : Array(Printable.excerpt(Array(text)).utf8)
  }
}
