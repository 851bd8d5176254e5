#!/usr/bin/env bash
# Makes pictures of the real program: every line of screens.txt is a name, a size,
# colours, the ground (dark, light, or both for NAME-dark and NAME-light), an
# exercise ("-" is the contents), and the keys that lead to what is shown, as tmux
# knows them. Those that README.md and lab/KEYS.md show are kept beside this script, the others in
# album/, which git ignores. A name that ends in -film becomes a moving picture of
# eight steps. If names are given as arguments, only those are made. It needs tmux,
# rsvg-convert (Debian: librsvg2-bin, fonts-dejavu-core).
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
    press F6 Right Escape q
    sleep 0.5
  fi
  begin "$w" "$h" "$colours" $unit
  press "$@"
  sleep 0.7
  if [ "${name%-film}" = "$name" ]; then
    capture "$w" "$h" "$ground" "$(place "$name.png")"
  else # one frame at first and one after each step
    for frame in 0 1 2 3 4 5 6 7 8; do
      tmux -L pictures capture-pane -e -N -p | "$work/paint" "$w" "$h" "$ground" > "$work/$frame.svg"
      press l
      sleep 0.7
    done
    film "$work"/?.svg > "$(place "$name.svg")"
  fi
  tmux -L pictures kill-server
}

place() { # file: where it is kept
  local file=testdata/pictures/$1
  grep -qF "$file)" README.md lab/KEYS.md || file=testdata/pictures/album/$1
  echo "$file"
}

film() { # frames: each is visible for 1.2 of 10.8 seconds
  head -c 400 "$1" | grep -o '<svg [^>]*>'
  echo '<style>svg > svg { visibility: hidden; animation: frame 10.8s step-end infinite }'
  echo '@keyframes frame { 0% { visibility: visible } 11.1% { visibility: hidden } }</style>'
  local delay=0
  for frame in "$@"; do
    sed "1,/<svg /s/<svg /<svg style=\"animation-delay: ${delay}ms\" /" "$frame"
    delay=$((delay + 1200))
  done
  echo '</svg>'
}

capture() { # width height ground file: twice the size of a terminal's cells
  tmux -L pictures capture-pane -e -N -p | "$work/paint" "$1" "$2" "$3" | rsvg-convert --zoom 2 -o "$4"
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
