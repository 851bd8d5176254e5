package bench

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"kernellab/exercises/dataset"
)

// Placed is a list of points of the plane in the order in which a student placed them.
// Students can also type it, as in "0.5 1 +; -1 2 -": two coordinates and a class for
// each point.
type Placed []Spot

// Spot is a point with its label, +1 or −1.
type Spot struct{ X, Y, Label float64 }

// Reach is the largest coordinate on the picture of placed points, and MaxPlaced is
// the maximum number of points.
const (
	Reach     = 3
	MaxPlaced = 200
)

// PlacedError describes what is wrong with a text of points, and at which rune.
type PlacedError struct {
	At  int
	Msg string
}

func (e *PlacedError) Error() string { return e.Msg }

// ReadPlaced reads points. The error is a [*PlacedError], and then the result has the
// points before the faulty one.
func ReadPlaced(text string) (Placed, error) {
	var out Placed
	at := 0
	for _, part := range strings.FieldsFunc(text, endsSpot) {
		// Of several equal parts, this is the first one not yet read.
		at += strings.Index(text[at:], part)
		s, err := readSpot(part)
		if err == nil && len(out) == MaxPlaced {
			err = &PlacedError{0, fmt.Sprintf("there is room for %d points", MaxPlaced)}
		}
		if err != nil {
			err.At += len([]rune(text[:at]))
			return out, err
		}
		if at += len(part); s != nil {
			out = append(out, *s)
		}
	}
	return out, nil
}

func endsSpot(r rune) bool { return r == ';' || r == '\n' }

// readSpot reads one point. It returns nil if the text is blank.
func readSpot(text string) (*Spot, *PlacedError) {
	words := strings.FieldsFunc(text, isBlank)
	fault := func(word int, format string, args ...any) *PlacedError {
		at := 0 // of the word
		for _, w := range words[:word] {
			at += strings.Index(text[at:], w) + len(w)
		}
		at += strings.Index(text[at:], words[word])
		return &PlacedError{len([]rune(text[:at])), fmt.Sprintf(format, args...)}
	}
	switch {
	case len(words) == 0:
		return nil, nil
	case len(words) < 3:
		return nil, fault(0, "a point is two numbers and its class, as in 0.5 1 +")
	case len(words) > 3:
		return nil, fault(3, "after a point and its class comes a semicolon")
	}
	var v [2]float64
	for i, word := range words[:2] {
		x, err := strconv.ParseFloat(strings.Replace(word, "−", "-", 1), 64)
		switch {
		case err != nil || math.IsNaN(x):
			return nil, fault(i, "“%s” is no number", short(word))
		case math.Abs(x) > Reach:
			return nil, fault(i, "the picture goes from −%d to %d", Reach, Reach)
		}
		v[i] = x + 0 // no −0
	}
	label, ok := readClass(words[2])
	if !ok {
		return nil, fault(2, "a class is + or −")
	}
	return &Spot{v[0], v[1], label}, nil
}

func isBlank(r rune) bool { return unicode.IsSpace(r) || r == ',' }

func readClass(word string) (label float64, ok bool) {
	switch strings.TrimSuffix(strings.Replace(word, "−", "-", 1), "1") {
	case "+", "": // "1" is a class, too
		return 1, true
	case "-":
		return -1, true
	}
	return 0, false
}

func short(word string) string {
	if r := []rune(word); len(r) > 20 {
		return string(r[:20]) + "…"
	}
	return word
}

// String formats the points such that ReadPlaced returns the same points.
func (p Placed) String() string {
	parts := make([]string, len(p))
	for i, s := range p {
		class := "+"
		if s.Label < 0 {
			class = "-"
		}
		parts[i] = number(s.X) + " " + number(s.Y) + " " + class
	}
	return strings.Join(parts, "; ")
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// At returns the index of the last point at a position, or −1.
func (p Placed) At(x, y float64) int {
	const same = 1e-9
	for i := len(p) - 1; i >= 0; i-- {
		if math.Abs(p[i].X-x) < same && math.Abs(p[i].Y-y) < same {
			return i
		}
	}
	return -1
}

// Toggled adds a point, or removes the one at the same position. It returns the points
// unchanged if there is no room for another.
func (p Placed) Toggled(s Spot) Placed {
	out := append(Placed(nil), p...)
	if i := p.At(s.X, s.Y); i >= 0 {
		return append(out[:i], out[i+1:]...)
	}
	if len(p) < MaxPlaced {
		out = append(out, s)
	}
	return out
}

// Count returns the numbers of points of class −1 and +1.
func (p Placed) Count() (negative, positive int) {
	for _, s := range p {
		if s.Label < 0 {
			negative++
		}
	}
	return negative, len(p) - negative
}

// Set returns the points as a data set, or nil if there are none.
func (p Placed) Set() *dataset.Set {
	if len(p) == 0 {
		return nil
	}
	points, labels := make([][]float64, len(p)), make([]float64, len(p))
	for i, s := range p {
		points[i], labels[i] = []float64{s.X, s.Y}, s.Label
	}
	return dataset.NewClassification("placed points", points, labels)
}
