package unit9

import (
	"strings"
	"testing"

	"kernellab/kernels/structured"
	"kernellab/testdata/support/lessontest"
)

// TestSubsetTask_acceptsEveryFeatureMap checks that any φ with the right kernel on all
// subsets is accepted, in any form, order or rotation.
func TestSubsetTask_acceptsEveryFeatureMap(t *testing.T) {
	both, all := newSubsetTask("phi", structured.Intersection(), 2), newSubsetTask("phi", structured.AllSubsets(), 2)
	for _, c := range []struct {
		task        subsetTask
		typed, says string
	}{
		{both, "[(a1 + a2)/sqrt(2), (a1 - a2)/sqrt(2)]", ""},
		{both, "[a1^3, 0, -a2]", ""},
		{both, "[a1, a2, a1 a2]", "A = {1, 2} and B = {1, 2}"},
		{both, "[a1, 1.00000000001 a2]", "is near"},
		{both, "[cos(1) a1 + sin(1) a2, sin(1) a1 - cos(1) a2]", "no proof"},
		{both, "1/a1", "is not defined, at a₁ = 0"}, {both, "6^400 a1", "too large to compute with"},
		{both, "a1/(sin(1)^2 + cos(1)^2 - 1)", "cannot be computed"},
		{all, "[1 + a1 a2, a1, a2]", "B = {1, 2}"},
	} {
		r := c.task.featureQuestion("").Judges["phi"].Check(t.Context(), c.typed)
		if r.Accepted != (c.says == "") || !strings.Contains(lessontest.Text(r.Fact), c.says) {
			t.Errorf("Check(%s): got accepted %v (%s), want %v with %q", c.typed, r.Accepted, lessontest.Text(r.Fact),
				c.says == "", c.says)
		}
	}
}

// TestSetWitnessQuestion_decidesExactly checks that witnesses are decided in exact fractions.
func TestSetWitnessQuestion_decidesExactly(t *testing.T) {
	judge := setWitnessQuestion(structured.Overlap()).Judges["sets"]
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
