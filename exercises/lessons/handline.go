package lessons

import (
	"context"
	"fmt"
	"math"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/kernels"
)

// handLine is a line that the student turns and shifts until few points are on
// its wrong side. It is measured in coordinates of mean 0 and deviation 1.
type handLine struct {
	set         *dataset.Set
	mean, scale []float64
	goal        int    // points on the wrong side, at most
	turn, shift string // one place that reaches it
}

// newHandLine asks for one error more than the best place of the sliders makes.
func newHandLine(set *dataset.Set) handLine {
	h := handLine{set: set, mean: set.Mean(), scale: make([]float64, set.Dim()), goal: set.Len()}
	for _, x := range set.Points() {
		for j, v := range x {
			h.scale[j] += (v - h.mean[j]) * (v - h.mean[j]) / float64(set.Len())
		}
	}
	for j, v := range h.scale {
		h.scale[j] = math.Sqrt(v)
	}
	turn, _ := h.controls(nil)
	for t := turn.Min; t <= turn.Max; t += turn.Step {
		if wrong, s := h.best(t); wrong < h.goal {
			h.goal, h.turn, h.shift = wrong, exercises.FormatNumber(t), exercises.FormatNumber(s)
		}
	}
	h.goal++
	return h
}

// best is the least number of errors of a turn, and a shift that has it.
func (h handLine) best(turn float64) (wrong int, at float64) {
	_, shift := h.controls(nil)
	wrong = h.set.Len() + 1
	for s := shift.Min; s <= shift.Max; s += shift.Step {
		if w := stage.Wrong(h.at(turn, s), h.set); w < wrong {
			wrong, at = w, s
		}
	}
	return wrong, at
}

// like is the first place of the sliders that is the mistake of an id.
func (h handLine) like(id string) (turn, shift string) {
	t, s := h.controls(nil)
	for x := t.Min; x <= t.Max; x += t.Step {
		for y := s.Min; y <= s.Max; y += s.Step {
			if h.mistake(x, y) == id {
				return exercises.FormatNumber(x), exercises.FormatNumber(y)
			}
		}
	}
	return t.Value, s.Value
}

// mistake is what is wrong with a place: "" where it reaches the goal.
func (h handLine) mistake(turn, shift float64) string {
	switch wrong := stage.Wrong(h.at(turn, shift), h.set); {
	case wrong <= h.goal:
		return ""
	case 2*wrong > h.set.Len():
		return "turned-round"
	}
	if least, _ := h.best(turn); least <= h.goal {
		return "shifted-off"
	}
	return "turned-off"
}

// controls begin with an upright line.
func (h handLine) controls(a exercises.Answers) (turn, shift exercises.Control) {
	return stage.Slider("turn", "turn", 0, 345, 15, a, "180"),
		stage.Slider("move", "shift", -2, 2, 0.25, a, "0")
}

// at is f, positive on the side of +1.
func (h handLine) at(turn, shift float64) kernels.Expansion {
	w := []float64{math.Cos(turn*math.Pi/180) / h.scale[0], math.Sin(turn*math.Pi/180) / h.scale[1]}
	return kernels.Expansion{
		Kernel: kernels.Linear{}, Points: [][]float64{w}, Coef: []float64{1},
		Bias: -shift - w[0]*h.mean[0] - w[1]*h.mean[1],
	}
}

func (h handLine) scene(_ context.Context, a exercises.Answers) exercises.Scene {
	turn, shift := h.controls(a)
	f := h.at(turn.Number(), shift.Number())
	wrong := map[int]string{}
	for _, i := range misclassified(h.set, f.Eval) {
		wrong[i] = ""
	}
	m := stage.Model{Set: h.set, Kernel: f.Kernel}
	return exercises.Scene{
		Controls: []exercises.Control{turn, shift},
		Figures:  []exercises.Figure{m.Map(f, stage.MapOptions{Title: "Your line", Focus: wrong})},
		Notes:    []ascii.Line{h.standing(len(wrong))},
	}
}

// standing says how many are wrong.
func (h handLine) standing(wrong int) ascii.Line {
	ink := ascii.Bad
	if wrong <= h.goal {
		ink = ascii.Good
	}
	return ascii.Line{{Text: fmt.Sprintf("%d of %d points", wrong, h.set.Len()), Ink: ink}, {Text: " on the wrong side of your line.", Ink: ascii.Text}}
}

// check counts. Sliders that were never touched are no answer yet.
func (h handLine) check(_ context.Context, a exercises.Answers) exercises.Report {
	if a["turn"] == "" && a["move"] == "" {
		return exercises.Report{Verdict: exercises.Empty, Headline: "Turn the line first: tab goes to the sliders."}
	}
	turn, shift := h.controls(a)
	wrong := stage.Wrong(h.at(turn.Number(), shift.Number()), h.set)
	r := exercises.Report{Verdict: exercises.NotEqual, Headline: "Not there yet.", Fact: []ascii.Line{h.standing(wrong)}}
	if r.Misconception = h.mistake(turn.Number(), shift.Number()); r.Misconception == "" {
		r.Verdict, r.Accepted, r.Headline = exercises.Equal, true, "There it is."
	}
	return r
}
