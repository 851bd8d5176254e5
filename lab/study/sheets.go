package study

import (
	"fmt"
	"reflect"
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
	TasksDone int
}

// sheetsOf are the sheets beside the one in hand, that used last first; those on data
// that are not here are left out.
func sheetsOf(s *Student, e exercises.Summary, r *record) []SheetView {
	var out []SheetView
	data := sheetData(s, e)
	for _, s := range slices.Backward(r.OtherAttempts) {
		if s.Data != data {
			continue
		}
		v := SheetView{Seed: s.Seed, Data: s.Data, Started: s.Started}
		for _, name := range e.Tasks {
			if s.Steps[name].Done {
				v.TasksDone++
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
	if r.turn(func(o progress.Attempt) bool {
		return o.Seed == v.Seed && o.Data == v.Data && o.Started.Equal(v.Started)
	}) {
		s.touch(r)
	}
	return s.open(id, r.Seed)
}

// turn takes the sheet in hand that is wanted of those beside it, the latest of
// several, and puts aside the one that was, where anything has been done on it. It
// reports whether there is one; the one in hand is put aside in any case.
func (r *record) turn(wanted func(progress.Attempt) bool) (ok bool) {
	beside := slices.Clone(r.OtherAttempts)
	var found progress.Attempt
	for i, s := range slices.Backward(beside) {
		if wanted(s) {
			found, ok, beside = s, true, slices.Delete(beside, i, i+1)
			break
		}
	}
	r.OtherAttempts = progress.AddAttempt(beside, r.Exercise)
	if ok {
		r.SetAttempt(found)
	}
	return ok
}

// DebugOf is what the student has made of the run of the step in hand, nil where
// that is nothing. It is not to be changed.
func DebugOf(w *Work) *progress.Debug { return w.state().Debug }

// KeepDebug notes what the student has made of the run of the step in hand.
func KeepDebug(w *Work, d *progress.Debug) {
	s := w.state()
	if reflect.DeepEqual(s.Debug, d) {
		return
	}
	s.Debug = d
	w.put(s)
	w.did(progress.Draft)
}

// sandboxSeed is the seed of the sandbox for every student: nothing is drawn there.
const sandboxSeed = 1

// SandboxOf is the exercise of the library that is in no unit; its id is "" where
// there is none.
func SandboxOf(s *Student) exercises.Summary {
	if lib, ok := s.library.(exercises.Sandboxed); ok {
		return lib.Sandbox()
	}
	return exercises.Summary{}
}

// inSandbox reports whether an id is that of the sandbox.
func inSandbox(s *Student, id string) bool { return id != "" && id == SandboxOf(s).ID }

// sheetData names the data that a sheet belongs to. That of the sandbox is one,
// whatever data are brought: they are only a choice on it.
func sheetData(s *Student, e exercises.Summary) string {
	if inSandbox(s, e.ID) {
		return ""
	}
	return dataKey(s.options.Data, e)
}

// RecordName proposes a name for the run of an exercise as a file in a format.
func RecordName(e *exercises.Exercise, format string) string {
	return fmt.Sprintf("kernellab-%s-seed%d.%s", e.ID, e.Seed, format)
}

// PictureName proposes one for a picture of its stage at a step of the run.
func PictureName(e *exercises.Exercise, step int) string {
	return fmt.Sprintf("kernellab-%s-seed%d-step%d.svg", e.ID, e.Seed, step)
}

// PictureTitle returns what stands above that picture.
func PictureTitle(e *exercises.Exercise, step int) string {
	return fmt.Sprintf("%s %s, seed %d, step %d", e.ID, e.Title, e.Seed, step)
}
