package study

import (
	"fmt"
	"reflect"
	"slices"
	"time"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

// SheetView describes an attempt at an exercise besides the current one, begun with
// other numbers or data and not dropped.
type SheetView struct {
	Seed      uint64
	Data      string // "" is the built-in one
	Started   time.Time
	TasksDone int
}

// sheetsOf returns the attempts besides the current one, the latest first. It omits
// those with other data.
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

// TakeUp opens another attempt at an exercise and sets the current one aside. From now
// on the exercise opens with that attempt.
func TakeUp(s *Student, id string, v SheetView) (*Work, error) {
	r := s.recordOf(id)
	s.renewed[id] = true
	if r.switchTo(func(o progress.Attempt) bool {
		return o.Seed == v.Seed && o.Data == v.Data && o.Started.Equal(v.Started)
	}) {
		s.touch(r)
	}
	return s.open(id, r.Seed)
}

// switchTo replaces the current attempt by the latest other one that is wanted, and reports
// whether there is one. In either case it sets the current one aside if the student has
// done anything in it.
func (r *record) switchTo(wanted func(progress.Attempt) bool) (ok bool) {
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

// DebugOf returns the branches and conditions for the run of the current task, or nil.
// They must not be changed.
func DebugOf(w *Work) *progress.Debug { return w.state().Debug }

// KeepDebug stores the branches and conditions for the run of the current task.
func KeepDebug(w *Work, d *progress.Debug) {
	s := w.state()
	if reflect.DeepEqual(s.Debug, d) {
		return
	}
	s.Debug = d
	w.put(s)
	w.did(progress.Draft)
}

// sandboxSeed is the seed of the sandbox for every student, because the sandbox draws
// nothing.
const sandboxSeed = 1

// SandboxOf returns the exercise of the library that belongs to no unit. Its ID is "" if
// there is none.
func SandboxOf(s *Student) exercises.Summary {
	if lib, ok := s.library.(exercises.Sandboxed); ok {
		return lib.Sandbox()
	}
	return exercises.Summary{}
}

// inSandbox reports whether an ID belongs to the sandbox.
func inSandbox(s *Student, id string) bool { return id != "" && id == SandboxOf(s).ID }

// sheetData returns the key of the data that an attempt belongs to. The sandbox has a
// single attempt for all data, because data are only one of its choices.
func sheetData(s *Student, e exercises.Summary) string {
	if inSandbox(s, e.ID) {
		return ""
	}
	return dataKey(s.options.Data, e)
}

// RecordName suggests a file name for the run of an exercise in a format.
func RecordName(e *exercises.Exercise, format string) string {
	return fmt.Sprintf("kernellab-%s-seed%d.%s", e.ID, e.Seed, format)
}

// PictureName suggests a file name for the pictures of a step of the run.
func PictureName(e *exercises.Exercise, step int) string {
	return fmt.Sprintf("kernellab-%s-seed%d-step%d.svg", e.ID, e.Seed, step)
}

// PictureTitle returns the title of these pictures.
func PictureTitle(e *exercises.Exercise, step int) string {
	return fmt.Sprintf("%s %s, seed %d, step %d", e.ID, e.Title, e.Seed, step)
}
