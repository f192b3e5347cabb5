import Cascade
import Legible

/// What git prints, which repeats what anybody may have written into a commit.
enum GitText {
  /// The value of digits; nil if there are other bytes, or so many digits that sums could overflow.
  static func number(_ digits: some Collection<UInt8>) -> Int? {
    guard 1...18 ~= digits.count else { return nil }
    var number = 0
    for digit in digits {
      guard 0x30...0x39 ~= digit else { return nil }
      number = 10 * number + Int(digit & 15)
    }
    return number
  }

  /// The day where the author was, `2026-11-22`, of seconds since 1970 and a zone such as `-0500`; nil if they are not
  /// such numbers.
  static func day(_ seconds: some Collection<UInt8>, zone: some Collection<UInt8>) -> String? {
    guard let seconds = number(seconds), let offset = offset(zone) else { return nil }
    let time = seconds + offset
    let day = 86_400
    return CalendarDate(daysSince1970: (time >= 0 ? time : time - day + 1) / day).text
  }

  /// Hours and minutes as seconds; git treats what is too large as none.
  private static func offset(_ zone: some Collection<UInt8>) -> Int? {
    guard let sign = zone.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      let number = number(zone.dropFirst())
    else { return nil }
    if number >= Int(Int32.max) { return 0 }
    let seconds = (number / 100 * 60 + number % 100) * 60
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }

  /// An author's name as it is kept: what is long is cut as in other texts.
  static func name(_ start: ArraySlice<UInt8>, of count: Int) -> [UInt8] {
    count <= Printable.longest
      ? Array(start) : Array(Printable.excerpt(start, of: count).utf8)
  }
}

/// The lines of a program's output as they come, of which no more than the beginning is kept.
struct LineStream {
  /// How much of a line is kept.
  private static let most = 4096
  private var line: [UInt8] = []
  private var count = 0

  /// Hands out each line that ends in the bytes: its beginning, and how long it is.
  mutating func take(_ bytes: [UInt8], _ body: (_ start: [UInt8], _ count: Int) -> Void) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0A) {
      append(rest[..<end])
      body(line, count)
      (line, count) = ([], 0)
      rest = rest[(end + 1)...]
    }
    append(rest)
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    line += bytes.prefix(Self.most - line.count)
    count += bytes.count
  }
}
