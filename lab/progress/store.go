package progress

import (
	"maps"
	"sync"
	"time"
)

// Store is where the progress of one student is kept. Its methods may be
// called from several goroutines at once; of two saves of one document the
// higher revision stays, whichever comes last.
type Store interface {
	// Load reads everything there is. What had to be set aside or left alone,
	// and what cannot be saved, is said in warnings; the rest is returned. Error
	// is for the owner of the files, [Words] for a student of theirs.
	Load() (State, []error, error)
	SaveExercise(e Exercise, d Durability) error
	SaveProfile(p Profile, d Durability) error
}

// State is all that is known of a student.
type State struct {
	Profile   Profile
	Exercises map[string]Exercise // by id
}

// Durability says what a save must survive.
type Durability bool

// Draft survives the end of the process, however it ends. Durable also
// survives the end of the machine, and takes longer.
const (
	Draft   Durability = false
	Durable Durability = true
)

// Memory keeps progress as long as the process lives. The zero value is an
// empty store.
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

// SaveExercise keeps a copy of e unless a higher revision is kept already.
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

// SaveProfile keeps p unless a higher revision is kept already.
func (m *Memory) SaveProfile(p Profile, _ Durability) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.state.Profile.Revision <= p.Revision {
		m.state.Profile = p
	}
	return nil
}

// Observed tells Saved how long each save took and how it went; what is the
// exercise's id or "profile". Saved may be called from several goroutines at
// once.
type Observed struct {
	Store
	Saved func(what string, took time.Duration, err error)
}

var _ Store = Observed{}

// SaveExercise saves and tells.
func (o Observed) SaveExercise(e Exercise, d Durability) error {
	return o.tell(e.ID, func() error { return o.Store.SaveExercise(e, d) })
}

// SaveProfile saves and tells.
func (o Observed) SaveProfile(p Profile, d Durability) error {
	return o.tell("profile", func() error { return o.Store.SaveProfile(p, d) })
}

func (o Observed) tell(what string, save func() error) error {
	start := time.Now()
	err := save()
	o.Saved(what, time.Since(start), err)
	return err
}
