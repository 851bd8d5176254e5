package ascii

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

var _ Changing = Map{}

// Since tells which points changed their kind or their side, and how the boundary
// moved.
func (m Map) Since(before Figure) ([]string, bool) {
	was, ok := before.(Map)
	if !ok || len(was.Marks) != len(m.Marks) || (m.Field == nil) != (was.Field == nil) {
		return nil, false
	}
	out := m.kindsSince(was)
	if m.Field == nil {
		return out, slices.Equal(was.Words(), m.Words())
	}
	a, b := was.read(), m.read()
	return append(append(out, sidesSince(a, b)...), boundarySince(a, b)...), a.x == b.x && a.y == b.y
}

// kindsSince tells which points are now what they were not.
func (m Map) kindsSince(was Map) []string {
	now := map[MarkKind][]int{}
	for i, k := range m.Marks {
		if k.Kind != was.Marks[i].Kind {
			now[k.Kind] = append(now[k.Kind], i)
		}
	}
	var out []string
	for _, k := range []MarkKind{FreeSV, BoundSV, Missed, PlainMark} {
		switch at := now[k]; len(at) {
		case 0:
		case 1:
			out = append(out, "Point "+m.named(at[0])+" is "+k.one()+" now.")
		default:
			out = append(out, "Points "+m.names(at, mostNamed)+" are "+k.many()+" now.")
		}
	}
	return out
}

// one and many are what a mark of the kind, or several, have become.
func (k MarkKind) one() string {
	return [...]string{PlainMark: "at α = 0", FreeSV: "a free support vector", BoundSV: "at the bound C", Missed: "a mistake for the first time"}[k]
}

func (k MarkKind) many() string {
	return [...]string{PlainMark: "at α = 0", FreeSV: "free support vectors", BoundSV: "at the bound C", Missed: "mistakes for the first time"}[k]
}

// sidesSince tells which points came to the side of their class, or left it.
func sidesSince(a, b mapReading) []string {
	if a.flat() || b.flat() || b.classed == 0 {
		return nil
	}
	missing := func(of, in []int) []int {
		return slices.DeleteFunc(slices.Clone(of), func(i int) bool { return slices.Contains(in, i) })
	}
	var out []string
	if at := missing(a.wrong, b.wrong); len(at) > 0 {
		out = append(out, fmt.Sprintf("On the side of their class now: %s.", b.m.names(at, mostNamed)))
	}
	if at := missing(b.wrong, a.wrong); len(at) > 0 {
		out = append(out, fmt.Sprintf("On the wrong side now: %s.", b.m.names(at, mostNamed)))
	}
	return out
}

// boundarySince tells where the boundary runs now, where it runs elsewhere, and
// what that gave to which class.
func boundarySince(a, b mapReading) []string {
	if b.flat() || !a.flat() && b.along(a) {
		return nil
	}
	var out []string
	now := b.boundaryWords()
	out = append(out, strings.Replace(now[0], "The boundary f = 0", "The boundary now", 1))
	out = append(out, now[1:]...)
	switch d := b.share() - a.share(); {
	case a.flat():
		out = append(out, fmt.Sprintf("Class +1 has %d %% of the map.", b.share()))
	case d != 0:
		out = append(out, fmt.Sprintf("Class +1 has %d %% of the map, %d %% before.", b.share(), a.share()))
	}
	return append(out, b.nearWords()...)
}

// along reports that the boundary runs where another does, as far as the eye can
// tell.
func (r mapReading) along(other mapReading) bool {
	if len(r.boundary) != len(other.boundary) {
		return false
	}
	for _, l := range r.boundary {
		for _, p := range l.pts {
			if other.off(p) > straight {
				return false
			}
		}
	}
	return true
}

// off is how far p is from the boundary, in parts of the map.
func (r mapReading) off(p Point) float64 {
	far := math.Inf(1)
	for _, l := range r.boundary {
		for j := 1; j < len(l.pts); j++ {
			far = math.Min(far, offChord(r.x, r.y, l.pts[j-1], l.pts[j], p))
		}
	}
	return far
}
