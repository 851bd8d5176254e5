#!/usr/bin/env bash
# Makes pictures of the real program: every line of screens.txt is a name, a size,
# colours, the ground (dark, light, or both for NAME-dark and NAME-light), an
# exercise ("-" is the contents), and the keys that lead to what is shown, as tmux
# knows them. Those that README.md shows are kept beside this script, the others in
# album/, which git ignores. Names given as arguments are made alone. It needs tmux
# and rsvg-convert (Debian: librsvg2-bin, fonts-dejavu-core).
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'tmux -L pictures kill-server 2>/dev/null || true; sleep 0.5; rm -rf "$work"' EXIT
CGO_ENABLED=0 go build -trimpath -o "$work/kernellab" .
go build -trimpath -o "$work/paint" ./testdata/pictures/paint

begin() { # width height colours flags…
  local w=$1 h=$2 colours=$3
  shift 3
  tmux -L pictures kill-server 2>/dev/null || true
  tmux -L pictures -f /dev/null new-session -d -x "$w" -y "$h" \
    "env HOME=$home XDG_DATA_HOME=$home TERM=vt220 COLORTERM=truecolor $work/kernellab --seed 7 --color $colours $*"
  sleep 1
}

press() { # keys…
  for key in "$@"; do
    tmux -L pictures send-keys -- "$key"
    # A key that comes at once after escape would be one with alt.
    if [ "$key" = Escape ]; then sleep 0.5; else sleep 0.15; fi
  done
}

shoot() { # name size colours ground exercise keys…
  local name=$1 w=${2%x*} h=${2#*x} colours=$3 ground=$4 exercise=$5
  shift 5
  local unit="--unit $exercise"
  [ "$exercise" != - ] || unit=""
  home=$(mktemp -d -p "$work") # the one before may still be written to
  if [ "$ground" = light ]; then # the setting is kept
    begin "$w" "$h" "$colours"
    press , Right Escape q
    sleep 0.5
  fi
  begin "$w" "$h" "$colours" $unit
  press "$@"
  sleep 0.7
  local file=testdata/pictures/$name.png
  grep -qF "($file)" README.md || file=testdata/pictures/album/$name.png
  tmux -L pictures capture-pane -e -N -p | "$work/paint" "$w" "$h" "$ground" | rsvg-convert -o "$file"
  tmux -L pictures kill-server
}

mkdir -p testdata/pictures/album
while read -r name size colours ground rest; do
  [ -n "$name" ] && [ "${name#\#}" = "$name" ] || continue
  for g in ${ground/both/dark light}; do
    one=$name
    [ "$ground" != both ] || one=$name-$g
    [ $# -eq 0 ] || printf '%s\n' "$@" | grep -qx -- "$one" || continue
    # shellcheck disable=SC2086 # the words of a line are the arguments
    shoot "$one" "$size" "$colours" "$g" $rest < /dev/null
  done
done < testdata/pictures/screens.txt
