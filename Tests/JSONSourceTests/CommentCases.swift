extension EditCase {
  static let put = [
    EditCase(
      "behind the last member's comment", "set c 3",
      "{\n  \"a\": 1, // one\n  \"b\": 2 // two\n}\n",
      "{\n  \"a\": 1, // one\n  \"b\": 2, // two\n  \"c\": 3\n}\n"),
    EditCase(
      "before a commented member, behind the last one's comment", "set b 2",
      "{\n  \"a\": 1 // one\n  // \"x\": 1,\n\n  /* end */\n}",
      "{\n  \"a\": 1, // one\n  \"b\": 2\n  // \"x\": 1,\n\n  /* end */\n}"),
    EditCase(
      "behind the last comma", "set b 2", "{\n  \"a\": 1,\n}", "{\n  \"a\": 1,\n  \"b\": 2,\n}"),
    EditCase(
      "behind the last comma's comment", "set b 2", "{\n  \"a\": 1, // one\n  // last\n}",
      "{\n  \"a\": 1, // one\n  \"b\": 2,\n  // last\n}"),
    EditCase(
      "on one line behind the last comma's comment", "set b 2", "{ \"a\": 1, /* one */ }",
      "{ \"a\": 1, /* one */\n\"b\": 2, }", isUndone: false),
    EditCase(
      "into an empty object with a line of comment", "set a 1", "{\n  // nothing yet\n}\n",
      "{\n  \"a\": 1\n  // nothing yet\n}\n"),
    EditCase(
      "into an empty object with a comment behind the brace", "set a.b 1",
      "{ // all\n\n  // more\n}\n",
      "{ // all\n  \"a\": {\n    \"b\": 1\n  }\n\n  // more\n}\n"),
    EditCase(
      "with CR LF", "set b 2", "// first\r\n{\r\n  \"a\": 1 // one\r\n  // last\r\n}\r\n",
      "// first\r\n{\r\n  \"a\": 1, // one\r\n  \"b\": 2\r\n  // last\r\n}\r\n"),
    EditCase(
      "a directive before the first member's comment", "set $stop [\"x\"]",
      "{\n  // about a\n  \"a\": 1\n}", "{\n  \"$stop\": [\"x\"],\n  // about a\n  \"a\": 1\n}"),
    EditCase(
      "colons with comments are no example", "set b.c 1",
      "{\n  \"a\" /* : */ : /* : */ 1\n}",
      "{\n  \"a\" /* : */ : /* : */ 1,\n  \"b\" : {\n    \"c\" : 1\n  }\n}"),
  ]

  static let replaced = [
    EditCase(
      "replaced between name, colon and value", "set a 2",
      "{ \"a\" /* n */ : /* v */ 1 /* b */, // c\n}", "{ \"a\" /* n */ : /* v */ 2 /* b */, // c\n}"
    ),
    EditCase(
      "replaced by what is written already", "set a [1,2]", "{ \"a\": [1, /* two */ 2,] }",
      "{ \"a\": [1, /* two */ 2,] }"),
  ]

  static let taken = [
    EditCase(
      "with the comment behind it", "unset a", "{\n  \"a\": 1, // own\n  \"b\": 2 // two\n}",
      "{\n  \"b\": 2 // two\n}"),
    EditCase(
      "with the comments above it", "unset b",
      "{\n  \"a\": 1, // one\n  // own\n  /* own */\n  \"b\": 2,\n  // three\n  \"c\": 3\n}",
      "{\n  \"a\": 1, // one\n  // three\n  \"c\": 3\n}"),
    EditCase(
      "without a comment above a blank line", "unset b",
      "{\n  \"a\": 1,\n\n  // heading\n\n  // own\n  \"b\": 2,\n  \"c\": 3\n}",
      "{\n  \"a\": 1,\n\n  // heading\n\n  \"c\": 3\n}"),
    EditCase(
      "without the comments of its neighbours on the line", "unset b",
      "{ \"a\": 1 /* a */, \"b\": 2, /* c */ \"c\": 3 }", "{ \"a\": 1 /* a */, /* c */ \"c\": 3 }"),
    EditCase(
      "the last one, and the comma before it", "unset b",
      "{\n  \"a\": 1, // one\n  \"b\": 2 // own\n}", "{\n  \"a\": 1 // one\n}"),
    EditCase(
      "the only one between comments", "unset a",
      "{ // all\n  // heading\n\n  // own\n  \"a\": 1, // own\n  // last\n}\n",
      "{ // all\n  // heading\n\n  // last\n}\n"),
    EditCase(
      "an object that is emptied with what stands in it", "unset a.x",
      "{\n  // own\n  \"a\": {\n    \"x\": 1 // own\n    // own\n  }, // own\n  \"b\": 2 // two\n}",
      "{\n  \"b\": 2 // two\n}"),
    EditCase(
      "commas first, the last, with a comment above", "unset b",
      "{\n    \"a\": 1 // one\n  // own\n  , \"b\": 2 // own\n}", "{\n    \"a\": 1 // one\n}"),
    EditCase(
      "with CR LF and a byte order mark", "unset a",
      "⟨EF BB BF⟩{\r\n  // own\r\n  \"a\": 1, // own\r\n  \"b\": 2 // two\r\n}\r\n// end",
      "⟨EF BB BF⟩{\r\n  \"b\": 2 // two\r\n}\r\n// end"),
    EditCase(
      "without a comment that ends on the next one's line", "unset e",
      "{\n  \"e\": 1 ,/*d\n more\n*/\"d\": 2\n}", "{\n  /*d\n more\n*/\"d\": 2\n}"),
    EditCase(
      "without a comment that begins on the line before", "unset b",
      "{\n  \"a\": 1, /* a\n   a */\n  \"b\": 2\n}", "{\n  \"a\": 1 /* a\n   a */\n}"),
    EditCase(
      "a group of its own keeps one blank line", "unset b",
      "{\n  \"a\": 1, // one\n\n  \"b\": 2,\n\n  \"c\": 3\n}",
      "{\n  \"a\": 1, // one\n\n  \"c\": 3\n}"),
  ]

  static let lists = [
    EditCase(
      "a list of lines grows", "stop . c",
      "{\n  \"$stop\": [\n    // about a\n    \"a\", // one\n    \"b\" // two\n    // last\n  ]\n}",
      "{\n  \"$stop\": [\n    // about a\n    \"a\", // one\n    \"b\", // two\n    \"c\"\n    // last\n  ]\n}"
    ),
    EditCase(
      "an empty list with a comment", "stop . a", "{ \"$stop\": [ /* none */ ] }",
      "{ \"$stop\": [ /* none */ \"a\" ] }", isUndone: false),
    EditCase(
      "a list that is emptied goes with its comments", "resume . a",
      "{\n  // own\n  \"$stop\": [\"a\" /* own */], // own\n  // about b\n  \"b\": 1\n}",
      "{\n  // about b\n  \"b\": 1\n}"),
  ]
}
