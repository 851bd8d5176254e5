package stage

import (
	"bytes"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/runfile"
)

// The run file of one branch has all that are given with it, once each, and
// replays each as it was: written from the original, too.
func TestARunFileHasTheForks(t *testing.T) {
	main := extended(t, beginnings()["smo second-order"], 6)
	fork := func(from Run, at int, c, name string) Run {
		t.Helper()
		next, err := from.Fork(t.Context(), at, exercises.Answers{"C": c})
		if err != nil {
			t.Fatal(err)
		}
		return extended(t, next.(exercises.Named).Named(name).(Run), 3)
	}
	one := fork(main, 3, "2", "branch-1")
	two := fork(one, 5, "3", "branch-2")
	three := fork(main, 1, "4", "branch-3")
	all := []Run{main, one, two, three}
	for i, r := range all {
		var others []exercises.Run
		for j, o := range all {
			if j != i {
				others = append(others, o)
			}
		}
		var text bytes.Buffer
		if err := r.RecordWith(&text, others); err != nil {
			t.Fatal(err)
		}
		f, err := runfile.Read(strings.NewReader(text.String()))
		if err != nil {
			t.Fatalf("%v:\n%s", err, text.String())
		}
		if len(f.Branches) != 4 {
			t.Fatalf("from run %d %d branches are written:\n%s", i, len(f.Branches), text.String())
		}
		again, err := Replay(t.Context(), f, nil)
		if err != nil {
			t.Fatalf("%v:\n%s", err, text.String())
		}
		for _, b := range again {
			want := map[string]Run{"main": main, "branch-1": one, "branch-2": two, "branch-3": three}[b.Name]
			if b.Note != "" || b.Run.Len() != want.Len() {
				t.Errorf("%s has %d frames, had %d; %s", b.Name, b.Run.Len(), want.Len(), b.Note)
			}
		}
	}
}
