/// Readers of formats, each a line for a POSIX shell that reads `_file` and prints name, NUL, value, NUL.
enum FormatReaders {
  private static let printing = """
    import json, os, subprocess, sys
    def show(pairs):
        for k, v in pairs: sys.stdout.buffer.write(k.encode()+b"\\0"+v.encode()+b"\\0")

    """

  private static func python(_ text: String) -> String {
    "python3 - <<'EOF'\n" + printing + text + "\nEOF"
  }

  /// What reads the file in systemd, and what judges each variable before a program gets it.
  static let systemd = python(
    """
    import ctypes, glob
    places = ["/usr/lib/systemd", "/lib/systemd", "/usr/lib/*/systemd"]
    lib = ctypes.CDLL([f for p in places for f in glob.glob(p + "/libsystemd-shared-*.so")][0])
    lib.env_assignment_is_valid.restype = ctypes.c_bool
    found = ctypes.POINTER(ctypes.c_char_p)()
    assert lib.load_env_file(None, b"_file", ctypes.byref(found)) == 0
    i = 0
    pairs = []
    while found and found[i] is not None:
        if lib.env_assignment_is_valid(found[i]): pairs.append(found[i].decode().split("=", 1))
        i += 1
    show(pairs)
    """)

  /// What a program that fish runs gets.
  static let fish = python(
    """
    out = subprocess.run(["fish", "--no-config", "-c", "source _file; env -0"],
                         stdout=subprocess.PIPE, check=True).stdout.decode("utf-8", "surrogateescape")
    show(e.split("=", 1) for e in out.split("\\0") if e.startswith("V_"))
    """)

  /// Java's own.
  static let properties =
    """
    cat >Read.java <<'EOF'
    class Read {
      public static void main(String[] none) throws Exception {
        var read = new java.util.Properties();
        try (var file = new java.io.FileInputStream("_file")) { read.load(file); }
        var out = new java.io.PrintStream(System.out, false, "UTF-8");
        for (var name : read.stringPropertyNames())
          out.print(name + "\\0" + read.getProperty(name) + "\\0");
        out.flush();
      }
    }
    EOF
    java Read.java
    """

  /// Readers of trees: each compares what it makes of `_file` with the JSON in `_json`, to the last digit,
  /// and prints what differs.
  private static func comparing(_ read: String) -> String {
    python(
      """
      from decimal import Decimal
      def same(a, b):
          if isinstance(b, bool) or b is None or isinstance(b, str): return type(a) is type(b) and a == b
          if isinstance(b, dict):
              return isinstance(a, dict) and list(map(str, a)) == list(b) and all(
                  isinstance(k, str) and same(a[k], b[k]) for k in a)
          if isinstance(b, list):
              return isinstance(a, list) and len(a) == len(b) and all(map(same, a, b))
          return type(a) in (int, float) and Decimal(repr(a)) == b
      def differ(a, b, path="top"):
          if same(a, b): return
          if isinstance(a, dict) and isinstance(b, dict) and set(a) == set(b):
              for k in a: differ(a[k], b[k], path + "." + repr(k))
              if ORDERED and list(a) != list(b): print(path, "is in another order")
          else: print(path, "came back as", repr(a)[:200], "not", repr(b)[:200])
      def sort(a):
          if isinstance(a, dict): return {k: sort(a[k]) for k in sorted(a, key=repr)}
          return [sort(x) for x in a] if isinstance(a, list) else a
      json_text = open("_json", encoding="utf-8").read()
      expected = json.loads(json_text, parse_float=Decimal, parse_int=Decimal)
      \(read)
      differ(found, expected)
      """)
  }

  static let yaml = comparing(
    "import yaml; found = yaml.safe_load(open('_file', 'rb')); ORDERED = True")

  static let toml = comparing(
    """
    import tomllib
    found, expected, ORDERED = sort(tomllib.load(open('_file', 'rb'))), sort(expected), False
    """)
}
