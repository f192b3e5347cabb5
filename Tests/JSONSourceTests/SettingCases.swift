extension SettingCase {
  static let lines = [
    SettingCase(
      "two spaces", "c", "3",
      """
      {
        "a": 1,
        "b": 2
      }

      """,
      """
      {
        "a": 1,
        "b": 2,
        "c": 3
      }

      """),
    SettingCase(
      "tabs and missing objects", "db.pool.size", "5",
      "{\n\t\"a\": 1\n}\n",
      "{\n\t\"a\": 1,\n\t\"db\": {\n\t\t\"pool\": {\n\t\t\t\"size\": 5\n\t\t}\n\t}\n}\n"),
    SettingCase(
      "four spaces, inside", "b.d.e", "1",
      """
      {
          "a": 1,
          "b": {
              "c": 1
          },
          "z": 1
      }
      """,
      """
      {
          "a": 1,
          "b": {
              "c": 1,
              "d": {
                  "e": 1
              }
          },
          "z": 1
      }
      """),
    SettingCase(
      "three spaces", "b.c", "1",
      "{\n   \"a\": 1\n}", "{\n   \"a\": 1,\n   \"b\": {\n      \"c\": 1\n   }\n}"),
    SettingCase(
      "no indentation", "b.c", "1",
      "{\n\"a\": 1\n}", "{\n\"a\": 1,\n\"b\": {\n\"c\": 1\n}\n}"),
    SettingCase(
      "mixed indentation", "b.d.e", "1",
      "{\n  \"a\": 1,\n  \"b\": {\n  \t\"c\": 1\n  }\n}",
      "{\n  \"a\": 1,\n  \"b\": {\n  \t\"c\": 1,\n  \t\"d\": {\n  \t\t\"e\": 1\n  \t}\n  }\n}"),
    SettingCase(
      "blank lines and trailing blanks", "c", "3",
      "{\n\n  \"a\": 1,  \n  \n\n  \"b\": 2  \n\n}",
      "{\n\n  \"a\": 1,  \n  \n\n  \"b\": 2,\n  \"c\": 3  \n\n}"),
    SettingCase(
      "CR LF", "b.c", "3", "{\r\n  \"a\": 1\r\n}\r\n",
      "{\r\n  \"a\": 1,\r\n  \"b\": {\r\n    \"c\": 3\r\n  }\r\n}\r\n"),
    SettingCase("CR alone", "b", "3", "{\r  \"a\": 1\r}\r", "{\r  \"a\": 1,\r  \"b\": 3\r}\r"),
    SettingCase(
      "line ends of both kinds", "c", "3", "{\r\n  \"a\": 1,\n  \"b\": 2\r\n}",
      "{\r\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\r\n}"),
    SettingCase(
      "commas first", "c.d", "3", "{ \"a\": 1\n, \"b\": 2\n}\n",
      "{ \"a\": 1\n, \"b\": 2\n, \"c\": { \"d\": 3 }\n}\n"),
    SettingCase(
      "commas first, one member", "b", "3", "{ \"a\": 1\n}\n", "{ \"a\": 1\n, \"b\": 3\n}\n"),
    SettingCase(
      "commas first, outdented", "b.d", "3",
      """
      {
          "a": 1
        , "b": {
              "c": 2
          }
      }
      """,
      """
      {
          "a": 1
        , "b": {
              "c": 2
            , "d": 3
          }
      }
      """),
    SettingCase(
      "braces on their own lines", "b.d", "3",
      """
      {
        "b":
        {
          "c": 2
        }
      }
      """,
      """
      {
        "b":
        {
          "c": 2,
          "d": 3
        }
      }
      """),
    SettingCase(
      "members beside the braces", "c", "3", "{ \"a\": 1,\n  \"b\": 2 }",
      "{ \"a\": 1,\n  \"b\": 2,\n  \"c\": 3 }"),
    SettingCase(
      "a directive last", "b", "3", "{\n  \"$stop\": [\n    \"x\"\n  ]\n}",
      "{\n  \"$stop\": [\n    \"x\"\n  ],\n  \"b\": 3\n}"),
    SettingCase(
      "objects on one line beside the new one", "c.y.z", "3",
      """
      {
        "a": { "x": 1 },
        "b": { "x": 2 }
      }
      """,
      """
      {
        "a": { "x": 1 },
        "b": { "x": 2 },
        "c": { "y": { "z": 3 } }
      }
      """),
    SettingCase(
      "below the first name", "b", "3", "{\"a\": [\n  1\n]\n}\n",
      "{\"a\": [\n  1\n],\n \"b\": 3\n}\n"),
    SettingCase(
      "a directive on one line is no example", "b.c", "3",
      """
      {
        "a": 1,
        "$type": { "b.c": "integer" }
      }
      """,
      """
      {
        "a": 1,
        "$type": { "b.c": "integer" },
        "b": {
          "c": 3
        }
      }
      """),
    SettingCase(
      "but one for directives", "$because.a", "\"x\"",
      """
      {
        "a": 1,
        "$type": {"b.c": "integer"}
      }
      """,
      """
      {
        "$because": {"a": "x"},
        "a": 1,
        "$type": {"b.c": "integer"}
      }
      """),
    SettingCase(
      "a directive comes first", "$because.db", "\"load\"",
      """
      {
        "db": 1
      }
      """,
      """
      {
        "$because": {
          "db": "load"
        },
        "db": 1
      }
      """),
  ]

  static let oneLine = [
    SettingCase("padded", "b", "2", "{ \"a\": 1 }", "{ \"a\": 1, \"b\": 2 }"),
    SettingCase(
      "padded, missing objects", "b.c.d", "2", "{ \"a\": 1 }",
      "{ \"a\": 1, \"b\": { \"c\": { \"d\": 2 } } }"),
    SettingCase("not padded", "b.c", "2", "{\"a\": 1}", "{\"a\": 1, \"b\": {\"c\": 2}}"),
    SettingCase("dense", "b.c", "2", "{\"a\":1}", "{\"a\":1,\"b\":{\"c\":2}}"),
    SettingCase("dense, two", "c", "2", "{\"a\":1,\"b\":2}\n", "{\"a\":1,\"b\":2,\"c\":2}\n"),
    SettingCase(
      "in an object of many lines", "b.d", "2", "{\n  \"b\": { \"c\": 1 },\n  \"e\": 1\n}",
      "{\n  \"b\": { \"c\": 1, \"d\": 2 },\n  \"e\": 1\n}"),
    SettingCase(
      "around one of many lines", "c", "2", "{\"a\": {\n  \"b\": 1\n}}",
      "{\"a\": {\n  \"b\": 1\n}, \"c\": 2}"),
  ]

  static let spacing = [
    SettingCase(
      "blanks around colons", "b.c", "2", "{\n  \"a\" : 1\n}",
      "{\n  \"a\" : 1,\n  \"b\" : {\n    \"c\" : 2\n  }\n}"),
    SettingCase("no blanks", "b", "2", "{\n  \"a\":1\n}", "{\n  \"a\":1,\n  \"b\":2\n}"),
    SettingCase(
      "blanks before commas", "c", "2", "{ \"a\" : 1 , \"b\" : 2 }",
      "{ \"a\" : 1 , \"b\" : 2 , \"c\" : 2 }"),
    SettingCase(
      "values in a column", "c", "2", "{\n  \"a\":    1,\n  \"bbb\":  2\n}",
      "{\n  \"a\":    1,\n  \"bbb\":  2,\n  \"c\": 2\n}"),
    SettingCase(
      "a value of many lines is laid out like the file", "b", "[\n1 ]", "{ \"a\": 1 }",
      "{ \"a\": 1, \"b\": [\n  1 ] }"),
  ]

  static let empty = [
    SettingCase("top", "a", "1", "{}", "{\n  \"a\": 1\n}"),
    SettingCase(
      "top, with a line end", "a.b", "1", "{}\r\n",
      "{\r\n  \"a\": {\r\n    \"b\": 1\r\n  }\r\n}\r\n"),
    SettingCase("top, blank", "a.b", "1", "{ }\n", "{ \"a\": { \"b\": 1 } }\n"),
    SettingCase("top, a line break", "a", "1", "{\n}\n", "{\n  \"a\": 1\n}\n", isUndone: false),
    SettingCase(
      "inside, of many lines", "a.b", "1", "{\n    \"a\": {},\n    \"c\": 1\n}",
      "{\n    \"a\": {\n        \"b\": 1\n    },\n    \"c\": 1\n}", isUndone: false),
    SettingCase(
      "inside, blank", "a.b", "1", "{\n  \"a\": { }\n}", "{\n  \"a\": {\n    \"b\": 1\n  }\n}",
      isUndone: false),
    SettingCase(
      "inside, a line break", "a.b", "1", "{\n\t\"a\": {\n\n\t}\n}",
      "{\n\t\"a\": {\n\t\t\"b\": 1\n\t}\n}", isUndone: false),
    SettingCase("inside, dense", "a.b", "1", "{\"a\":{}}", "{\"a\":{\"b\":1}}", isUndone: false),
    SettingCase(
      "inside, on a padded line", "a.b", "1", "{ \"a\": {} }", "{ \"a\": { \"b\": 1 } }",
      isUndone: false),
    SettingCase(
      "beside objects of one line", "b.x", "1", "{\n  \"a\": {\"x\": 1},\n  \"b\": {}\n}",
      "{\n  \"a\": {\"x\": 1},\n  \"b\": {\"x\": 1}\n}", isUndone: false),
    SettingCase(
      "behind a comma first", "b.x", "1", "{ \"a\": 1\n, \"b\": {}\n}",
      "{ \"a\": 1\n, \"b\": { \"x\": 1 }\n}", isUndone: false),
  ]
}
