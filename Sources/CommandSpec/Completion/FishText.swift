/// The part of the script for fish that is the same for every table.
struct FishText {
  let tool: String
  let source: CompletionSource

  var lines: String {
    #"""
    # Reads the line up to the word at the cursor: the command with its arguments, the root, and
    # whether -- has ended the options.
    function __\#(tool)_read --no-scope-shadowing
        set \#(tool)_words
        set \#(tool)_root
        set \#(tool)_ended
        set -l \#(tool)_option
        set -l \#(tool)_tokens (commandline -opc)
        for \#(tool)_token in $\#(tool)_tokens[2..-1]
            if test -n "$\#(tool)_option"
                test $\#(tool)_option = \#(source.root); and set \#(tool)_root $\#(tool)_token
                set \#(tool)_option
                continue
            end
            if test -z "$\#(tool)_ended"
                switch $\#(tool)_token
                    case --
                        set \#(tool)_ended 1
                        continue
                    case '\#(source.root)=*'
                        set \#(tool)_root (string replace -r '^[^=]*=' '' -- $\#(tool)_token)
                        continue
                    case '--*=*'
                        continue
                    case -
                    case '-*'
                        # Of joined letters the last may take a value.
                        set -l last (string replace -r -- '^-[^-].*(.)$' '-$1' $\#(tool)_token)
                        __\#(tool)_takes_value "$\#(tool)_words[1]" $last
                        and set \#(tool)_option $\#(tool)_token
                        string match -qr -- '^-(0.|[1-9])' $\#(tool)_token
                        or continue
                end
            end
            set -a \#(tool)_words $\#(tool)_token
        end
        if string match -q -- '~/*' "$\#(tool)_root"
            set \#(tool)_root $HOME(string sub -s 2 -- $\#(tool)_root)
        end
    end

    # Whether the line has this command; without one, whether it has none yet.
    function __\#(tool)_is
        set -l \#(tool)_words; set -l \#(tool)_root; set -l \#(tool)_ended
        __\#(tool)_read
        test -z "$\#(tool)_ended" -a "$\#(tool)_words[1]" = "$argv[1]"
    end

    # Whether the cursor is at this argument of a command, or at one after it with `rest`.
    function __\#(tool)_at
        set -l \#(tool)_words; set -l \#(tool)_root; set -l \#(tool)_ended
        __\#(tool)_read
        if test (count $argv) -eq 0
            test (count $\#(tool)_words) -eq 0
            return
        end
        test "$\#(tool)_words[1]" = $argv[1]; or return 1
        set -l place (math (count $\#(tool)_words) - 1)
        test $place -eq $argv[2]; or test -n "$argv[3]" -a $place -gt $argv[2]
    end

    # Whether the cursor is where this command passes words on.
    function __\#(tool)_passes_on
        set -l \#(tool)_words; set -l \#(tool)_root; set -l \#(tool)_ended
        __\#(tool)_read
        test -n "$\#(tool)_ended" -a "$\#(tool)_words[1]" = $argv[1]
    end

    # Asks the program that PATH has, never one that the line names, about the tree at a root.
    function __\#(tool)_ask
        set -l root
        test -n "$argv[1]"; and set root "\#(source.root)=$argv[1]"
        set -l names (command \#(tool) $root $argv[2..-1] 2>/dev/null </dev/null | string split0)
        string match -vr '[\n\t]' -- $names
    end

    function __\#(tool)_scopes
        set -l \#(tool)_words; set -l \#(tool)_root; set -l \#(tool)_ended
        __\#(tool)_read
        set -l typed (__\#(tool)_typed)
        if string match -q -- '.*' "$typed"
            set -l names (__\#(tool)_ask "$\#(tool)_root" \#(source.scopes) .)
            set -l here (string length -- (string replace -r '/$' '' -- "$names[1]"))
            for name in $names
                printf '%s\n' .(string sub -s (math $here + 1) -- $name)
            end
        else if test -n "$typed"; and not string match -q -- '/*' "$typed"
            __\#(tool)_ask "$\#(tool)_root" \#(source.scopes) | string replace -r '^/' ''
        else
            __\#(tool)_ask "$\#(tool)_root" \#(source.scopes)
        end
    end

    # The keys of so many scopes from the start of the line, with a text after each.
    function __\#(tool)_keys
        set -l \#(tool)_words; set -l \#(tool)_root; set -l \#(tool)_ended
        __\#(tool)_read
        set -l scopes $\#(tool)_words[2..(math 1 + $argv[1])]
        test (count $scopes) -gt 0; or return
        set -l before (string match -r '^[A-Za-z_][A-Za-z0-9_]*=' -- (__\#(tool)_typed))
        for key in (__\#(tool)_ask "$\#(tool)_root" \#(source.keys) $scopes)
            printf '%s\n' "$before$key$argv[2]"
        end
    end

    # The word at the cursor, or what stands in it after the name of an option.
    function __\#(tool)_typed
        commandline -ct | string replace -r -- '^--[a-z-]+=' '' | string replace -r '^["\']' ''
    end
    """#
  }
}
