package ascii

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// wordGrid is the number of points a side at which a map is read for its words.
const wordGrid = 65

// Words tells the points by class, support vectors, errors, the share of the
// map each class has, and the pieces of the boundary with their ends.
func (m Map) Words() []string {
	x, y := m.Ranges()
	out := []string{fmt.Sprintf("Map of %s from %s to %s and %s from %s to %s.",
		cmp.Or(m.XLabel, "x"), FormatValue(x.Min), FormatValue(x.Max), cmp.Or(m.YLabel, "y"), FormatValue(y.Min), FormatValue(y.Max))}
	out = append(out, markWords(m.Marks)...)
	if m.Field != nil {
		out = append(out, m.errorWords()...)
		out = append(out, m.regionWords(x, y)...)
		out = append(out, m.besideWords(x, y)...)
	}
	return append(out, m.focusWords()...)
}

// fewFocused is up to how many points in focus are told one by one.
const fewFocused = 4

// focusWords tells the points that are selected or in focus; of many their
// number alone.
func (m Map) focusWords() []string {
	var out []string
	focused := 0
	for i, k := range m.Marks {
		if k.Focus && !k.Selected {
			focused++
		}
		if k.Selected || k.Focus {
			out = append(out, fmt.Sprintf("Point %s at (%s, %s), %s, is %s.", cmp.Or(k.Label, fmt.Sprint(i+1)),
				FormatValue(k.X), FormatValue(k.Y), signed("class ", k.Class), k.state()))
		}
	}
	if focused <= fewFocused {
		return out
	}
	out = slices.DeleteFunc(out, func(s string) bool { return strings.HasSuffix(s, " in focus.") })
	return append(out, fmt.Sprintf("%d points are in focus.", focused))
}

func (m Mark) state() string {
	if m.Selected {
		return "selected"
	}
	return "in focus"
}

// markWords counts marks by class and by kind.
func markWords(marks []Mark) []string {
	if len(marks) == 0 {
		return nil
	}
	var pos, neg, free, bound, missed int
	for _, k := range marks {
		switch {
		case k.Class > 0:
			pos++
		case k.Class < 0:
			neg++
		}
		switch k.Kind {
		case FreeSV:
			free++
		case BoundSV:
			bound++
		case Missed:
			missed++
		}
	}
	out := []string{fmt.Sprintf("%s: %d of class +1, %d of class -1.", Count(len(marks), "point"), pos, neg)}
	if n := len(marks) - pos - neg; n > 0 {
		out[0] = fmt.Sprintf("%s: %d of class +1, %d of class -1, %d without class.", Count(len(marks), "point"), pos, neg, n)
	}
	if missed > 0 {
		out = append(out, fmt.Sprintf("With α > 0, as a mistake at least once: %s.", Count(missed, "point")))
	}
	if free+bound > 0 {
		out = append(out, fmt.Sprintf("%s: %d free, %d at the bound C.", Count(free+bound, "support vector"), free, bound))
	}
	return out
}

// Count is a number of things: "1 row", "3 rows".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// errorWords counts the marks on the wrong side.
func (m Map) errorWords() []string {
	var wrong []string
	n := 0
	for i, k := range m.Marks {
		if k.Class == 0 {
			continue
		}
		n++
		f := [1]float64{}
		m.Field.Sample(f[:], []float64{k.X}, []float64{k.Y})
		if signOf(f[0]) != signOf(float64(k.Class)) {
			wrong = append(wrong, cmp.Or(k.Label, fmt.Sprint(i+1)))
		}
	}
	switch {
	case n == 0:
		return nil
	case len(wrong) == 0:
		return []string{"Every point lies on the side of its class."}
	case len(wrong) == 1:
		return []string{"1 point is not on the side of its class: number " + wrong[0] + "."}
	case len(wrong) > 8:
		return []string{fmt.Sprintf("%d points are not on the side of their class.", len(wrong))}
	}
	return []string{fmt.Sprintf("%d points are not on the side of their class: numbers %s.", len(wrong), strings.Join(wrong, ", "))}
}

// regionWords reads shares and boundary off a regular grid over the map.
func (m Map) regionWords(x, y Range) []string {
	xs, ys := make([]float64, wordGrid), make([]float64, wordGrid)
	for i := range xs {
		t := float64(i) / (wordGrid - 1)
		xs[i], ys[i] = x.Min+t*x.Span(), y.Max-t*y.Span()
	}
	f := make([]float64, wordGrid*wordGrid)
	m.Field.Sample(f, xs, ys)
	var pos, zero, known int
	for _, v := range f {
		if math.IsNaN(v) {
			continue
		}
		known++
		if v >= 0 {
			pos++
		}
		if v == 0 {
			zero++
		}
	}
	switch {
	case known == 0:
		return []string{"The function has no value anywhere on the map."}
	case zero == known:
		return []string{"The function is 0 everywhere on the map: neither class has a part of it yet."}
	}
	share := int(math.Round(100 * float64(pos) / float64(known)))
	out := []string{fmt.Sprintf("Class +1 has %d %% of the map, class -1 %d %%.", share, 100-share)}
	lines := newContours(f, wordGrid, wordGrid).at(0)
	if len(lines) == 0 {
		return append(out, "The boundary f = 0 does not cross the map.")
	}
	out = append(out, fmt.Sprintf("The boundary f = 0 has %s.", Count(len(lines), "piece")))
	for i, l := range lines {
		if i == 4 {
			out = append(out, fmt.Sprintf("There are %d more.", len(lines)-4))
			break
		}
		for j, p := range l.pts {
			t := Point{p.X / (wordGrid - 1), p.Y / (wordGrid - 1)}
			l.pts[j] = Point{x.Min + t.X*x.Span(), y.Max - t.Y*y.Span()}
		}
		out = append(out, l.words())
	}
	return out
}

// words says where a piece of the boundary runs; its points are in data units.
func (c contour) words() string {
	if !c.closed {
		a, b := c.pts[0], c.pts[len(c.pts)-1]
		return fmt.Sprintf("One runs from (%.3g, %.3g) to (%.3g, %.3g).", a.X, a.Y, b.X, b.Y)
	}
	x, y := emptyRange(), emptyRange()
	for _, p := range c.pts {
		x, y = x.With(p.X), y.With(p.Y)
	}
	return fmt.Sprintf("One is closed, around (%.3g, %.3g), %.3g wide and %.3g high.",
		(x.Min+x.Max)/2, (y.Min+y.Max)/2, x.Span(), y.Span())
}
