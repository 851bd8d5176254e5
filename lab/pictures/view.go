package pictures

import (
	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/player"
)

// View is what there is to see on the stage: of the scene, of the frame of a
// run, or of a guest, a frame that stands in place of the run's own.
type View struct {
	Key     Key
	Guest   string // the guest's name, or ""
	Figures []exercises.Figure
	Facts   []ascii.Line
	Inspect func(int) []ascii.Line // what there is to say of a point, or nil

	Formula []ascii.Line
	Spare   []ascii.Line     // facts for rows that are free, where their place is out of sight
	Coming  *exercises.Frame // the first step, while the run is at its start
	Towards int              // how many lines of it are shown on the way to the next frame, 0: all
	Watched ascii.Line       // the values watched

	Controls []exercises.Control
	Control  int // the one with the keyboard, −1: it is elsewhere

	Run     bool // there is a timeline
	Status  ascii.Line
	Event   string   // what happened there
	Stopped bool     // an armed condition holds there: it is in event
	Signs   []string // that stand on the timeline and in the table, each with what it is
}

// Key tells pictures apart: with the same key they are the same.
type Key struct {
	Scene           int
	Run             player.Key
	WhatIf, Compare int
	points          bool // of a run alone
}

// picker is the first figure that can be pointed at, or nil.
func (v View) picker() ascii.Picker {
	for _, f := range v.Figures {
		if p, ok := f.Plot.(ascii.Picker); ok {
			return p
		}
	}
	return nil
}

// Pointed reports whether there is a point to inspect.
func (v View) Pointed() bool { return v.Inspect != nil && (v.picker() != nil || v.Key.points) }

// stepped is a view of a run at its start as it is after the first step.
func (v View) stepped() View {
	if v.Coming != nil && v.Guest == "" {
		v.Figures, v.Formula = v.Coming.Figures, v.Coming.Formula
	}
	v.Coming = nil
	return v
}
