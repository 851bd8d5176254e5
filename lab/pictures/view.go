package pictures

import (
	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/core"
)

// View is everything on the stage: the scene, the frame of a run, or an override, which
// is a frame shown instead of the run's own.
type View struct {
	Key      Key
	Override string // the name of the override, or ""
	Figures  []exercises.Figure
	Facts    []ascii.Line
	Inspect  func(int) []ascii.Line // describes a point; may be nil

	Formula    []ascii.Line
	ExtraFacts []ascii.Line     // facts for free rows, if their own place is hidden
	FirstStep  *exercises.Frame // at the start of a run: its first step
	ShownLines int              // how many lines are shown on the way to the next frame; 0: all
	Watched    ascii.Line       // the values watched

	Controls       []exercises.Control
	FocusedControl int // the one with the keyboard, or −1

	HasRun       bool // there is a timeline
	Status       ascii.Line
	Event        string   // what happened there
	AtBreakpoint bool     // a breakpoint holds there: Event names it
	Signs        []string // signs in use on the timeline and in the table, each with its meaning
}

// Key identifies pictures: equal keys mean equal pictures.
type Key struct {
	Scene           int
	Run             core.Key
	WhatIf, Compare int
	points          bool // only the points of a run
}

// picker returns the first figure whose points can be picked, or nil.
func (v View) picker() ascii.Picker {
	for _, f := range v.Figures {
		if p, ok := f.Plot.(ascii.Picker); ok {
			return p
		}
	}
	return nil
}

// HasPoints reports whether there is a point to inspect.
func (v View) HasPoints() bool { return v.Inspect != nil && (v.picker() != nil || v.Key.points) }

// afterFirstStep returns the view of a run at its start as it will be after the first
// step.
func (v View) afterFirstStep() View {
	if v.FirstStep != nil && v.Override == "" {
		v.Figures, v.Formula = v.FirstStep.Figures, v.FirstStep.Formula
	}
	v.FirstStep = nil
	return v
}
