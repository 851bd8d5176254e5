package progress

import (
	"maps"
	"slices"
)

// Debug holds what a student has made of the run of a task: branches and conditions.
type Debug struct {
	// Root identifies the run that the branches were forked from. They are meaningless
	// for any other run.
	Root     string   `json:"root,omitempty"`
	Last     int      `json:"last,omitempty"` // the last frame of the run that was computed
	Branches []Branch `json:"branches,omitempty"`
	Shown    int      `json:"shown,omitempty"` // the number of the branch on the stage; 0: the original
	Made     int      `json:"made,omitempty"`  // how many branches were ever made, so that no number is used twice
	// Conditions are sorted from newest to oldest.
	Conditions []Condition `json:"conditions,omitempty"`
	// Waiting holds the branches of runs with other data or parameters, each with its
	// root, from oldest to newest. Its elements have no Conditions and no Waiting.
	Waiting []*Debug `json:"waiting,omitempty"`
}

// Branch is a run with other choices.
type Branch struct {
	Number int    `json:"number"`
	Left   int    `json:"left,omitempty"` // the number of the parent branch; 0: the original
	Forks  []Fork `json:"forks"`          // the choices that lead here from the original, oldest first
	Last   int    `json:"last"`           // the last frame that was computed
}

// Fork is a choice and the frame after which it was made.
type Fork struct {
	At     int               `json:"at"`
	Choose map[string]string `json:"choose,omitempty"`
	Name   string            `json:"name,omitempty"`
}

// Condition is the text of a breakpoint. If Off, it does not stop the run.
type Condition struct {
	Text string `json:"text"`
	Off  bool   `json:"off,omitempty"`
}

func (d *Debug) clone() *Debug {
	if d == nil {
		return nil
	}
	out := *d
	out.Conditions, out.Branches = slices.Clone(d.Conditions), slices.Clone(d.Branches)
	for i, b := range out.Branches {
		out.Branches[i].Forks = slices.Clone(b.Forks)
		for j, f := range b.Forks {
			out.Branches[i].Forks[j].Choose = maps.Clone(f.Choose)
		}
	}
	out.Waiting = nil
	for _, w := range d.Waiting {
		out.Waiting = append(out.Waiting, w.clone())
	}
	return &out
}
