package ascii

import (
	"fmt"
	"math"
	"strings"
)

// fewPlaces is up to how many points are told with their places.
const fewPlaces = 12

// placeWords tells where the points lie, class by class: each of a few, of many the
// middle and how far they are from it.
func (m Map) placeWords() []string {
	var out []string
	for _, class := range []int{1, -1, 0} {
		var at []int
		for i, k := range m.Marks {
			if signOf(float64(k.Class)) == class {
				at = append(at, i)
			}
		}
		switch {
		case len(at) == 0:
		case len(m.Marks) <= fewPlaces, len(at) == 1:
			out = append(out, m.placesOf(at, class))
		default:
			out = append(out, m.middleOf(at, class))
		}
	}
	return out
}

// placesOf is each point of a class with its place; those that are in focus are told
// with theirs anyway.
func (m Map) placesOf(at []int, class int) string {
	parts := make([]string, len(at))
	for n, i := range at {
		parts[n] = m.named(i) + " at " + Point{m.Marks[i].X, m.Marks[i].Y}.said()
	}
	return capitalised(className(class)) + ": " + strings.Join(parts, ", ") + "."
}

// middleOf is the middle of the points of a class, and their mean distance from it.
func (m Map) middleOf(at []int, class int) string {
	var p Point
	for _, i := range at {
		p.X += m.Marks[i].X / float64(len(at))
		p.Y += m.Marks[i].Y / float64(len(at))
	}
	away := 0.0
	for _, i := range at {
		away += math.Hypot(m.Marks[i].X-p.X, m.Marks[i].Y-p.Y) / float64(len(at))
	}
	if class == 0 {
		return fmt.Sprintf("Those without class have their middle at %s and are on average %.2g from there.", p.said(), away)
	}
	return fmt.Sprintf("%s has its middle at %s; its points are on average %.2g from there.", capitalised(className(class)), p.said(), away)
}

func capitalised(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
