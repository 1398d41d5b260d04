# Completion for tutti, tutti-mpi and tutti-mpi.NAME in bash; in zsh after: autoload -U bashcompinit && bashcompinit.
# Commands, options and algorithms are those that the programs themselves name.

_tutti() {
  local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} help words
  if [ "$COMP_CWORD" -eq 1 ]; then
    help=$("$program" --help 2>/dev/null </dev/null)
    words=$(sed -n '/^Subcommands:/,/^$/ s/^  \([a-z][a-z-]*\) .*/\1/p' <<<"$help")
  else
    help=$("$program" "${COMP_WORDS[1]}" --help 2>/dev/null </dev/null)
    words=$(sed -n '/^Subcommands:/,/^$/ s/^  \([a-z][a-z-]*\) .*/\1/p' <<<"$help")
    if [ -n "$words" ] && [ "$COMP_CWORD" -gt 2 ]; then
      help=$("$program" "${COMP_WORDS[1]}" "${COMP_WORDS[2]}" --help 2>/dev/null </dev/null)
      words=
    fi
  fi
  case $word in
    -*) words=$(sed -n 's/^  \(-[a-z],\)\{0,1\}\(--[a-z0-9-]*\).*/\2/p' <<<"$help") ;;
    *)
      # An algorithm is due where the help says so of an argument without an option.
      if sed -n '/^Positionals:/,/^$/p' <<<"$help" | grep -q 'COLLECTIVE'; then
        words=$("${program%/*}/tutti" list 2>/dev/null || tutti list 2>/dev/null)
        words=$(sed -n 's/^\([a-z_]*\)\(\/[a-z0-9_]*\) .*/\1 \1\2/p' <<<"$words" | tr ' ' '\n' | sort -u)
      fi
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
# It is installed under the name of each tutti-mpi.NAME.
complete -o default -F _tutti tutti tutti-mpi ${BASH_SOURCE:+"${BASH_SOURCE[0]##*/}"}
