package progress

import (
	"fmt"
	"reflect"
	"slices"
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

func ways(d *Debug) (out []string) {
	if d == nil {
		return nil
	}
	for _, b := range d.Branches {
		out = append(out, b.way())
	}
	return out
}

func texts(d *Debug) (out []string) {
	if d == nil {
		return nil
	}
	for _, c := range d.Conditions {
		out = append(out, c.Text)
	}
	return out
}

// What either session made is kept, what either removed is gone, nothing appears twice,
// and the branch that is shown exists.
func TestMergeDebug_laws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base, mine, disk := anyDebug(t), anyDebug(t), anyDebug(t)
		out := mergeDebug(base, mine, disk)
		check := func(what string, of func(*Debug) []string) {
			for _, w := range []string{"x", "y", "z", "3 map[k:1]\n", "4 map[k:1]\n", "5 map[k:1]\n"} {
				was, here, there := slices.Contains(of(base), w), slices.Contains(of(mine), w),
					slices.Contains(of(disk), w)
				want := here && there || !was && (here || there)
				if got := slices.Contains(of(out), w); got != want {
					t.Fatalf("%s %s: got %v, want %v of base %v, mine %v, disk %v", what, w, got, want, was, here,
						there)
				}
			}
		}
		check("condition", texts)
		if mine != nil && disk != nil && mine.Root == disk.Root && (base == nil || base.Root == mine.Root) {
			check("branch", ways)
		}
		if out == nil {
			return
		}
		numbers := map[int]bool{0: true}
		for _, b := range out.Branches {
			if numbers[b.Number] || b.Number > out.Made {
				t.Fatalf("got branch number %d of %d, want each once and at most that", b.Number, out.Made)
			}
			numbers[b.Number] = true
		}
		if !numbers[out.Shown] {
			t.Fatalf("branch %d is shown and does not exist, want one of %+v", out.Shown, out)
		}
		if again := mergeDebug(base, mine, base); !reflect.DeepEqual(again, mine) {
			t.Fatalf("mergeDebug alone = %+v, want %+v", again, mine)
		}
	})
}

// After two sessions on one exercise, the document has the branches and conditions of
// both. The second branch 1 has another number.
func TestMergeDebug_twoSessions(t *testing.T) {
	dir := t.TempDir()
	a, b := NewFiles(dir), NewFiles(dir)
	start := sample("7.7", 1)
	save(t, a, start)
	load(t, b)
	with := func(at int, text string) Exercise {
		e := start.Clone()
		e.Revision = 2
		s := e.Steps["sum"]
		s.Debug = &Debug{Root: "r", Made: 1, Shown: 1,
			Branches: []Branch{{Number: 1, Forks: []Fork{{At: at}}, Last: 9}}, Conditions: []Condition{{Text: text}}}
		e.Steps["sum"] = s
		return e
	}
	save(t, a, with(3, "gap < 1"))
	save(t, b, with(5, "W drops"))
	got := load(t, NewFiles(dir)).Exercises["7.7"].Steps["sum"].Debug
	if got == nil || len(got.Branches) != 2 || got.Branches[1].Number != 2 || got.Made != 2 ||
		fmt.Sprint(got.Conditions) != "[{W drops false} {gap < 1 false}]" {
		t.Fatalf("got %+v, want two branches, the second numbered 2, and two conditions", got)
	}
	// A clone shares nothing.
	e := with(3, "x")
	c := e.Clone()
	c.Steps["sum"].Debug.Branches[0].Forks[0].At = 77
	if e.Steps["sum"].Debug.Branches[0].Forks[0].At != 3 {
		t.Error("a change of the clone changed the branch, want a copy")
	}
}
