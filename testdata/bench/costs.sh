#!/bin/sh
# Measure what pictures and training cost and how the cost grows; Markdown on
# stdout. Nothing is installed.
#
#   testdata/bench/costs.sh > costs.md
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
CGO_ENABLED=0 go build -trimpath -o "$work/kernellab" . # as the gate builds it
go build -o "$work/gen" ./testdata/bench/gen
go build -o "$work/costs" ./testdata/bench/costs
for n in 1000 2000 5000 10000 20000; do
	for set in moons gauss; do
		"$work/gen" -set "$set" -n "$n" -seed 1 >"$work/$set-$n.txt"
	done
done
"$work/costs" -kernellab "$work/kernellab" -data "$work"
echo
sh testdata/bench/redraw.sh
