package progress

import (
	"maps"
	"sync"
	"time"
)

// Store stores the progress of one student. Its methods are safe for concurrent use. Of
// two saves of the same document, the one with the higher revision wins, whichever comes
// last.
type Store interface {
	// Load reads everything. Warnings report what was set aside, not touched, or cannot
	// be saved; the rest is returned. Their Error method is meant for the owner of the
	// files, [Words] for a student.
	Load() (State, []error, error)
	SaveExercise(e Exercise, d Durability) error
	SaveProfile(p Profile, d Durability) error
}

// State holds everything that is known of a student.
type State struct {
	Profile   Profile
	Exercises map[string]Exercise // by ID
}

// Durability determines what a save must survive.
type Durability bool

// Draft survives the end of the process, however it ends. Durable also survives a crash
// of the machine, and takes longer.
const (
	Draft   Durability = false
	Durable Durability = true
)

// Memory stores progress for the lifetime of the process. The zero value is an empty
// store.
type Memory struct {
	mu    sync.Mutex
	state State
}

var _ Store = (*Memory)(nil)

// Load returns a copy of everything.
func (m *Memory) Load() (State, []error, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := State{Profile: m.state.Profile, Exercises: map[string]Exercise{}}
	for id, e := range m.state.Exercises {
		out.Exercises[id] = e.Clone()
	}
	return out, nil, nil
}

// SaveExercise stores a copy of e, unless there is one with a higher revision.
func (m *Memory) SaveExercise(e Exercise, _ Durability) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if old, ok := m.state.Exercises[e.ID]; ok && old.Revision > e.Revision {
		return nil
	}
	exercises := maps.Clone(m.state.Exercises)
	if exercises == nil {
		exercises = map[string]Exercise{}
	}
	exercises[e.ID] = e.Clone()
	m.state.Exercises = exercises
	return nil
}

// SaveProfile stores p, unless there is one with a higher revision.
func (m *Memory) SaveProfile(p Profile, _ Durability) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.state.Profile.Revision <= p.Revision {
		m.state.Profile = p
	}
	return nil
}

// Observed calls Saved after each save with its duration and error. what is the
// exercise's ID or "profile". Saved may be called concurrently.
type Observed struct {
	Store
	Saved func(what string, took time.Duration, err error)
}

var _ Store = Observed{}

// SaveExercise saves e and calls Saved.
func (o Observed) SaveExercise(e Exercise, d Durability) error {
	return o.timed(e.ID, func() error { return o.Store.SaveExercise(e, d) })
}

// SaveProfile saves p and calls Saved.
func (o Observed) SaveProfile(p Profile, d Durability) error {
	return o.timed("profile", func() error { return o.Store.SaveProfile(p, d) })
}

func (o Observed) timed(what string, save func() error) error {
	start := time.Now()
	err := save()
	o.Saved(what, time.Since(start), err)
	return err
}
