package cli

import (
	"encoding/binary"
	"fmt"
	"math"

	"kernellab/exercises/dataset"
	"kernellab/solvers"
)

// twins finds two equal points with opposite labels, counted from 1: every
// kernel gives them the same value, so no hard margin exists in any feature
// space.
func twins(set *dataset.Set) (a, b int, ok bool) {
	first := map[string]int{}
	for i := range set.Len() {
		key := make([]byte, 0, 8*set.Dim())
		for _, v := range set.Point(i) {
			key = binary.LittleEndian.AppendUint64(key, math.Float64bits(v+0))
		}
		j, seen := first[string(key)]
		if !seen {
			first[string(key)] = i
			continue
		}
		if set.Label(i) != set.Label(j) {
			return j + 1, i + 1, true
		}
	}
	return 0, 0, false
}

// explainTwins names the points that make a hard margin impossible. A solver
// that only ran into its cap gets the status that this proves.
func explainTwins(f *modelFlags, set *dataset.Set, m *fitted) {
	if f.model != modelSVM || !math.IsInf(f.c, 1) {
		return
	}
	if m.status != solvers.IterationLimit && m.status != solvers.Unbounded {
		return
	}
	a, b, ok := twins(set)
	if !ok {
		return
	}
	m.status = solvers.Unbounded
	m.sentence = fmt.Sprintf("Points %d and %d are equal with opposite labels, so no kernel separates them, and W grows for ever", a, b)
	m.advice = "--C 10 gives an answer, and so does leaving one of the two out"
}
