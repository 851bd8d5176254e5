package ascii

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Words describes the points by class, the support vectors, the share of each class in the map, the
// course of the boundary, the points near the boundary, the errors, the comparison with a second
// field, the points in focus, the curves over the map, and the cross.
func (m Map) Words() []string {
	x, y := m.Ranges()
	out := []string{fmt.Sprintf("Map of %s from %s to %s and %s from %s to %s.",
		cmp.Or(m.XLabel, "x"), FormatValue(x.Min), FormatValue(x.Max), cmp.Or(m.YLabel,
			"y"), FormatValue(y.Min), FormatValue(y.Max))}
	out = slices.Concat(out, m.markWords(), m.positionWords())
	if m.Field != nil {
		r := m.summariseField()
		out = append(out, r.words()...)
		if !r.isZero() {
			out = append(out, m.errorWords(r)...)
		}
		out = append(out, m.comparisonWords(x, y)...)
	}
	return slices.Concat(out, m.focusWords(), m.curveWords(x, y), m.crossWords())
}

// fewFocused is the largest number of points in focus that are described one by
// one.
const fewFocused = 4

// focusWords describes the points that are selected or in focus. If there are
// many, it gives only their number.
func (m Map) focusWords() []string {
	var out []string
	focusedCount := 0
	for i, mark := range m.Marks {
		if mark.Focus && !mark.Selected {
			focusedCount++
		}
		if mark.Selected || mark.Focus {
			out = append(out, fmt.Sprintf("Point %s at (%s, %s), %s, is %s.", m.numberOf(i),
				FormatValue(mark.X), FormatValue(mark.Y), className(mark.Class), mark.focusState()))
		}
	}
	if focusedCount <= fewFocused {
		return out
	}
	out = slices.DeleteFunc(out, func(s string) bool { return strings.HasSuffix(s, " in focus.") })
	return append(out, fmt.Sprintf("%d points are in focus.", focusedCount))
}

func (m Mark) focusState() string {
	if m.Selected {
		return "selected"
	}
	return "in focus"
}

// markWords counts marks by class and by kind.
func (m Map) markWords() []string {
	marks := m.Marks
	if len(marks) == 0 {
		return nil
	}
	var pos, neg, missedCount int
	var freeMarks, boundMarks []int
	for i, mark := range marks {
		switch {
		case mark.Class > 0:
			pos++
		case mark.Class < 0:
			neg++
		}
		switch mark.Kind {
		case FreeSV:
			freeMarks = append(freeMarks, i)
		case BoundSV:
			boundMarks = append(boundMarks, i)
		case Missed:
			missedCount++
		}
	}
	out := []string{fmt.Sprintf("%s: %d of class +1, %d of class -1.", Count(len(marks), "point"), pos, neg)}
	if n := len(marks) - pos - neg; n == len(marks) {
		out[0] = Count(n, "point") + " without a class."
	} else if n > 0 {
		out[0] = fmt.Sprintf("%s: %d of class +1, %d of class -1, %d without a class.", Count(len(marks), "point"), pos,
			neg, n)
	}
	if missedCount > 0 {
		out = append(out, fmt.Sprintf("%s with α > 0: a mistake at least once.", Count(missedCount, "point")))
	}
	if n := len(freeMarks) + len(boundMarks); n > 0 {
		out = append(out, fmt.Sprintf("%s: %s, %s.", Count(n, "support vector"), m.countMarks(freeMarks, "free"),
			m.countMarks(boundMarks, "at the bound C")))
	}
	return out
}

// countMarks returns how many marks are in a state, and the numbers of these marks.
func (m Map) countMarks(marks []int, state string) string {
	if len(marks) == 0 {
		return "0 " + state
	}
	return fmt.Sprintf("%d %s (%s)", len(marks), state, m.numbers(marks, maxListed))
}

// Count returns a number with a noun: "1 row", "3 rows".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// AndMore returns a sentence with the number of omitted things: "There is 1
// more row."
func AndMore(n int, noun string) string {
	if n == 1 {
		return "There is 1 more " + noun + "."
	}
	return fmt.Sprintf("There are %d more %ss.", n, noun)
}

// errorWords lists the marks on the wrong side.
func (m Map) errorWords(r fieldSummary) []string {
	switch n := len(r.misclassified); {
	case r.marksWithClass == 0:
		return nil
	case n == 0:
		return []string{"Every point lies on the side of its class."}
	case n == 1:
		return []string{"1 point is not on the side of its class: number " + m.numberOf(r.misclassified[0]) + "."}
	}
	return []string{fmt.Sprintf("%d points are not on the side of their class: numbers %s.", len(r.misclassified),
		m.numbers(r.misclassified, maxListed))}
}

// maxListed is the largest number of points that are listed one by one.
const maxListed = 12

// numbers returns the numbers of the given marks, separated by commas. If there are more than
// limit marks, it returns the first numbers and says how many more there are.
func (m Map) numbers(marks []int, limit int) string {
	var out []string
	for n, i := range marks {
		if n == limit {
			return strings.Join(out, ", ") + fmt.Sprintf(" and %d more", len(marks)-n)
		}
		out = append(out, m.numberOf(i))
	}
	if last := len(out) - 1; last > 0 {
		return strings.Join(out[:last], ", ") + " and " + out[last]
	}
	return strings.Join(out, "")
}

// numberOf returns the number of mark i, counted from 1. If the mark has a label without
// its number, the label follows in brackets.
func (m Map) numberOf(i int) string {
	label, number := m.Marks[i].Label, strconv.Itoa(i+1)
	if _, err := strconv.Atoi(label); err == nil || label == "" || strings.HasPrefix(label, number) ||
		strings.HasSuffix(label, "= "+number) {
		return cmp.Or(label, number)
	}
	return number + " (" + label + ")"
}

// maxCurves is the largest number of curves that are described.
const maxCurves = 6

// curveWords describes the curves drawn over the map.
func (m Map) curveWords(x, y Range) []string {
	var out []string
	for i, l := range m.Curves {
		if i == maxCurves {
			return append(out, AndMore(len(m.Curves)-i, "curve"))
		}
		if s := l.words(x, y, m.XLabel, m.YLabel); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// words describes the course of a curve, or returns "" if no part of it is on
// the map.
func (l CurveLine) words(x, y Range, xLabel, yLabel string) string {
	name := cmp.Or(l.Name, "A curve")
	if l.Dotted {
		name += ", dotted,"
	}
	var pts []Point
	for _, p := range l.points(frame{area: Rect{W: descriptionGrid, H: descriptionGrid}, x: x, y: y}) {
		if finite(p.X) && finite(p.Y) {
			pts = append(pts, p)
		}
	}
	pts = clipPath(pts, x, y)
	switch n := len(pts); {
	case n == 0:
		return ""
	case n == 1:
		return fmt.Sprintf("%s is at %s.", name, pts[0].format())
	case pts[0] == pts[n-1]:
		if n <= 6 {
			return fmt.Sprintf("%s is closed, with corners at %s.", name, Join(pts[:n-1], ", ", Point.format))
		}
		return name + " " + contour{pts: pts, closed: true}.courseText(x, y, xLabel, yLabel) + "."
	}
	return name + " " + contour{pts: pts}.courseText(x, y, xLabel, yLabel) + "."
}

// fewPlaces is the largest number of points whose positions are listed.
const fewPlaces = 12

// positionWords describes the positions of the points of each class: each position if there are few,
// otherwise their mean and their average distance from that mean.
func (m Map) positionWords() []string {
	var out []string
	for _, class := range []int{1, -1, 0} {
		var marks []int
		for i, mark := range m.Marks {
			if signOf(float64(mark.Class)) == class {
				marks = append(marks, i)
			}
		}
		switch {
		case len(marks) == 0:
		case len(m.Marks) <= fewPlaces, len(marks) == 1:
			out = append(out, m.positionsText(marks, class))
		default:
			out = append(out, m.meanText(marks, class))
		}
	}
	return out
}

// positionsText lists the points of a class with their positions.
func (m Map) positionsText(marks []int, class int) string {
	parts := make([]string, len(marks))
	for n, i := range marks {
		parts[n] = m.numberOf(i) + " at " + Point{m.Marks[i].X, m.Marks[i].Y}.format()
	}
	return capitalise(className(class)) + ": " + strings.Join(parts, ", ") + "."
}

// meanText describes the mean of the points of a class and their average distance from that mean.
func (m Map) meanText(marks []int, class int) string {
	var p Point
	for _, i := range marks {
		p.X += m.Marks[i].X / float64(len(marks))
		p.Y += m.Marks[i].Y / float64(len(marks))
	}
	meanDistance := 0.0
	for _, i := range marks {
		meanDistance += math.Hypot(m.Marks[i].X-p.X, m.Marks[i].Y-p.Y) / float64(len(marks))
	}
	if class == 0 {
		return fmt.Sprintf("The points without a class have their mean at %s and lie %.2g from it on average.",
			p.format(), meanDistance)
	}
	return fmt.Sprintf("%s has its mean at %s; its points lie %.2g from it on average.",
		capitalise(className(class)), p.format(), meanDistance)
}

func capitalise(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
