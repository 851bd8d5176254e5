package stage

import (
	"fmt"
	"math"

	"kernellab/exercises/dataset"
	"kernellab/solvers"
)

// Event names what happened at frame i: a fork, then what the stage calls an
// event, and where that is silent a prediction that flips or an objective that
// begins to stall.
func (r Run) Event(i int) string {
	if i < 0 || i >= r.Len() {
		return ""
	}
	if seg := r.at(i); seg.from == i && seg.opening != "" {
		return seg.opening
	}
	if i == 0 {
		return ""
	}
	event := stepEvent(r, i)
	if n := len(r.choices); n > 0 && r.choices[n-1].At+1 == i {
		if event == "" {
			return "forked: " + r.choices[n-1].Words
		}
		return "forked: " + r.choices[n-1].Words + "; " + event
	}
	return event
}

// stepEvent names what the step to frame i did.
func stepEvent(r Run, i int) string {
	prev, now := r.traces[0].At(i-1), r.traces[0].At(i)
	if event := r.at(i).painter.Event(prev, now); event != "" {
		return event
	}
	if event := flip(prev, now); event != "" && i > 1 && r.at(i).model.Set.Task() == dataset.Classification {
		return event // from the start, where f is 0 everywhere, nothing flips
	}
	if i > 1 && !r.opens(i-1) && stalls(prev, now) && !stalls(r.traces[0].At(i-2), prev) {
		return "the objective stalls"
	}
	return ""
}

// flip names the points whose predicted class changed.
func flip(prev, now solvers.Step) string {
	first, n := -1, 0
	for j := range now.Scores().Len() {
		if f, g := prev.F(j), now.F(j); f*g < 0 {
			if first < 0 {
				first = j
			}
			n++
		}
	}
	switch n {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("point %d changes sides", first+1)
	}
	return fmt.Sprintf("%d points change sides, point %d first", n, first+1)
}

// stall is the share of the objective below which a change is none to speak
// of.
const stall = 1e-6

func stalls(prev, now solvers.Step) bool {
	if now.Updates == prev.Updates || math.IsNaN(now.Objective) || math.IsNaN(prev.Objective) {
		return false
	}
	return math.Abs(now.Objective-prev.Objective) < stall*math.Abs(now.Objective)
}
