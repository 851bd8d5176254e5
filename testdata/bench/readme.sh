#!/bin/sh
# Measure everything and write the tables of README.md anew. Takes some minutes;
# run it on a machine that does nothing else.
set -eu
cd "$(dirname "$0")"
new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT INT TERM
{
	echo "## Against svm-train"
	echo
	echo "A cell with a slash is svm-train / kernellab. $(nproc) cores, $(date -u +%Y-%m-%d)."
	echo
	./compare.sh || echo "compare.sh: the bar is missed" >&2
} >"$new/compare"
./ridge.sh >"$new/ridge"
./host.sh >"$new/host"
awk -v new="$new" '
	/^<!-- (compare|ridge|host) -->$/ { print; print ""; while ((getline line < (new "/" $2)) > 0) print line; print ""; skip = 1; next }
	/^<!-- end -->$/ { skip = 0 }
	!skip
' README.md >"$new/README.md"
cp "$new/README.md" README.md
