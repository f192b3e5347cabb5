import Cascade
import JSONSource
import Legible

/// A shell variable's name, which may not be one that shells or the loader give a meaning.
struct VariableName: Hashable {
  let bytes: [UInt8]

  /// Names with a meaning; a closed list, which heir.1 shows.
  static let reserved: [String] = [
    "PATH", "IFS", "HOME", "ENV", "PS1", "PS2", "PS3", "PS4", "PROMPT_COMMAND", "CDPATH", "UID",
    "EUID", "PPID", "PWD", "OLDPWD", "RANDOM", "SRANDOM", "SECONDS", "LINENO", "OPTARG", "OPTIND",
    "OPTERR", "TMOUT", "HISTCMD", "GROUPS", "DIRSTACK", "FUNCNAME", "REPLY", "SHELLOPTS",
    "BASHOPTS", "POSIXLY_CORRECT", "GLOBIGNORE", "_", "SHELL", "MAIL", "HISTFILE", "INPUTRC",
    "TIMEFORMAT", "FCEDIT", "KSH_VERSION",
    // The loader and the C library read them, and load what they name (ld.so(8), environ(7)).
    "GLIBC_TUNABLES", "GCONV_PATH", "GETCONF_DIR", "LOCPATH", "NLSPATH", "TZDIR", "MALLOC_TRACE",
    "MALLOC_CHECK_", "RESOLV_HOST_CONF", "HOSTALIASES", "LOCALDOMAIN", "RES_OPTIONS", "LIBPATH",
    "SHLIB_PATH", "LDR_PRELOAD",
    // Bash expands these, commands in them included.
    "PS0", "MAILPATH",
    // Integers in zsh, which works out what is assigned, commands in a subscript included.
    "COLUMNS", "EGID", "FUNCNEST", "GID", "HISTSIZE", "KEYTIMEOUT", "LINES", "LISTMAX",
    "MAILCHECK", "SAVEHIST", "SHLVL", "TRY_BLOCK_ERROR", "TRY_BLOCK_INTERRUPT",
    // They tell zsh where its functions and modules are, what to run, and what to show.
    "FPATH", "MODULE_PATH", "NULLCMD", "READNULLCMD", "ZDOTDIR", "PROMPT", "PROMPT2", "PROMPT3",
    "PROMPT4", "RPROMPT", "RPROMPT2", "RPS1", "RPS2", "SPROMPT", "PSVAR", "argv", "cdpath",
    "fpath", "module_path", "path", "prompt", "psvar",
  ]

  /// How further names with a meaning begin.
  static let reservedPrefixes = ["BASH", "EPOCH", "LD_", "DYLD_", "HEIR_"]

  /// Takes a name as it is written.
  init(_ bytes: [UInt8]) throws(Failure) {
    let shown = Printable.quoted(bytes)
    guard let first = bytes.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first),
      bytes.allSatisfy(Self.isWordByte)
    else {
      throw .message("\(shown) is no variable name: letters, digits and '_', no digit first")
    }
    guard !Self.reserved.contains(where: { $0.utf8.elementsEqual(bytes) }),
      !Self.reservedPrefixes.contains(where: { bytes.starts(with: $0.utf8) })
    else {
      throw .message("\(shown) means something to shells or the loader; choose another name")
    }
    self.bytes = bytes
  }

  /// The name that a prefix and a key's names make: joined by `_`, in capitals, other bytes as `_`.
  init(prefix: [UInt8], _ key: [Name], of whole: Key, _ names: NameTable) throws(Failure) {
    var bytes = prefix
    for (index, name) in key.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: "_")) }
      for byte in names.bytes(of: name) {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): bytes.append(byte - 32)
        case _ where Self.isWordByte(byte): bytes.append(byte)
        default: bytes.append(UInt8(ascii: "_"))
        }
      }
    }
    do throws(Failure) {
      try self.init(bytes)
    } catch {
      guard case .message(let words, _) = error else { throw error }
      throw .message("\(names.text(whole)): \(words)", notes: ["--prefix changes all names"])
    }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
