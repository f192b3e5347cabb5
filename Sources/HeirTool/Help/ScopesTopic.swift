extension Topics {
  static let scopes = page(
    "scopes", summary: "Scopes, the root, overlays and rules of '.heir'",
    #"""
    Every directory at or below the root is a scope, named by its path from the root. It inherits
    from its parent directory. Its property files are '*.json' and '*.jsonc', in order of their
    names; later files override earlier ones. Names that begin with '.' or '_' are ignored.

    - / → the root
    - /prod/eu → a scope; the first slash is optional
    - . → the scope of the current directory
    - ./web, ../us → relative to that scope

    The root is '--root DIR', else $HEIR_ROOT, else the first directory from the current one upwards
    with a file '.heir', else the current directory. 'heir root' prints it.

    The file '.heir' marks the root; it may be empty. Put common values at the root and differing
    values into directories. Git does not keep empty directories: add a file with '{}', or use
    '--virtual'.

    '.heir' may also select property files ("files"), ignore directories ("ignore") and add parents
    to scopes by a rule ("inherit"). '--overlay DIR' adds a tree with values that override those of
    the tree. heir(5) has examples.
    """#)
}
