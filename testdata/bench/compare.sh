#!/bin/sh
# Compare kernellab solve with svm-train, whole process against whole process,
# and with scikit-learn's SVC.fit where there is one. Nothing is installed.
#
#   testdata/bench/compare.sh                       all sizes, five rounds and more for short cases
#   testdata/bench/compare.sh -sizes 1000,5000 -rounds 3 -cache 100
#
# It exits 1 where the bar is missed: no case above 1.0, geometric mean at most
# 0.7, peak memory at most 30 MB above, objectives equal to 1e-4.
set -eu
cd "$(dirname "$0")/../.."

for tool in go svm-train; do
	if ! command -v "$tool" >/dev/null; then
		echo "compare.sh: $tool is missing" >&2
		[ "$tool" = svm-train ] && echo "  on Debian and Ubuntu: apt-get install libsvm-tools" >&2
		exit 2
	fi
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
CGO_ENABLED=0 go build -trimpath -o "$work/built" . # as the gate builds it
cp "$work/built" "$work/kernellab" # as installing does, see README.md: where it comes close
go build -o "$work/gen" ./testdata/bench/gen
go build -o "$work/compare" ./testdata/bench/compare
for n in 1000 2000 5000 10000 20000; do
	for set in moons gauss; do
		"$work/gen" -set "$set" -n "$n" -seed 1 >"$work/$set-$n.txt"
	done
done

svc=
for python in python3 /usr/bin/python3; do
	if "$python" -c 'import sklearn' 2>/dev/null; then
		svc="$python testdata/bench/svc.py"
		break
	fi
done
[ -n "$svc" ] || echo "compare.sh: no scikit-learn, its column is left out (apt-get install python3-sklearn)" >&2

"$work/compare" -kernellab "$work/kernellab" -data "$work" -svc "$svc" "$@"
