#!/bin/sh
# Measure the host under load: it is started on a free port of this machine, with
# its data in a temporary folder, and driven by students who log in over SSH.
# Markdown on stdout. Nothing is installed.
#
#   testdata/bench/host.sh > host.md              all cases, about ten minutes
#   testdata/bench/host.sh -cases 50,holders      some of them
#   testdata/bench/host.sh -for 5s -cases 200     shorter
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
CGO_ENABLED=0 go build -trimpath -o "$work/kernellab" . # as the gate builds it
go build -o "$work/host" ./testdata/bench/host
"$work/host" -kernellab "$work/kernellab" "$@"
