package study

import (
	"slices"
	"time"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

// SheetView is a sheet of an exercise that lies beside the one in hand: begun with
// other numbers or data, and not given up.
type SheetView struct {
	Seed      uint64
	Data      string // "" is the built-in one
	Started   time.Time
	StepsDone int
}

// sheetsOf are the sheets beside the one in hand, that used last first; those on data
// that are not here are left out.
func sheetsOf(s *Student, e exercises.Summary, r *record) []SheetView {
	var out []SheetView
	data := sheetData(s, e)
	for _, s := range slices.Backward(r.Beside) {
		if s.Data != data {
			continue
		}
		v := SheetView{Seed: s.Seed, Data: s.Data, Started: s.Started}
		for _, name := range e.Steps {
			if s.Steps[name].Done {
				v.StepsDone++
			}
		}
		out = append(out, v)
	}
	return out
}

// TakeUp opens a sheet of an exercise that lies beside the one in hand, which comes to
// lie there. It is what is opened from now on.
func TakeUp(s *Student, id string, v SheetView) (*Work, error) {
	r := s.recordOf(id)
	s.renewed[id] = true
	if r.turn(func(o progress.Sheet) bool { return o.Seed == v.Seed && o.Data == v.Data && o.Started.Equal(v.Started) }) {
		s.touch(r)
	}
	return s.open(id, r.Seed)
}

// turn takes the sheet in hand that is wanted of those beside it, the latest of
// several, and puts aside the one that was, where anything has been done on it. It
// reports whether there is one; the one in hand is put aside in any case.
func (r *record) turn(wanted func(progress.Sheet) bool) (ok bool) {
	beside := slices.Clone(r.Beside)
	var found progress.Sheet
	for i, s := range slices.Backward(beside) {
		if wanted(s) {
			found, ok, beside = s, true, slices.Delete(beside, i, i+1)
			break
		}
	}
	r.Beside = progress.Aside(beside, r.Exercise)
	if ok {
		r.Take(found)
	}
	return ok
}
