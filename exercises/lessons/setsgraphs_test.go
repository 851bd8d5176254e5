package lessons

import (
	"math/rand/v2"
	"testing"

	"kernellab/kernels/structured"
)

// The common walks of 9.7, counted one by one in both graphs.
func TestWalksByHand(t *testing.T) {
	for seed := range uint64(100) {
		g := drawGraphs(rand.New(rand.NewPCG(seed, 97)))
		for length := range 3 {
			want := 0
			for _, x := range walksOf(g[0], length) {
				for _, z := range walksOf(g[1], length) {
					if x == z {
						want++
					}
				}
			}
			if got := (structured.CommonWalks{Length: length}).Eval(g[0], g[1]); got != float64(want) {
				t.Errorf("seed %d, length %d: %v, want %d", seed, length, got, want)
			}
		}
		a, b := drawSets(rand.New(rand.NewPCG(seed, 97)))
		if a.Len()+b.Len()-2*(a&b).Len() != (a ^ b).Len() {
			t.Errorf("seed %d: %v and %v", seed, a, b)
		}
	}
}

// walksOf are what all walks of a graph read.
func walksOf(g structured.Graph, length int) []string {
	type walk struct {
		at   int
		read string
	}
	var all []walk
	for v, l := range g.Labels {
		all = append(all, walk{v, l})
	}
	for range length {
		var longer []walk
		for _, w := range all {
			for _, e := range g.Edges {
				for _, d := range [][2]int{{e[0], e[1]}, {e[1], e[0]}} {
					if d[0] == w.at {
						longer = append(longer, walk{d[1], w.read + g.Labels[d[1]]})
					}
				}
			}
		}
		all = longer
	}
	var out []string
	for _, w := range all {
		out = append(out, w.read)
	}
	return out
}
