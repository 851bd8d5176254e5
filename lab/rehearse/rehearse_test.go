package rehearse

import (
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/catalogue"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// Everything on the path can be typed.
func TestPath_typeable(t *testing.T) {
	library := must.Value(catalogue.New())
	for _, id := range exercisePath {
		e := must.Value(library.Open(id, exercises.Options{Seed: 1}))
		for _, task := range e.Tasks {
			info, fields := task.Info(), map[string]bool{}
			for _, f := range info.Fields {
				if fields[f.Name] = true; f.Derivation || len(f.Choices) > 9 {
					t.Errorf("%s %s: got field %s, want one line or at most nine choices", id, info.Name, f.Name)
				}
			}
			for name := range info.Reference {
				check.That(t, fields[name] && !info.FocusesStage,
					"%s %s: got an answer %s on the stage, want a field", id, info.Name, name)
			}
		}
	}
}
