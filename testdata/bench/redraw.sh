#!/bin/sh
# What a step of SMO sends to a terminal of 120×36 over SSH; Markdown on stdout.
set -eu
cd "$(dirname "$0")/../.."
echo "## What a step sends"
echo
echo "A step of SMO over SSH, 120×36, in bytes: the median and the ninth decile of a run"
echo "(aim: 6000), and how long it takes to find them."
echo
echo "| exercise | colours | median | ninth decile | µs to find them |"
echo "| --- | --- | --- | --- | --- |"
measured=$(go test ./lab -run '^$' -bench Redraw -benchtime 1x)
printf '%s\n' "$measured" | awk '
	/^BenchmarkRedraw/ {
		split($1, at, "[/-]")
		for (i = 3; i < NF; i += 2) value[$(i + 1)] = $i
		printf "| %s | %s | %d | %d | %d |\n", at[3], at[2] == "true" ? "16 million" : at[2],
			value["median-bytes"], value["p90-bytes"], value["thinning-µs/step"]
	}'
