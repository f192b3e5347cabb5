extension EditCase {
  static let put = [
    EditCase(
      "behind the last member's comment", "set c 3",
      "{\n  \"a\": 1, // one\n  \"b\": 2 // two\n}\n",
      "{\n  \"a\": 1, // one\n  \"b\": 2, // two\n  \"c\": 3\n}\n"),
    EditCase(
      "behind a block comment on its line", "set b 2", "{\n  \"a\": 1 /* one */\n}",
      "{\n  \"a\": 1, /* one */\n  \"b\": 2\n}"),
    EditCase(
      "behind several on its line", "set b 2", "{\n  \"a\": 1 /* x */ /* y */ // z\n}",
      "{\n  \"a\": 1, /* x */ /* y */ // z\n  \"b\": 2\n}"),
    EditCase(
      "before what stands last in the object", "set b 2", "{\n  \"a\": 1\n  // last\n}",
      "{\n  \"a\": 1,\n  \"b\": 2\n  // last\n}"),
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
      "behind a last comma with a comment before it", "set b 2", "{\n  \"a\": 1 /* one */,\n}",
      "{\n  \"a\": 1 /* one */,\n  \"b\": 2,\n}"),
    EditCase(
      "behind a last comma on one line", "set b 2", "{\"a\": 1,}", "{\"a\": 1, \"b\": 2,}"),
    EditCase(
      "behind a last comma on one padded line", "set b 2", "{ \"a\": 1, }",
      "{ \"a\": 1, \"b\": 2, }"),
    EditCase(
      "on one line", "set b 2", "{ \"a\": 1 /* one */ }", "{ \"a\": 1 /* one */, \"b\": 2 }"),
    EditCase(
      "on one line behind the last comma's comment", "set b 2", "{ \"a\": 1, /* one */ }",
      "{ \"a\": 1, /* one */\n\"b\": 2, }", isUndone: false),
    EditCase(
      "on one line whose comment ends it", "set c 3", "{ \"a\": 1, \"b\": 2 // two\n}",
      "{ \"a\": 1, \"b\": 2, // two\n\"c\": 3\n}"),
    EditCase(
      "into an empty object with a comment", "set a 1", "{ /* nothing */ }",
      "{ /* nothing */\n  \"a\": 1\n}", isUndone: false),
    EditCase(
      "into an empty object with a line of comment", "set a 1", "{\n  // nothing yet\n}\n",
      "{\n  \"a\": 1\n  // nothing yet\n}\n"),
    EditCase(
      "into an empty object with a comment behind the brace", "set a.b 1",
      "{ // all\n\n  // more\n}\n",
      "{ // all\n  \"a\": {\n    \"b\": 1\n  }\n\n  // more\n}\n"),
    EditCase(
      "into an empty object inside", "set a.b 1", "{\n    \"a\": { /* later */ }\n}",
      "{\n    \"a\": { /* later */\n        \"b\": 1\n    }\n}", isUndone: false),
    EditCase(
      "into an empty object inside, with a line of comment", "set a.b 1",
      "{\n  \"a\": {\n    // later\n  }\n}", "{\n  \"a\": {\n    \"b\": 1\n    // later\n  }\n}",
      isUndone: false),
    EditCase(
      "into an empty object inside one line", "set x.b 1", "{ \"a\": { \"c\": 1 }, \"x\": {/**/} }",
      "{ \"a\": { \"c\": 1 }, \"x\": {/**/ \"b\": 1} }", isUndone: false),
    EditCase(
      "in a file that begins and ends with one", "set b 2",
      "// first\n/* second */\n{\n  \"a\": 1\n} // third\n// fourth",
      "// first\n/* second */\n{\n  \"a\": 1,\n  \"b\": 2\n} // third\n// fourth"),
    EditCase(
      "with CR LF", "set b 2", "// first\r\n{\r\n  \"a\": 1 // one\r\n  // last\r\n}\r\n",
      "// first\r\n{\r\n  \"a\": 1, // one\r\n  \"b\": 2\r\n  // last\r\n}\r\n"),
    EditCase(
      "with CR alone", "set b 2", "{\r  \"a\": 1 // one\r}\r",
      "{\r  \"a\": 1, // one\r  \"b\": 2\r}\r"),
    EditCase(
      "with a byte order mark", "set b 2", "⟨EF BB BF⟩// first\n{ \"a\": 1 // one\n, \"z\": 1\n}",
      "⟨EF BB BF⟩// first\n{ \"a\": 1 // one\n, \"z\": 1\n, \"b\": 2\n}"),
    EditCase(
      "commas first", "set c 3", "{ \"a\": 1 // one\n, \"b\": 2 // two\n}\n",
      "{ \"a\": 1 // one\n, \"b\": 2 // two\n, \"c\": 3\n}\n"),
    EditCase(
      "commas first, behind the last comma", "set c 3",
      "{ \"a\": 1 // one\n, \"b\": 2 // two\n,}\n",
      "{ \"a\": 1 // one\n, \"b\": 2 // two\n,\n\"c\": 3,}\n", isUndone: false),
    EditCase(
      "a directive before the first member's comment", "set $stop [\"x\"]",
      "{\n  // about a\n  \"a\": 1\n}", "{\n  \"$stop\": [\"x\"],\n  // about a\n  \"a\": 1\n}"),
    EditCase(
      "a directive behind the comment of the brace", "set $stop [\"x\"]",
      "{ // all\n  \"a\": 1, // one\n  \"b\": 2\n}",
      "{ // all\n  \"$stop\": [\"x\"],\n  \"a\": 1, // one\n  \"b\": 2\n}"),
    EditCase(
      "a directive behind a heading", "set $stop [\"x\"]",
      "{\n  // heading\n\n  // about a\n  \"a\": 1\n}",
      "{\n  // heading\n\n  \"$stop\": [\"x\"],\n  // about a\n  \"a\": 1\n}"),
    EditCase(
      "a directive on one line", "set $stop [\"x\"]", "{ /* about a */ \"a\": 1 }",
      "{ \"$stop\": [\"x\"], /* about a */ \"a\": 1 }"),
    EditCase(
      "colons with comments are no example", "set b.c 1",
      "{\n  \"a\" /* : */ : /* : */ 1\n}",
      "{\n  \"a\" /* : */ : /* : */ 1,\n  \"b\" : {\n    \"c\" : 1\n  }\n}"),
    EditCase(
      "a comma in a comment parts nothing", "set c 3",
      "{\n  \"a\": 1 /* , */,\n  /* , */ \"b\": 2 // , }\n}",
      "{\n  \"a\": 1 /* , */,\n  /* , */ \"b\": 2, // , }\n  \"c\": 3\n}"),
    EditCase(
      "behind a comment of several lines", "set b 2", "{\n  \"a\": 1 /* one\n\n     more */\n}",
      "{\n  \"a\": 1, /* one\n\n     more */\n  \"b\": 2\n}"),
  ]

  static let replaced = [
    EditCase(
      "replaced on its line", "set a 2", "{ \"a\": 1 /* one */, /* two */ \"b\": 2 }",
      "{ \"a\": 2 /* one */, /* two */ \"b\": 2 }"),
    EditCase(
      "replaced below a comment", "set a \"x\"", "{\n  // about a\n  \"a\": 1 // one\n}",
      "{\n  // about a\n  \"a\": \"x\" // one\n}"),
    EditCase(
      "replaced between name, colon and value", "set a 2",
      "{ \"a\" /* n */ : /* v */ 1 /* b */, // c\n}", "{ \"a\" /* n */ : /* v */ 2 /* b */, // c\n}"
    ),
    EditCase(
      "replaced with a line of comment before the value", "set a {\"b\":1}",
      "{\n  \"a\": // why\n    1\n}", "{\n  \"a\": // why\n    {\"b\":1}\n}"),
    EditCase(
      "replaced array, whose comments are its own", "set a 3",
      "{ \"a\": [1, /* own */ 2] /* b */ }",
      "{ \"a\": 3 /* b */ }"),
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
      "with the comments on its line", "unset b",
      "{ \"a\": 1, /* own */ \"b\": 2 /* own */, \"c\": 3 }",
      "{ \"a\": 1, \"c\": 3 }"),
    EditCase(
      "without the comments of its neighbours on the line", "unset b",
      "{ \"a\": 1 /* a */, \"b\": 2, /* c */ \"c\": 3 }", "{ \"a\": 1 /* a */, /* c */ \"c\": 3 }"),
    EditCase(
      "the last one, and the comma before it", "unset b",
      "{\n  \"a\": 1, // one\n  \"b\": 2 // own\n}", "{\n  \"a\": 1 // one\n}"),
    EditCase(
      "the last one before the last comma", "unset b",
      "{\n  \"a\": 1, // one\n  \"b\": 2, // own\n  // last\n}",
      "{\n  \"a\": 1, // one\n  // last\n}"),
    EditCase(
      "the last one on one line", "unset b", "{ \"a\": 1 /* a */, \"b\": 2 /* own */ }",
      "{ \"a\": 1 /* a */ }"),
    EditCase(
      "the last one on one line before the last comma", "unset b",
      "{ \"a\": 1, \"b\": 2, /* own */ }", "{ \"a\": 1, }"),
    EditCase(
      "the only one", "unset a", "{\n  // own\n  \"a\": 1 // own\n}\n", "{}\n"),
    EditCase(
      "the only one between comments", "unset a",
      "{ // all\n  // heading\n\n  // own\n  \"a\": 1, // own\n  // last\n}\n",
      "{ // all\n  // heading\n\n  // last\n}\n"),
    EditCase(
      "the only one behind a brace's comment", "unset a", "{ // all\n  \"a\": 1\n}", "{ // all\n}"),
    EditCase("the only one on one line", "unset a", "{ /* own */ \"a\": 1, /* own */ }", "{ }"),
    EditCase(
      "all of several", "unset a b", "{\n  \"a\": 1, // own\n  // own\n  \"b\": 2\n  // last\n}",
      "{\n  // last\n}"),
    EditCase(
      "several with a heading between", "unset a b",
      "{\n  \"a\": 1, // own\n\n  // heading\n\n  \"b\": 2, // own\n  \"c\": 3\n}",
      "{\n  // heading\n\n  \"c\": 3\n}"),
    EditCase(
      "the first and the last", "unset a c",
      "{\n  // own\n  \"a\": 1,\n  \"b\": 2, // two\n  \"c\": 3 // own\n  // last\n}",
      "{\n  \"b\": 2 // two\n  // last\n}"),
    EditCase(
      "an object with what stands in it", "unset a",
      "{\n  // own\n  \"a\": { // own\n    // own\n    \"x\": 1 // own\n    // own\n  }, // own\n  \"b\": 2\n}",
      "{\n  \"b\": 2\n}"),
    EditCase(
      "an object that is emptied with what stands in it", "unset a.x",
      "{\n  // own\n  \"a\": {\n    \"x\": 1 // own\n    // own\n  }, // own\n  \"b\": 2 // two\n}",
      "{\n  \"b\": 2 // two\n}"),
    EditCase(
      "with comments between name, colon and value", "unset b",
      "{\n  \"a\": 1,\n  \"b\" // own\n    : /* own */ 2\n}", "{\n  \"a\": 1\n}"),
    EditCase(
      "commas first, the middle one", "unset b",
      "{ \"a\": 1 // one\n, \"b\": 2 // own\n, \"c\": 3 // three\n}",
      "{ \"a\": 1 // one\n, \"c\": 3 // three\n}"),
    EditCase(
      "commas first, the first", "unset a",
      "{ \"a\": 1 // own\n, \"b\": 2 // two\n}", "{\n\"b\": 2 // two\n}"),
    EditCase(
      "commas first, the last, with a comment above", "unset b",
      "{\n    \"a\": 1 // one\n  // own\n  , \"b\": 2 // own\n}", "{\n    \"a\": 1 // one\n}"),
    EditCase(
      "with CR LF and a byte order mark", "unset a",
      "⟨EF BB BF⟩{\r\n  // own\r\n  \"a\": 1, // own\r\n  \"b\": 2 // two\r\n}\r\n// end",
      "⟨EF BB BF⟩{\r\n  \"b\": 2 // two\r\n}\r\n// end"),
    EditCase(
      "among CR alone", "unset a", "{\r  \"a\": 1, // own\r  \"b\": 2\r}", "{\r  \"b\": 2\r}"),
    EditCase(
      "with a comment of several lines above", "unset b",
      "{\n  \"a\": 1,\n  /* own\n\n     own */\n  \"b\": 2,\n  \"c\": 3\n}",
      "{\n  \"a\": 1,\n  \"c\": 3\n}"),
    EditCase(
      "with a comment that ends on its line", "unset b",
      "{\n  \"a\": 1, /* own\n   */ \"b\": 2, // own\n  \"c\": 3\n}",
      "{\n  \"a\": 1,\n  \"c\": 3\n}"),
    EditCase(
      "without a comment that ends on the next one's line", "unset e",
      "{\n  \"e\": 1 ,/*d\n more\n*/\"d\": 2\n}", "{\n  /*d\n more\n*/\"d\": 2\n}"),
    EditCase(
      "with the comment that stood in an empty object", "unset a.b",
      "{ \"a\": { /* own */ \"b\": 1 }, \"c\": 2 }", "{ \"c\": 2 }"),
    EditCase(
      "without a comment that begins on the line before", "unset b",
      "{\n  \"a\": 1, /* a\n   a */\n  \"b\": 2\n}", "{\n  \"a\": 1 /* a\n   a */\n}"),
    EditCase(
      "beside text in comments that looks like members", "unset b",
      "{\n  \"a\": 1,\n  // own \"b\": 3, }\n  \"b\": 2, // own { \"c\n  \"c\": 3 /* ] */\n}",
      "{\n  \"a\": 1,\n  \"c\": 3 /* ] */\n}"),
    EditCase(
      "a group's end keeps the blank line", "unset b",
      "{\n  \"a\": 1,\n  \"b\": 2, // own\n\n  // three\n  \"c\": 3\n}",
      "{\n  \"a\": 1,\n\n  // three\n  \"c\": 3\n}"),
    EditCase(
      "a group of its own keeps one blank line", "unset b",
      "{\n  \"a\": 1, // one\n\n  \"b\": 2,\n\n  \"c\": 3\n}",
      "{\n  \"a\": 1, // one\n\n  \"c\": 3\n}"),
    EditCase(
      "a line with others on it", "unset b",
      "{\n  \"a\": 1, \"b\": 2, // own\n  \"c\": 3\n}", "{\n  \"a\": 1,\n  \"c\": 3\n}"),
    EditCase("with a comma behind it alone", "unset a", "{\"a\":1,}", "{}"),
  ]

  static let lists = [
    EditCase(
      "a list on one line grows", "stop . c", "{ \"$stop\": [ \"a\", /* b */ \"b\" /* b */ ] }",
      "{ \"$stop\": [ \"a\", /* b */ \"b\" /* b */, \"c\" ] }"),
    EditCase(
      "a list of lines grows", "stop . c",
      "{\n  \"$stop\": [\n    // about a\n    \"a\", // one\n    \"b\" // two\n    // last\n  ]\n}",
      "{\n  \"$stop\": [\n    // about a\n    \"a\", // one\n    \"b\", // two\n    \"c\"\n    // last\n  ]\n}"
    ),
    EditCase(
      "a list with a last comma grows", "stop . c",
      "{\n  \"$stop\": [\n    \"a\",\n    \"b\", // two\n  ]\n}",
      "{\n  \"$stop\": [\n    \"a\",\n    \"b\", // two\n    \"c\",\n  ]\n}"),
    EditCase(
      "an empty list with a comment", "stop . a", "{ \"$stop\": [ /* none */ ] }",
      "{ \"$stop\": [ /* none */ \"a\" ] }", isUndone: false),
    EditCase(
      "an empty list with a line of comment", "stop . a", "{\n  \"$stop\": [\n    // none\n  ]\n}",
      "{\n  \"$stop\": [\n    \"a\"\n    // none\n  ]\n}", isUndone: false),
    EditCase(
      "a new list in an object with comments", "stop . a", "{\n  // about b\n  \"b\": 1, // one\n}",
      "{\n  \"$stop\": [\"a\"],\n  // about b\n  \"b\": 1, // one\n}"),
    EditCase(
      "a list shrinks", "resume . b",
      "{ \"$stop\": [ \"a\", /* own */ \"b\" /* own */, /* c */ \"c\" ] // all\n}",
      "{ \"$stop\": [ \"a\", /* c */ \"c\" ] // all\n}"),
    EditCase(
      "a list of lines shrinks", "resume . b",
      "{\n  \"$stop\": [\n    \"a\", // one\n    // own\n    \"b\" // own\n    // last\n  ],\n  \"a\": 1\n}",
      "{\n  \"$stop\": [\n    \"a\" // one\n    // last\n  ],\n  \"a\": 1\n}"),
    EditCase(
      "a list that is emptied goes with its comments", "resume . a",
      "{\n  // own\n  \"$stop\": [\"a\" /* own */], // own\n  // about b\n  \"b\": 1\n}",
      "{\n  // about b\n  \"b\": 1\n}"),
    EditCase(
      "what is in the list is left alone", "stop . a", "{ \"$stop\": [\"a\" /* a */,] }",
      "{ \"$stop\": [\"a\" /* a */,] }", isUndone: false),
  ]
}
