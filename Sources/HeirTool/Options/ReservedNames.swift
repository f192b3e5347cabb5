import SafeText

/// Lists of variables with a meaning for other programs; heir.1 prints them.
package struct ReservedNames {
  package let names: [String]
  package let prefixes: [String]
  let reason: String
  private let isCaseless: Bool

  package init(
    _ names: [String], beginning prefixes: [String], why: String, isCaseless: Bool = false
  ) {
    (self.names, self.prefixes, reason) = (names, prefixes, why)
    self.isCaseless = isCaseless
  }

  func contains(_ name: [UInt8]) -> Bool {
    let name = folded(name)
    return names.contains { $0.utf8.elementsEqual(name) } || begins(name)
  }

  func begins(_ start: [UInt8]) -> Bool {
    let start = folded(start)
    return prefixes.contains { start.starts(with: $0.utf8) }
  }

  private func folded(_ name: [UInt8]) -> [UInt8] {
    isCaseless ? name.map(\.uppered) : name
  }

  package static let shells = ReservedNames(
    [
      "PATH", "IFS", "HOME", "ENV", "PS1", "PS2", "PS3", "PS4", "PROMPT_COMMAND", "CDPATH", "UID",
      "EUID", "PPID", "PWD", "OLDPWD", "RANDOM", "SRANDOM", "SECONDS", "LINENO", "OPTARG", "OPTIND",
      "OPTERR", "TMOUT", "HISTCMD", "GROUPS", "DIRSTACK", "FUNCNAME", "REPLY", "SHELLOPTS",
      "BASHOPTS", "POSIXLY_CORRECT", "GLOBIGNORE", "_", "SHELL", "MAIL", "HISTFILE", "INPUTRC",
      "TIMEFORMAT", "FCEDIT", "KSH_VERSION",
      // The loader and the C library load the files that these name (ld.so(8), environ(7)).
      "GLIBC_TUNABLES", "GCONV_PATH", "GETCONF_DIR", "LOCPATH", "NLSPATH", "TZDIR", "MALLOC_TRACE",
      "MALLOC_CHECK_", "RESOLV_HOST_CONF", "HOSTALIASES", "LOCALDOMAIN", "RES_OPTIONS", "LIBPATH",
      "SHLIB_PATH", "LDR_PRELOAD",
      // Bash expands these, including commands.
      "PS0", "MAILPATH",
      // Integers in zsh, which evaluates assigned text, including commands in a subscript.
      "COLUMNS", "EGID", "FUNCNEST", "GID", "HISTSIZE", "KEYTIMEOUT", "LINES", "LISTMAX",
      "MAILCHECK", "SAVEHIST", "SHLVL", "TRY_BLOCK_ERROR", "TRY_BLOCK_INTERRUPT",
      // Zsh takes functions, modules, commands and prompts from these.
      "FPATH", "MODULE_PATH", "NULLCMD", "READNULLCMD", "ZDOTDIR", "PROMPT", "PROMPT2", "PROMPT3",
      "PROMPT4", "RPROMPT", "RPROMPT2", "RPS1", "RPS2", "SPROMPT", "PSVAR", "argv", "cdpath",
      "fpath", "module_path", "path", "prompt", "psvar",
      // Zsh evaluates these as integers later, or passes them to prompts and stty.
      "BAUD", "DIRSTACKSIZE", "LISTPROMPT", "MENUPROMPT", "MENUSCROLL", "PERIOD",
      "PROMPT_EOL_MARK", "REPORTMEMORY", "REPORTTIME", "STTY",
      // Assigning these has a side effect, such as another user or history file.
      "FIGNORE", "HISTCHARS", "HISTFILESIZE", "KEYBOARD_HACK", "TEXTDOMAINDIR", "TMPPREFIX",
      "USERNAME", "WATCH", "fignore", "histchars", "mailpath", "manpath", "watch",
      // Integers, arrays or read-only in zsh, or after a zsh module is loaded.
      "ARGC", "ERRNO", "LOGCHECK", "PIPESTATUS", "TTYIDLE", "aliases", "builtins", "commands",
      "dirstack", "dis_aliases", "dis_builtins", "dis_functions", "dis_functions_source",
      "dis_galiases", "dis_patchars", "dis_reswords", "dis_saliases", "epochtime", "errnos",
      "funcfiletrace", "funcsourcetrace", "funcstack", "functions", "functions_source", "functrace",
      "galiases", "history", "historywords", "jobdirs", "jobstates", "jobtexts", "keymaps",
      "langinfo", "mapfile", "modules", "nameddirs", "options", "parameters", "patchars",
      "pipestatus", "reswords", "saliases", "signals", "status", "sysparams", "termcap", "terminfo",
      "userdirs", "usergroups", "widgets", "zgdbm_tied",
    ],
    beginning: [
      "BASH", "EPOCH", "LD_", "DYLD_", "HEIR_", "ZSH_", "ZLE_", "ZCURSES_", "ZFTP_", "zsh_", "zle_",
      "zcurses_",
    ],
    why: "is reserved by shells or the loader")
}
