package progress

import (
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kernellab/testdata/support/check"
)

func anyStep(t *rapid.T) Task {
	return Task{
		Done: rapid.Bool().Draw(t, "done"), Helped: rapid.Bool().Draw(t, "helped"), Seen: rapid.Bool().Draw(t, "seen"),
		Attempts: rapid.IntRange(0, 5).Draw(t, "attempts"), Hints: rapid.IntRange(0, 3).Draw(t, "hints"),
		Solution:       rapid.Bool().Draw(t, "solution"),
		Verdict:        rapid.SampledFrom([]string{"", "Equal."}).Draw(t, "verdict"),
		Frame:          rapid.IntRange(0, 9).Draw(t, "frame"),
		LatestAnswers:  rapid.SliceOfNDistinct(rapid.StringMatching("[a-c]"), 0, 3, rapid.ID).Draw(t, "tried"),
		DeniedMistakes: rapid.SliceOfNDistinct(rapid.StringMatching("[a-c]"), 0, 3, rapid.ID).Draw(t, "disputed"),
		Debug:          anyDebug(t),
	}
}

func anyExercise(t *rapid.T) Exercise {
	e := Exercise{
		ID: "7.7", Attempt: Attempt{
			Seed: rapid.Uint64Range(1, 2).Draw(t, "seed"), Started: day(1),
			Task: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "step"), Tasks: map[string]Task{},
			Answers: rapid.MapOf(rapid.SampledFrom([]string{"x", "y", "z"}), rapid.StringMatching("[ab]{0,2}")).Draw(t,
				"answers"),
		},
		Done: rapid.Bool().Draw(t, "all done"), Helped: rapid.Bool().Draw(t, "any help"),
		Seconds: float64(rapid.IntRange(0, 100).Draw(t, "seconds")), Updated: day(rapid.IntRange(1, 9).Draw(t, "day")),
	}
	if e.Done && rapid.Bool().Draw(t, "noted") {
		e.DoneAt = day(rapid.IntRange(1, 9).Draw(t, "done on"))
	}
	for _, name := range []string{"a", "b", "c"} {
		if rapid.Bool().Draw(t, "has "+name) {
			e.Tasks[name] = anyStep(t)
		}
	}
	e.TestedOut = rapid.Bool().Draw(t, "known")
	e.Reviews = rapid.MapOfN(rapid.SampledFrom([]string{"a", "b"}), rapid.Custom(anyReview), 0, 2).Draw(t, "reviews")
	return e
}

func anyReview(t *rapid.T) Review {
	last := rapid.IntRange(1, 9).Draw(t, "asked on")
	return Review{Due: day(last + rapid.IntRange(1, 9).Draw(t, "for")), LastAsked: day(last), Stability: 3, Difficulty: 5,
		TimesAsked: rapid.IntRange(1, 3).Draw(t, "asked")}
}

// drawNewer draws a document that this process may save after base.
func drawNewer(t *rapid.T, base Exercise) Exercise {
	e := anyExercise(t)
	if e.Same(base.Attempt) {
		for name, s := range base.Tasks {
			if _, ok := e.Tasks[name]; !ok {
				e.Tasks[name] = s
			}
		}
	}
	e.Seconds += base.Seconds
	return e
}

func TestMerge_laws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := anyExercise(t)
		mine, disk := drawNewer(t, base), drawNewer(t, base)
		out := Merge(base, mine, disk)
		check.Must(t, out.Done == (mine.Done || disk.Done),
			"merged Done = %v, want that of %v or %v", out.Done, mine.Done, disk.Done)
		for _, at := range []time.Time{mine.DoneAt, disk.DoneAt} {
			if !at.IsZero() && (out.DoneAt.IsZero() || out.DoneAt.After(at)) {
				t.Fatalf("merged DoneAt = %v, want the earlier of %v and %v", out.DoneAt, mine.DoneAt, disk.DoneAt)
			}
		}
		if out.Seconds < mine.Seconds || out.Seconds < disk.Seconds {
			t.Fatalf("merged Seconds = %g, want at least %g and %g", out.Seconds, mine.Seconds, disk.Seconds)
		}
		for name, text := range mine.Answers {
			if was, had := base.Answers[name]; (!had || was != text) && out.Answers[name] != text {
				t.Fatalf("merged answer to %s = %q, want %q", name, out.Answers[name], text)
			}
		}
		if !mine.Same(disk.Attempt) {
			return
		}
		for name := range out.Tasks {
			if m, d := mine.Tasks[name],
				disk.Tasks[name]; out.Tasks[name].Done != (m.Done || d.Done) ||
				out.Tasks[name].Hints < max(m.Hints, d.Hints) {
				t.Fatalf("merged step %s = %+v, want at least %+v and %+v", name, out.Tasks[name], m, d)
			}
		}
	})
}

// If there is no other writer, a save is unchanged.
func TestMerge_alone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := anyExercise(t)
		mine := base.Clone()
		mine.Answers = rapid.MapOf(rapid.SampledFrom([]string{"x", "y", "z"}), rapid.StringMatching("[ab]{0,2}")).Draw(
			t, "new answers",
		)
		mine.Task = "c"
		mine.Seconds += 5
		for name, s := range mine.Tasks {
			s.Attempts, s.Frame = s.Attempts+1, s.Frame+1
			mine.Tasks[name] = s
		}
		if out := Merge(base, mine, base); !reflect.DeepEqual(out, mine) {
			t.Fatalf("merged\n%+v\nwant\n%+v", out, mine)
		}
	})
}

// FuzzState_add checks that a document of an older program is decoded or refused.
func FuzzState_add(f *testing.F) {
	for _, text := range []string{`{"version":1,"id":"7.7"}`, `{"version":2,"id":"7.7"}`,
		`{"version":1,"id":"7.7","steps":{"a":{"Done":true,"x":1}},"ID":"b","y":[]}`, "{", "null",
		`{"version":1,"id":"a","answers":null,"steps":null}`,
		`{"version":1,"id":"a","steps":{"s":{"debug":{"root":"r","branches":[{"number":1,"forks":[{"at":-3,"choose":{"k":"2"}}],"last":9}],"conditions":[{"text":"gap < 1","off":true}]}}}}`, `{"version":1,"id":"a","steps":{"s":{"debug":{"branches":[]}}}}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s := State{Exercises: map[string]Exercise{}}
		err := s.add("exercise-7.7.json", text)
		check.That(t, (err == nil) == (len(s.Exercises) == 1),
			"add: got error %v and documents %v, want one of the two", err, s.Exercises)
		for id, e := range s.Exercises {
			check.That(t, id != "" && e.Version == Version,
				"add: got %+v, want an id and version %d", e, Version)
		}
	})
}

// anyDebug draws a run with branches of three kinds and conditions of three texts.
func anyDebug(t *rapid.T) *Debug {
	if !rapid.Bool().Draw(t, "any debug") {
		return nil
	}
	d := &Debug{Root: rapid.SampledFrom([]string{"a", "a", "b"}).Draw(t, "root")}
	for _, at := range rapid.SliceOfNDistinct(rapid.IntRange(3, 5), 0, 3, rapid.ID).Draw(t, "ways") {
		d.BranchesMade++
		d.Branches = append(d.Branches,
			Branch{Number: d.BranchesMade, Forks: []Fork{{Frame: at, Choices: map[string]string{"k": "1"}}}, LastFrame: at + 1})
	}
	d.ShownBranch = rapid.IntRange(0, d.BranchesMade).Draw(t, "shown")
	for _, text := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"x", "y", "z"}), 0, 3, rapid.ID).Draw(t,
		"texts") {
		d.Conditions = append(d.Conditions, Condition{Text: text, Off: rapid.Bool().Draw(t, "off")})
	}
	return d
}
