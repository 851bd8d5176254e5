package dataset

import (
	"math"
	"slices"
)

// Subset returns the set of the points with the given indices, in that order;
// an index may appear twice. It panics if one is out of range. The rows are
// shared with s, which is safe since neither is ever written to.
func (s *Set) Subset(indices []int) *Set {
	out := *s
	out.points = make([][]float64, len(indices))
	out.labels = make([]float64, len(indices))
	for k, i := range indices {
		out.points[k], out.labels[k] = s.points[i], s.labels[i]
	}
	return &out
}

// Split divides the set into a training part with ⌊fraction·n + ½⌋ points and
// the rest, at random by seed; both keep the order of s. In a classification
// each class is divided by itself, so that its share is the same in both parts
// to within a point. It panics unless 0 ≤ fraction ≤ 1.
func (s *Set) Split(seed uint64, fraction float64) (train, rest *Set) {
	if !(fraction >= 0 && fraction <= 1) {
		panic("dataset: split fraction outside [0, 1]")
	}
	var in, out []int
	want := int(math.Floor(fraction*float64(s.Len()) + 0.5))
	groups := s.classes()
	for k, group := range groups {
		take := int(math.Floor(fraction*float64(len(group)) + 0.5))
		if k == len(groups)-1 {
			take = max(0, min(want-len(in), len(group)))
		}
		shuffled := slices.Clone(group)
		newSource(seed, streamSplit+uint64(k)).Shuffle(len(group), func(i, j int) {
			shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
		})
		in = append(in, shuffled[:take]...)
		out = append(out, shuffled[take:]...)
	}
	slices.Sort(in)
	slices.Sort(out)
	return s.Subset(in), s.Subset(out)
}

// classes returns the indices of class −1 and +1, or of all points where there
// are no classes.
func (s *Set) classes() [][]int {
	groups := make([][]int, 2)
	for i, y := range s.labels {
		k := 0
		if s.task == Classification && y > 0 {
			k = 1
		}
		groups[k] = append(groups[k], i)
	}
	return slices.DeleteFunc(groups, func(g []int) bool { return len(g) == 0 })
}
