package lessons

import (
	"math/rand/v2"
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/worksheets"
)

// transformRows is 3.3: its worksheet draws the points of two rows, and √2 times 1 is
// written √2. Three more have a Gram matrix.
func transformRows(b worksheets.Brief) worksheets.Parts {
	root := "√2"
	if r := b.Numbers["r"]; r != 1 {
		root = answer.Shown(r) + root
	}
	s := newSmallPoints(b.Seed)
	gram := s.gram()
	return worksheets.Parts{
		Vars: worksheets.Vars{
			"zRoot": root, "gramRows": gram.rows(), "g1": gram.points[0], "g2": gram.points[1],
			"g12": s.dot(0, 1), "k12": gram.k(0, 1),
		},
		Steps: map[string]worksheets.Behaviour{
			"gram": {Tables: map[string]exercises.FieldTable{"gram": gram.table()}, Scene: gram.scene, Hand: gram.working()},
		},
	}
}

// smallPoints are three points of the plane whose Gram matrix can be had by heart.
type smallPoints [][]float64

// newSmallPoints draws until the entries are short and every slip can be told.
func newSmallPoints(seed uint64) smallPoints {
	r := rand.New(rand.NewPCG(seed, 33))
	for {
		var s smallPoints
		for range 3 {
			s = append(s, []float64{float64(r.IntN(4) - 1), float64(r.IntN(5) - 2)})
		}
		if s.isShort() && s.gram().toldApart() {
			return s
		}
	}
}

// isShort reports whether no point is the origin or another one of them, and no entry
// of the Gram matrix is 0 or beyond the squares that one knows.
func (s smallPoints) isShort() bool {
	for i := range s {
		if s.dot(i, i) == 0 {
			return false
		}
		for j := range s {
			if i != j && slices.Equal(s[i], s[j]) {
				return false
			}
			if k := s.gram().k(i, j); k == 0 || k > 100 {
				return false
			}
		}
	}
	return true
}

func (s smallPoints) dot(i, j int) float64 { return s[i][0]*s[j][0] + s[i][1]*s[j][1] }

// gram is their Gram matrix with (xᵀz + 1)², to be filled in.
func (s smallPoints) gram() gramTask {
	squared := func(v float64) float64 { return v * v }
	picture := ascii.Map{XLabel: "x₁", YLabel: "x₂", X: ascii.Range{Min: -2, Max: 3}, Y: ascii.Range{Min: -3, Max: 3}}
	for i, p := range s {
		picture.Marks = append(picture.Marks, ascii.Mark{X: p[0], Y: p[1], Label: number(i)})
	}
	return gramTask{
		picture: picture,
		points:  []string{place(s[0]), place(s[1]), place(s[2])},
		k:       func(i, j int) float64 { return squared(s.dot(i, j) + 1) },
		slips: []gramSlip{
			{id: "no-one", of: func(i, j int) float64 { return squared(s.dot(i, j)) }},
			{id: "no-square", of: func(i, j int) float64 { return s.dot(i, j) + 1 }},
			{id: "squared-distance", of: func(i, j int) float64 { return squared(s[i][0]-s[j][0]) + squared(s[i][1]-s[j][1]) }},
			{id: "crossed", of: func(i, j int) float64 { return squared(s[i][0]*s[j][1] + s[i][1]*s[j][0] + 1) }},
			upperOnly(),
		},
	}
}
