package dataset

import "slices"

// Scale is the linear map of a column that takes Min to −1 and Max to 1.
type Scale struct {
	Column string  `json:"column"`
	Min    float64 `json:"min"`
	Max    float64 `json:"max"`
}

// Scales returns the scale of each column, from its smallest to its largest value, as svm-scale
// computes it.
func (s *Set) Scales() []Scale {
	out := make([]Scale, s.Dim())
	for j, name := range s.columns {
		values := s.Column(j)
		out[j] = Scale{name, slices.Min(values), slices.Max(values)}
	}
	return out
}

// At returns the scaled value of v. In a constant column, which svm-scale leaves out, it is 0.
func (c Scale) At(v float64) float64 {
	switch {
	case c.Min == c.Max:
		return 0
	case v == c.Max:
		return 1
	}
	return 2*((v/2-c.Min/2)/(c.Max/2-c.Min/2)) - 1 // halved, because the difference may overflow
}

// Scaled returns the set with scaled columns. The scales may come from another set with the same
// columns.
func (s *Set) Scaled(by []Scale) *Set {
	out := *s
	out.points = make([][]float64, s.Len())
	for i, p := range s.points {
		out.points[i] = make([]float64, len(p))
		for j, c := range by {
			out.points[i][j] = c.At(p[j])
		}
	}
	return &out
}
