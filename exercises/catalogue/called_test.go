package catalogue

import (
	"regexp"
	"strings"
	"testing"

	"kernellab/exercises"
)

// halfSaid is a name that ends as a label may and a list of names may not, or says
// nothing; a question, as “where α lies”, is a name.
var (
	halfSaid = regexp.MustCompile(` (is|are|lies|becomes|takes|asks|about|because|of|at|in|to|with)$|^[ =]*$`)
	wonders  = regexp.MustCompile(`^(what|where|which|how) `)
)

// TestWhatIsStillEmptyHasAName: the list of fields that are still to be filled in is
// one of names; a label that is half a sentence has another one for that.
func TestWhatIsStillEmptyHasAName(t *testing.T) {
	eachExercise(t, seeds(1), func(t *testing.T, e *exercises.Exercise) {
		for _, s := range e.Steps {
			in := s.Info()
			if len(in.Fields) < 2 {
				continue
			}
			for _, f := range in.Fields {
				r := s.Check(t.Context(), in.Reference.With(f.Name, ""))
				if len(r.Fact) == 0 {
					continue
				}
				if _, name, found := strings.Cut(strings.TrimSuffix(r.Fact[0].String(), "."), "Still to fill in: "); found && halfSaid.MatchString(name) && !wonders.MatchString(name) {
					t.Errorf("%s: “%s” is called %q", in.Name, f.Label, name)
				}
			}
		}
	})
}
