package unit9

import (
	"math/rand/v2"
	"strings"
	"testing"

	"kernellab/kernels/structured"
	"kernellab/testdata/support/lessontest"
)

// TestWalks_areCountedRight counts the common walks of 9.7 one by one in both graphs.
func TestWalks_areCountedRight(t *testing.T) {
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
				t.Errorf("seed %d, length %d: got %v walks, want %d", seed, length, got, want)
			}
		}
		a, b := drawSets(rand.New(rand.NewPCG(seed, 97)))
		if a.Len()+b.Len()-2*(a&b).Len() != (a ^ b).Len() {
			t.Errorf("seed %d: |A| + |B| − 2|A ∩ B| of %v and %v differs from the size of their symmetric difference, want it equal",
				seed, a, b)
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

// TestSubsetTask_acceptsEveryFeatureMap checks that any φ with the right kernel on all
// subsets is accepted, in any form, order or rotation.
func TestSubsetTask_acceptsEveryFeatureMap(t *testing.T) {
	both, all := newSubsets("phi", structured.Intersection(), 2), newSubsets("phi", structured.AllSubsets(), 2)
	for _, c := range []struct {
		task        subsetTask
		typed, says string
	}{
		{both, "[(a1 + a2)/sqrt(2), (a1 - a2)/sqrt(2)]", ""},
		{both, "[a1^3, 0, -a2]", ""},
		{both, "[a1, a2, a1 a2]", "A = {1, 2} and B = {1, 2}"},
		{both, "[a1, 1.00000000001 a2]", "is near"},
		{both, "[cos(1) a1 + sin(1) a2, sin(1) a1 - cos(1) a2]", "no proof"},
		{both, "1/a1", "has no value"},
		{all, "[1 + a1 a2, a1, a2]", "B = {1, 2}"},
	} {
		r := c.task.behaviour("").Judges["phi"].Check(t.Context(), c.typed)
		if r.Accepted != (c.says == "") || !strings.Contains(lessontest.Text(r.Fact), c.says) {
			t.Errorf("Check(%s): got accepted %v (%s), want %v with %q", c.typed, r.Accepted, lessontest.Text(r.Fact),
				c.says == "", c.says)
		}
	}
}

// TestSetWitness_decidesExactly checks that witnesses are decided in exact fractions.
func TestSetWitness_decidesExactly(t *testing.T) {
	judge := setWitness(structured.Overlap()).Judges["sets"]
	for typed, ok := range map[string]bool{
		"{1}, {2}, {1, 2} | 1, 1, -1": true, "{1}, {2}, {1, 2} | 1, 1, -4": false,
		"{1, 2, 3}, {2}, {1} | -1, 1, 1": true, "{}, {1} | 5, 1": false,
	} {
		if r := judge.Check(t.Context(), typed); r.Accepted != ok {
			t.Errorf("Check(%s): got accepted %v (%s), want %v", typed, r.Accepted, lessontest.Text(r.Fact), ok)
		}
	}
}

// TestProductTable_listsVerticesAndNeighbours checks that the vertices of the product are
// pairs with the same label, adjacent if both graphs have the edge.
func TestProductTable_listsVerticesAndNeighbours(t *testing.T) {
	g := structured.Graph{Labels: []string{"a", "b", "a"}, Edges: [][2]int{{0, 1}, {1, 2}}}
	h := structured.Graph{Labels: []string{"a", "b"}, Edges: [][2]int{{0, 1}}}
	var rows []string
	for _, row := range productTable(g, h).Rows {
		for _, cell := range row {
			rows = append(rows, cell.String())
		}
	}
	if got := strings.Join(rows, "|"); got != "(1,1) a|(2,2)|(3,1) a|(2,2)|(2,2) b|(1,1) (3,1)" {
		t.Errorf("productTable cells = %q, want each pair with its label and its neighbours", got)
	}
}
