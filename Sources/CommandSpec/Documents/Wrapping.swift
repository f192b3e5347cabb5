/// Breaks text at spaces into lines of at most `width` characters; longer words are cut.
func wrapped(_ text: String, width: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  var used = 0
  for word in text.unicodeScalars.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
    var word = word
    if used > 0 && used + 1 + word.count > width {
      lines.append(line)
      (line, used) = ("", 0)
    }
    while word.count > width {
      lines.append(String(word.prefix(width)))
      word = word.dropFirst(width)
    }
    if used > 0 {
      line += " "
      used += 1
    }
    line += String(word)
    used += word.count
  }
  if used > 0 { lines.append(line) }
  return lines
}

/// Puts a term in a column and its text beside it, or below if the term is too wide.
func column(_ term: String, _ text: String, indent: Int, at start: Int, width: Int) -> [String] {
  let lines = wrapped(text, width: width - start)
  let head = String(repeating: " ", count: indent) + term
  let margin = String(repeating: " ", count: start)
  let length = head.unicodeScalars.count
  guard let first = lines.first else { return [head] }
  if length + 2 <= start {
    let padding = String(repeating: " ", count: start - length)
    return [head + padding + first] + lines.dropFirst().map { margin + $0 }
  }
  return [head] + lines.map { margin + $0 }
}
