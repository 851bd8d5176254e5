package lessons

import (
	"context"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
)

// flags are who may be chosen with k: who can move the other way, and raises g.
func (s stall) flags() flagTask {
	k := s.null.K
	grows := s.Up(k) && s.E(k) <= 0 // k has to grow its tα
	rises := func(i int) bool { return grows && s.F(i) > s.F(k) || !grows && s.F(i) < s.F(k) }
	against := func(i int) bool { return grows && s.Low(i) || !grows && s.Up(i) }
	along := func(i int) bool { return grows && s.Up(i) || !grows && s.Low(i) }
	flag := func(all ...func(int) bool) func(int) string {
		return func(i int) string {
			for _, holds := range all {
				if !holds(i) {
					return "no"
				}
			}
			return "yes"
		}
	}
	always := func(text string) func(int) string { return func(int) string { return text } }
	other := func(i int) bool { return i != k }
	return flagTask{
		field: "go", n: s.Len(), of: flag(against, rises),
		ask: func(i int) string {
			if i == k {
				return "This is k itself."
			}
			return "Is F = " + threeDecimals(s.F(i)) + " on the right side of " + threeDecimals(s.F(k)) + "? And has its tα room that way?"
		},
		slips: []flagSlip{
			{id: "by-error", whole: true, of: flag(rises), says: always("Can it move that way?")},
			{id: "by-mark", of: flag(against, other), says: always("Would g rise?")},
			{id: "same-way", of: flag(along, rises), says: always("Which way would its tα have to go?")},
		},
	}
}

// toBeFlagged is the table of the candidates with a blank for every flag.
func (s stall) toBeFlagged() map[string]exercises.FieldTable {
	name := func(i int) string { return number(i) + map[int]string{s.null.K: " k"}[i] }
	ink := func(i int) ascii.Ink { return max(ascii.Text, map[int]ascii.Ink{s.null.K: ascii.Symbol1}[i]) }
	given := pointTable("", s.Len(), column{title: "i", of: name, ink: ink, left: true},
		column{title: "t", of: each(s.Y, answer.Signed)},
		column{title: "α", of: func(i int) string { return withinBounds(s.Alpha[i], s.C) }},
		column{title: "F", of: written(s.F, threeDecimals), ink: ink})
	return fieldTable(given, fieldColumn{"may go with k", s.flags().blank})
}

// flagScene is every point at its F, with a line at that of k; those that were said to
// go with k stand out, and those that were said not to step back.
func (s stall) flagScene(_ context.Context, a exercises.Answers) exercises.Scene {
	k, fk := s.null.K, s.F(s.null.K)
	picture := ascii.Map{XLabel: "x₁", YLabel: "F", Curves: []ascii.CurveLine{{F: func(float64) float64 { return fk }, Dotted: true, Ink: ascii.Symbol1, Name: "Fₖ"}}}
	xs, fs := []float64{}, []float64{}
	for i := range s.Len() {
		x := s.set.Point(i)[0]
		xs, fs = append(xs, x), append(fs, s.F(i))
		m := ascii.Mark{X: x, Y: s.F(i), Class: int(s.Y[i]), Label: number(i)}
		if s.Alpha[i] > 0 {
			m.Kind = ascii.FreeSV
		}
		switch flag := a[s.flags().name(i)]; {
		case i == k:
			m.Label, m.Ink = "k", ascii.Symbol1
		case flag == "yes":
			m.Focus = true
		case flag == "no":
			m.Ink = ascii.Dim
		}
		picture.Marks = append(picture.Marks, m)
	}
	picture.X, picture.Y = ascii.RangeOf(xs...).Pad(.12), ascii.RangeOf(fs...).Pad(.12)
	return exercises.Scene{
		Figures: []exercises.Figure{stage.Main("F of every point, in brackets those that may go with k", picture)},
		Notes:   []ascii.Line{ascii.Plain("C = " + answer.Shown(s.C))},
	}
}
