package lab

import (
	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/player"
)

// sight is what there is to see on the stage: of the scene, of the frame of a
// run, or of a guest, a frame that stands in place of the run's own.
type sight struct {
	key     sightKey
	guest   string // the guest's name, or ""
	figures []exercises.Figure
	facts   []ascii.Line
	inspect func(int) []ascii.Line // what there is to say of a point, or nil

	formula []ascii.Line
	spare   []ascii.Line     // facts for rows that are free, where their place is out of sight
	coming  *exercises.Frame // the first step, while the run is at its start
	towards int              // how many lines of it are shown on the way to the next frame, 0: all
	watched ascii.Line       // the values watched

	controls []exercises.Control
	control  int // the one with the keyboard, −1: it is elsewhere

	run     bool // there is a timeline
	status  ascii.Line
	event   string   // what happened there
	stopped bool     // an armed condition holds there: it is in event
	signs   []string // that stand on the timeline and in the table, each with what it is
}

// sightKey tells pictures apart: with the same key they are the same.
type sightKey struct {
	scene           int
	run             player.Key
	whatIf, compare int
	points          bool // of a run alone
}

// picker is the first figure that can be pointed at, or nil.
func (v sight) picker() ascii.Picker {
	for _, f := range v.figures {
		if p, ok := f.Plot.(ascii.Picker); ok {
			return p
		}
	}
	return nil
}

// pointed reports whether there is a point to inspect.
func (v sight) pointed() bool { return v.inspect != nil && (v.picker() != nil || v.key.points) }

// stepped is a sight of a run at its start as it is after the first step.
func (v sight) stepped() sight {
	if v.coming != nil && v.guest == "" {
		v.figures, v.formula = v.coming.Figures, v.coming.Formula
	}
	v.coming = nil
	return v
}
