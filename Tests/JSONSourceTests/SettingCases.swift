extension EditCase {
  static let lines = [
    EditCase(
      "tabs and missing objects", "db.pool.size", "5",
      "{\n\t\"a\": 1\n}\n",
      "{\n\t\"a\": 1,\n\t\"db\": {\n\t\t\"pool\": {\n\t\t\t\"size\": 5\n\t\t}\n\t}\n}\n"),
    EditCase(
      "mixed indentation", "b.d.e", "1",
      "{\n  \"a\": 1,\n  \"b\": {\n  \t\"c\": 1\n  }\n}",
      "{\n  \"a\": 1,\n  \"b\": {\n  \t\"c\": 1,\n  \t\"d\": {\n  \t\t\"e\": 1\n  \t}\n  }\n}"),
    EditCase(
      "CR LF", "b.c", "3", "{\r\n  \"a\": 1\r\n}\r\n",
      "{\r\n  \"a\": 1,\r\n  \"b\": {\r\n    \"c\": 3\r\n  }\r\n}\r\n"),
    EditCase(
      "commas first", "c.d", "3", "{ \"a\": 1\n, \"b\": 2\n}\n",
      "{ \"a\": 1\n, \"b\": 2\n, \"c\": { \"d\": 3 }\n}\n"),
    EditCase(
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
    EditCase(
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
    EditCase(
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
    EditCase(
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
    EditCase(
      "padded, missing objects", "b.c.d", "2", "{ \"a\": 1 }",
      "{ \"a\": 1, \"b\": { \"c\": { \"d\": 2 } } }"),
    EditCase("dense", "b.c", "2", "{\"a\":1}", "{\"a\":1,\"b\":{\"c\":2}}"),
  ]

  static let spacing = [
    EditCase(
      "blanks around colons", "b.c", "2", "{\n  \"a\" : 1\n}",
      "{\n  \"a\" : 1,\n  \"b\" : {\n    \"c\" : 2\n  }\n}"),
    EditCase(
      "values in a column", "c", "2", "{\n  \"a\":    1,\n  \"bbb\":  2\n}",
      "{\n  \"a\":    1,\n  \"bbb\":  2,\n  \"c\": 2\n}"),
    EditCase(
      "a value of many lines is laid out like the file", "b", "[\n1 ]", "{ \"a\": 1 }",
      "{ \"a\": 1, \"b\": [\n  1 ] }"),
  ]

  static let empty = [
    EditCase(
      "top, with a line end", "a.b", "1", "{}\r\n",
      "{\r\n  \"a\": {\r\n    \"b\": 1\r\n  }\r\n}\r\n"),
    EditCase(
      "inside, of many lines", "a.b", "1", "{\n    \"a\": {},\n    \"c\": 1\n}",
      "{\n    \"a\": {\n        \"b\": 1\n    },\n    \"c\": 1\n}", isUndone: false),
    EditCase(
      "inside, blank", "a.b", "1", "{\n  \"a\": { }\n}", "{\n  \"a\": {\n    \"b\": 1\n  }\n}",
      isUndone: false),
    EditCase(
      "beside objects of one line", "b.x", "1", "{\n  \"a\": {\"x\": 1},\n  \"b\": {}\n}",
      "{\n  \"a\": {\"x\": 1},\n  \"b\": {\"x\": 1}\n}", isUndone: false),
  ]
}
