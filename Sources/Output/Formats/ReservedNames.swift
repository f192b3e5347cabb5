/// Lists of variables with a meaning for other programs; heir.1 prints them.
package struct ReservedNames {
  package let names: [String]
  package let prefixes: [String]
  package let reason: String
  private let isCaseless: Bool

  /// `names` are separated by white space; a line that begins with `#` is a comment.
  package init(
    _ names: String, beginning prefixes: [String], why: String, isCaseless: Bool = false
  ) {
    self.names = names.unicodeScalars.split(separator: "\n").filter { $0.first != "#" }
      .flatMap { $0.split(separator: " ") }.map { String($0) }
    (self.prefixes, reason, self.isCaseless) = (prefixes, why, isCaseless)
  }

  package func contains(_ name: [UInt8]) -> Bool {
    let name = folded(name)
    return names.contains { $0.utf8.elementsEqual(name) } || begins(name)
  }

  package func begins(_ start: [UInt8]) -> Bool {
    let start = folded(start)
    return prefixes.contains { start.starts(with: $0.utf8) }
  }

  private func folded(_ name: [UInt8]) -> [UInt8] {
    isCaseless ? name.map(\.uppered) : name
  }

  package static let shells = ReservedNames(
    """
    PATH IFS HOME ENV PS1 PS2 PS3 PS4 PROMPT_COMMAND CDPATH UID EUID PPID PWD OLDPWD RANDOM
    SRANDOM SECONDS LINENO OPTARG OPTIND OPTERR TMOUT HISTCMD GROUPS DIRSTACK FUNCNAME REPLY
    SHELLOPTS BASHOPTS POSIXLY_CORRECT GLOBIGNORE _ SHELL MAIL HISTFILE INPUTRC TIMEFORMAT FCEDIT
    KSH_VERSION
    # The loader and the C library load the files that these name (ld.so(8), environ(7)).
    GLIBC_TUNABLES GCONV_PATH GETCONF_DIR LOCPATH NLSPATH TZDIR MALLOC_TRACE MALLOC_CHECK_
    RESOLV_HOST_CONF HOSTALIASES LOCALDOMAIN RES_OPTIONS LIBPATH SHLIB_PATH LDR_PRELOAD
    # Bash expands these, including commands.
    PS0 MAILPATH
    # Integers in zsh, which evaluates assigned text, including commands in a subscript.
    COLUMNS EGID FUNCNEST GID HISTSIZE KEYTIMEOUT LINES LISTMAX MAILCHECK SAVEHIST SHLVL
    TRY_BLOCK_ERROR TRY_BLOCK_INTERRUPT
    # Zsh takes functions, modules, commands and prompts from these.
    FPATH MODULE_PATH NULLCMD READNULLCMD ZDOTDIR PROMPT PROMPT2 PROMPT3 PROMPT4 RPROMPT RPROMPT2
    RPS1 RPS2 SPROMPT PSVAR argv cdpath fpath module_path path prompt psvar
    # Zsh evaluates these as integers later, or passes them to prompts and stty.
    BAUD DIRSTACKSIZE LISTPROMPT MENUPROMPT MENUSCROLL PERIOD PROMPT_EOL_MARK REPORTMEMORY
    REPORTTIME STTY
    # Assigning these has a side effect, such as another user or history file.
    FIGNORE HISTCHARS HISTFILESIZE KEYBOARD_HACK TEXTDOMAINDIR TMPPREFIX USERNAME WATCH fignore
    histchars mailpath manpath watch
    # Integers, arrays or read-only in zsh, or after a zsh module is loaded.
    ARGC ERRNO LOGCHECK PIPESTATUS TTYIDLE aliases builtins commands dirstack dis_aliases
    dis_builtins dis_functions dis_functions_source dis_galiases dis_patchars dis_reswords
    dis_saliases epochtime errnos funcfiletrace funcsourcetrace funcstack functions
    functions_source functrace galiases history historywords jobdirs jobstates jobtexts keymaps
    langinfo mapfile modules nameddirs options parameters patchars pipestatus reswords saliases
    signals status sysparams termcap terminfo userdirs usergroups widgets zgdbm_tied
    """,
    beginning: [
      "BASH", "EPOCH", "LD_", "DYLD_", "HEIR_", "ZSH_", "ZLE_", "ZCURSES_", "ZFTP_", "zsh_", "zle_",
      "zcurses_",
    ],
    why: "is reserved by shells or the loader")

  /// Variables from which common programs take commands to run or code to load.
  /// A user may set them for a started program, but a tree must not.
  package static let programs = ReservedNames(
    """
    EDITOR VISUAL PAGER BROWSER MANPAGER MANROFFOPT GROFF_COMMAND_PREFIX LESS LESSOPEN LESSCLOSE
    LESSEDIT SUDO_EDITOR SUDO_ASKPASS SSH_ASKPASS SSH_SK_HELPER SSH_SK_PROVIDER SYSTEMD_PAGER
    SYSTEMD_EDITOR SYSTEMD_LESS PSQL_PAGER PSQL_EDITOR PSQLRC AWS_PAGER GH_PAGER GH_EDITOR
    GH_BROWSER BAT_PAGER DELTA_PAGER ACK_PAGER ACKRC KUBE_EDITOR HGEDITOR SVN_EDITOR DIFFPROG
    FZF_DEFAULT_COMMAND FZF_DEFAULT_OPTS FZF_DEFAULT_OPTS_FILE RIPGREP_CONFIG_PATH MAILCAPS
    VIMINIT GVIMINIT EXINIT VIM VIMRUNTIME EMACSLOADPATH SCREENRC WGETRC CURL_HOME GIT_SSH
    GIT_SSH_COMMAND GIT_EXTERNAL_DIFF GIT_PAGER GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_ASKPASS
    GIT_PROXY_COMMAND GIT_EXEC_PATH GIT_TEMPLATE_DIR GIT_DIR GIT_COMMON_DIR GIT_WORK_TREE
    GIT_ALLOW_PROTOCOL GIT_PROTOCOL_FROM_USER HG HGRCPATH HGMERGE SVN_SSH CVS_RSH RSYNC_RSH
    RSYNC_CONNECT_PROG TAR_OPTIONS ZIPOPT NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE
    BUN_OPTIONS ELECTRON_RUN_AS_NODE YARN_YARN_PATH YARN_PLUGINS PYTHONPATH PYTHONSTARTUP
    PYTHONHOME PYTHONUSERBASE PYTHONINSPECT PYTHONBREAKPOINT PYTHONWARNINGS PYTHONEXECUTABLE
    PYTHONPLATLIBDIR PYTHONPYCACHEPREFIX PYTHONCASEOK PIP_CONFIG_FILE PYTEST_ADDOPTS
    PYTEST_PLUGINS PERL5LIB PERL5OPT PERL5DB PERL5SHELL PERLLIB RUBYLIB RUBYOPT RUBYPATH RUBYSHELL
    GEM_HOME GEM_PATH BUNDLE_GEMFILE IRBRC PHPRC PHP_INI_SCAN_DIR JAVA_TOOL_OPTIONS _JAVA_OPTIONS
    JDK_JAVA_OPTIONS JDK_JAVAC_OPTIONS JAVA_OPTS JAVA_HOME CLASSPATH MAVEN_OPTS MAVEN_ARGS
    GRADLE_OPTS SBT_OPTS ANT_OPTS ANT_ARGS CATALINA_OPTS ERL_FLAGS ERL_AFLAGS ERL_ZFLAGS ERL_LIBS
    ELIXIR_ERL_OPTIONS DOTNET_STARTUP_HOOKS DOTNET_ADDITIONAL_DEPS DOTNET_ROOT MONO_PATH
    MONO_CONFIG R_HOME R_LIBS R_LIBS_USER R_PROFILE R_PROFILE_USER R_ENVIRON R_ENVIRON_USER
    JULIA_LOAD_PATH JULIA_DEPOT_PATH TCLLIBPATH TCL_LIBRARY GUILE_LOAD_PATH
    GUILE_LOAD_COMPILED_PATH MAKEFLAGS GNUMAKEFLAGS MFLAGS MAKEFILES CC CXX CPP COMPILER_PATH
    GCC_EXEC_PREFIX CCACHE_PREFIX RUSTDOC RUSTFLAGS RUSTDOCFLAGS CARGO_HOME GOFLAGS GOENV GOROOT
    GOTOOLCHAIN SWIFT_EXEC
    # Libraries that load modules, and configuration files that name commands.
    OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES KRB5_CONFIG SASL_PATH GTK_MODULES GTK_PATH
    GTK_EXE_PREFIX GIO_EXTRA_MODULES GIO_MODULE_DIR GDK_PIXBUF_MODULE_FILE GDK_PIXBUF_MODULEDIR
    GST_PLUGIN_PATH GST_PLUGIN_SYSTEM_PATH QT_PLUGIN_PATH QT_QPA_PLATFORM_PLUGIN_PATH
    QML_IMPORT_PATH QML2_IMPORT_PATH LIBGL_DRIVERS_PATH VK_ICD_FILENAMES VK_DRIVER_FILES
    VK_LAYER_PATH LIBMYSQL_PLUGINS LIBMYSQL_PLUGIN_DIR LTDL_LIBRARY_PATH DBUS_SESSION_BUS_ADDRESS
    DBUS_SYSTEM_BUS_ADDRESS XDG_CONFIG_HOME XDG_CONFIG_DIRS XDG_DATA_HOME XDG_DATA_DIRS KUBECONFIG
    DOCKER_CONFIG AWS_CONFIG_FILE CLOUDSDK_PYTHON HELM_PLUGINS TF_CLI_CONFIG_FILE
    """,
    beginning: [
      "GIT_CONFIG", "LESSKEY", "LUA_INIT", "LUA_PATH", "LUA_CPATH", "NPM_CONFIG_", "CORECLR_",
      "COR_PROFILER", "COR_ENABLE_PROFILING", "RUSTC", "CARGO_BUILD_", "CARGO_TARGET_", "ANSIBLE_",
      "TF_CLI_ARGS",
    ],
    why: "can make programs run code")
}
