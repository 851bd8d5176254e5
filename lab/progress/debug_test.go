package progress

import (
	"testing"

	"pgregory.net/rapid"
)

// anyDebug draws a run with branches of three kinds and conditions of three texts.
func anyDebug(t *rapid.T) *Debug {
	if !rapid.Bool().Draw(t, "any debug") {
		return nil
	}
	d := &Debug{Root: rapid.SampledFrom([]string{"a", "a", "b"}).Draw(t, "root")}
	for _, at := range rapid.SliceOfNDistinct(rapid.IntRange(3, 5), 0, 3, rapid.ID).Draw(t, "ways") {
		d.Made++
		d.Branches = append(d.Branches,
			Branch{Number: d.Made, Forks: []Fork{{At: at, Choose: map[string]string{"k": "1"}}}, Last: at + 1})
	}
	d.Shown = rapid.IntRange(0, d.Made).Draw(t, "shown")
	for _, text := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"x", "y", "z"}), 0, 3, rapid.ID).Draw(t,
		"texts") {
		d.Conditions = append(d.Conditions, Condition{Text: text, Off: rapid.Bool().Draw(t, "off")})
	}
	return d
}

// Of two sessions that work on the branches of one run, the one that saves last wins,
// unless it changed none.
func TestMerge_debugOfTwoSessions(t *testing.T) {
	dir := t.TempDir()
	a, b := NewFiles(dir), NewFiles(dir)
	start := sample("7.7", 1)
	save(t, a, start)
	load(t, b)
	with := func(e Exercise, at int) Exercise {
		e = e.Clone()
		e.Revision++
		s := e.Steps["sum"]
		s.Debug = &Debug{Root: "r", Made: 1, Shown: 1, Branches: []Branch{{Number: 1, Forks: []Fork{{At: at}}, Last: 9}}}
		e.Steps["sum"] = s
		return e
	}
	at := func() int { return load(t, NewFiles(dir)).Exercises["7.7"].Steps["sum"].Debug.Branches[0].Forks[0].At }
	save(t, a, with(start, 3))
	unchanged := start.Clone()
	unchanged.Revision++
	save(t, b, unchanged)
	if at() != 3 {
		t.Errorf("got the branch at %d, want 3, since the other session changed nothing", at())
	}
	save(t, b, with(unchanged, 5))
	if at() != 5 {
		t.Errorf("got the branch at %d, want 5, which was saved last", at())
	}
	e := with(start, 3)
	e.Clone().Steps["sum"].Debug.Branches[0].Forks[0].At = 77
	if e.Steps["sum"].Debug.Branches[0].Forks[0].At != 3 {
		t.Error("a change of the clone changed the branch, want a copy")
	}
}
