#!/bin/sh
# Measure ridge regression: the whole command against its two large parts; Markdown
# on stdout. Nothing is installed.
#
#   testdata/bench/ridge.sh > ridge.md
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
CGO_ENABLED=0 go build -trimpath -o "$work/kernellab" . # as the gate builds it
go build -o "$work/gen" ./testdata/bench/gen
go build -o "$work/ridge" ./testdata/bench/ridge
for n in 1000 2000 5000; do
	"$work/gen" -set gauss -n "$n" -seed 1 >"$work/gauss-$n.txt"
done
"$work/ridge" -kernellab "$work/kernellab" -data "$work"
