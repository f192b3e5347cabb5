import SafeText

/// A day as `YYYY-MM-DD` (RFC 3339 `full-date`).
package struct CalendarDate: Comparable, Sendable {
  package let year: Int
  package let month: Int
  package let day: Int

  package init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// nil if the calendar has no such day.
  package init?(_ text: [UInt8]) {
    let dash = UInt8(ascii: "-")
    guard text.count == 10, text[4] == dash, text[7] == dash, let year = text[..<4].decimal,
      let month = text[5..<7].decimal, let day = text[8...].decimal, (1...12).contains(month),
      day >= 1
    else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= days[month - 1] else { return nil }
    self.init(year: year, month: month, day: day)
  }

  package init(daysSince1970 days: Int) {
    // Eras of 400 years, counted from 0000-03-01, so that a leap day ends its year.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  package var text: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  package static func text(daysSince1970 days: Int?) -> String {
    days.map { CalendarDate(daysSince1970: $0).text } ?? "unknown"
  }

  package static func < (left: CalendarDate, right: CalendarDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}
