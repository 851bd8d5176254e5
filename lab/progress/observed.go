package progress

import "time"

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
