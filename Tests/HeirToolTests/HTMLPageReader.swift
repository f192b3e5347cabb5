import Foundation
import TestSupport
import Testing

@testable import HeirTool

/// A page as a parser of HTML that is not ours reads it.
struct HTMLPageReader: Decodable {
  struct Row: Decodable {
    let base: String
    let names: [String]
    let hint: String
    let cells: [Cell]
  }

  struct Cell: Decodable {
    let type: String
    let value, former, origin, reason: String?
    let word: String
  }

  let problems: [String]
  let tags: [String]
  let texts: [String: [String]]
  let rows: [Row]

  static func read(_ pictures: [HTMLReport]) throws -> [HTMLPageReader] {
    try read(pages: pictures.map { HTMLPage($0).bytes })
  }

  static func read(pages: [[UInt8]]) throws -> [HTMLPageReader] {
    let scratch = Scratch()
    for (index, page) in pages.enumerated() { scratch.write("\(index).html", page) }
    let result = try Program.run(
      "python3", ["-c", script, String(pages.count)], in: scratch.url)
    try #require(result.status == 0, "\(result.errors)")
    return try JSONDecoder().decode([HTMLPageReader].self, from: Data(result.output.utf8))
  }

  static func read(_ htmlReport: HTMLReport) throws -> HTMLPageReader {
    try #require(try read([htmlReport]).first)
  }

  // The end tags that HTML lets one leave out here are those of paragraphs, cells, and rows.
  private static let script = """
    import html.parser, json, sys
    VOID = {"meta"}
    CLOSES = {"td": {"p", "td", "th"}, "th": {"p", "td", "th"}, "tr": {"p", "td", "th", "tr"}}
    class Page(html.parser.HTMLParser):
      def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.problems, self.tags, self.rows, self.texts = [], [], [], [], {}
        self.row = self.cell = None
      def handle_starttag(self, tag, attrs):
        self.tags.append(" ".join([tag] + [k + "=" + str(v) for k, v in attrs]))
        if "td" in self.open or "th" in self.open or "tr" in self.open:
          while self.open[-1] in CLOSES.get(tag, ()): self.open.pop()
        if tag in VOID: return
        self.open.append(tag)
        self.texts.setdefault(tag, []).append("")
        attrs = dict(attrs)
        if tag == "th" and attrs.get("scope") == "row":
          self.row = {"base": "", "names": [], "hint": "", "cells": []}
          self.rows.append(self.row)
        if tag == "td":
          self.cell = {"type": attrs.get("class", ""), "word": ""}
          self.row["cells"].append(self.cell)
        if "th" in self.open and tag in ("b", "bdi"): self.row["names"].append("")
      def handle_endtag(self, tag):
        while self.open and self.open[-1] != tag and self.open[-1] in ("p", "td", "th", "tr"):
          self.open.pop()
        if not self.open or self.open.pop() != tag: self.problems.append("</%s>" % tag)
      def handle_data(self, data):
        if not self.open:
          if data.strip(): self.problems.append("text outside: " + data)
          return
        tag = self.open[-1]
        self.texts[tag][-1] += data
        if tag == "a": return
        if "td" in self.open:
          inner = self.open[self.open.index("td") + 1:]
          if inner == ["p"]: self.cell["word"] += data
          name = {"bdi": "value", "ins": "value", "del": "former", "p bdi": "origin", "p i": "reason"}.get(" ".join(inner))
          if name: self.cell[name] = self.cell.get(name, "") + data
        elif "th" in self.open and self.row is not None:
          if tag == "i": self.row["base"] += data
          elif tag in ("b", "bdi"): self.row["names"][-1] += data
          elif tag in ("span", "summary"): self.row["hint"] += data
      def handle_comment(self, data): self.problems.append("comment " + data)
      def handle_pi(self, data): self.problems.append("instruction " + data)
      def unknown_decl(self, data): self.problems.append("declaration " + data)
    pages = []
    for number in range(int(sys.argv[1])):
      page = Page()
      page.feed(open("%d.html" % number, encoding="utf-8", newline="").read())
      page.close()
      if page.open: page.problems.append("left open: " + " ".join(page.open))
      pages.append({k: getattr(page, k) for k in ("problems", "tags", "texts", "rows")})
    print(json.dumps(pages))
    """
}
