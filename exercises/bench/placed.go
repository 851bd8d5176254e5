package bench

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"kernellab/exercises/dataset"
)

// Placed are points of the plane that a student places one by one, in that order.
// As text they are what a student can type, "0.5 1 +; -1 2 -": two places and a
// class each.
type Placed []Spot

// Spot is a point with its label, +1 or −1.
type Spot struct{ X, Y, Label float64 }

// Reach is how far the picture of placed points goes to every side, MostPlaced how
// many there may be.
const (
	Reach      = 3
	MostPlaced = 200
)

// PlacedError says what is wrong with a text of points, and at which rune.
type PlacedError struct {
	At  int
	Msg string
}

func (e *PlacedError) Error() string { return e.Msg }

// ReadPlaced reads points. The error is a [*PlacedError]; with it come the points
// before the place that it is about.
func ReadPlaced(text string) (Placed, error) {
	var out Placed
	at := 0
	for _, part := range strings.FieldsFunc(text, endsSpot) {
		// Of several equal parts the first one behind those read is meant.
		at += strings.Index(text[at:], part)
		s, err := readSpot(part)
		if err == nil && len(out) == MostPlaced {
			err = &PlacedError{0, fmt.Sprintf("there is room for %d points", MostPlaced)}
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

// readSpot reads one point; nil where there are blanks alone.
func readSpot(text string) (*Spot, *PlacedError) {
	var words []string
	var at []int // the rune at which each begins
	inside := false
	for i, r := range []rune(text) {
		blank := unicode.IsSpace(r) || r == ','
		switch {
		case blank:
		case inside:
			words[len(words)-1] += string(r)
		default:
			words, at = append(words, string(r)), append(at, i)
		}
		inside = !blank
	}
	switch {
	case len(words) == 0:
		return nil, nil
	case len(words) < 3:
		return nil, &PlacedError{at[0], "a point is two numbers and its class, as in 0.5 1 +"}
	case len(words) > 3:
		return nil, &PlacedError{at[3], "after a point and its class comes a semicolon"}
	}
	s, v := &Spot{}, [3]float64{}
	for i, word := range words[:2] {
		x, err := strconv.ParseFloat(strings.Replace(word, "−", "-", 1), 64)
		switch {
		case err != nil || math.IsNaN(x):
			return nil, &PlacedError{at[i], fmt.Sprintf("“%s” is no number", short(word))}
		case math.Abs(x) > Reach:
			return nil, &PlacedError{at[i], fmt.Sprintf("the picture goes from −%d to %d", Reach, Reach)}
		}
		v[i] = x + 0 // no −0
	}
	label, ok := readClass(words[2])
	if !ok {
		return nil, &PlacedError{at[2], "a class is + or −"}
	}
	s.X, s.Y, s.Label = v[0], v[1], label
	return s, nil
}

func readClass(word string) (label float64, ok bool) {
	switch strings.TrimSuffix(strings.Replace(word, "−", "-", 1), "1") {
	case "+", "": // "1" is a class too
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

// String writes the points so that ReadPlaced reads the same ones.
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

// At is the last point at a place, −1 where there is none.
func (p Placed) At(x, y float64) int {
	const same = 1e-9
	for i := len(p) - 1; i >= 0; i-- {
		if math.Abs(p[i].X-x) < same && math.Abs(p[i].Y-y) < same {
			return i
		}
	}
	return -1
}

// Toggled are the points with one more at a place, or without the one that is there.
// Where there is no room for another, they stay as they are.
func (p Placed) Toggled(s Spot) Placed {
	out := append(Placed(nil), p...)
	if i := p.At(s.X, s.Y); i >= 0 {
		return append(out[:i], out[i+1:]...)
	}
	if len(p) < MostPlaced {
		out = append(out, s)
	}
	return out
}

// Count counts the points of class −1 and of class +1.
func (p Placed) Count() (negative, positive int) {
	for _, s := range p {
		if s.Label < 0 {
			negative++
		}
	}
	return negative, len(p) - negative
}

// Set is the points as data; nil where there is none.
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
