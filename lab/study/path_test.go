package study

import (
	"slices"
	"testing"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

// onPaths is the library of the other tests with a path of two exercises.
type onPaths struct{ exercises.Library }

func (l onPaths) Units() []exercises.Unit {
	units := slices.Clone(l.Library.Units())
	for i := range units {
		units[i].Exercises = slices.Clone(units[i].Exercises)
	}
	for _, at := range [][2]int{{0, 1}, {1, 0}} {
		units[at[0]].Exercises[at[1]].Paths = []string{"short"}
	}
	return units
}

func TestStudent_takesPath(t *testing.T) {
	s, _, err := Open(onPaths{shelf{}}, &progress.Memory{}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	ids := func() (out []string) {
		for _, u := range s.OnPath() {
			for _, e := range u.Exercises {
				out = append(out, e.ID)
			}
		}
		return out
	}
	all := ids()
	paths, chosen := s.Paths()
	if len(paths) != 2 || paths[0].Name != "short" || paths[chosen].Name != "" {
		t.Fatalf("Paths() = %v, %d, want short and everything, which is chosen", paths, chosen)
	}
	s.TakePath("short")
	if got, want := ids(), []string{all[1], "2.1"}; !slices.Equal(got, want) || s.Suggest() != want[0] {
		t.Errorf("OnPath() = %v, suggested %s, want %v and its first", got, s.Suggest(), want)
	}
	for _, name := range []string{"", "a path of another version"} {
		s.TakePath(name)
		if got := ids(); !slices.Equal(got, all) {
			t.Errorf("on path %q: OnPath() = %v, want everything", name, got)
		}
	}
}
