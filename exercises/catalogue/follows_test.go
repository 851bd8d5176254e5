package catalogue

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
)

// What is drawn follows the seed, and so does every number that depends on it: with
// another seed an answer is another only where something that is shown is, the answer
// of one seed is not accepted with the other, and where the worked solution names the
// answer it does so with both.
func TestWhatIsDrawnFollowsTheSeed(t *testing.T) {
	anyThatWorks := []string{"1.3 write: c"} // what is judged is what the answer does, not which it is
	c := library(t)
	for _, u := range c.Units() {
		for _, s := range u.Exercises {
			if !s.Drawn {
				continue
			}
			first := opened(t, c, s.ID, 1)
			for seed := range uint64(thorough(3, 20)) {
				for _, v := range checkFollows(t, first, opened(t, c, s.ID, seed+2)) {
					if !slices.ContainsFunc(anyThatWorks, func(place string) bool { return strings.HasPrefix(v, place+" takes ") }) {
						t.Errorf("seed %d: %s", seed+2, v)
					}
				}
			}
		}
	}
}

// checkFollows compares an exercise with the same one of another seed.
func checkFollows(t *testing.T, one, other *exercises.Exercise) []string {
	l := &ledger{}
	seen := false // something shown differs so far
	before := exercises.Answers{}
	for i, s := range other.Steps {
		in, was := s.Info(), one.Steps[i].Info()
		l.where = one.ID + " " + in.Name
		seen = seen || said(in) != said(was) || inPicture(t, s) != inPicture(t, one.Steps[i])
		for _, f := range in.Fields {
			name := f.Name
			if in.Reference[name] == was.Reference[name] {
				continue
			}
			if !seen {
				l.add("%s is %q, and %q with another seed, and all that is shown is the same", name, in.Reference[name], was.Reference[name])
			}
			if !in.Prediction && apart(in.Reference[name], was.Reference[name]) {
				old := over(before, in.Reference).With(name, was.Reference[name])
				if s.Check(t.Context(), old).Accepted {
					l.add("%s takes %q, which is the answer of another seed; here it is %q", name, was.Reference[name], in.Reference[name])
				}
			}
			if f.Kind == exercises.TextField && named(was, name) && !named(in, name) {
				l.add("the solution has %s, %q, with another seed, and not %q here", name, was.Reference[name], in.Reference[name])
			}
		}
		before = over(before, in.Reference)
	}
	return l.found
}

// said is what a step says before it is answered.
func said(in exercises.Info) string {
	out := in.Title + "\n" + in.Question.String()
	for _, b := range in.Text {
		out += "\n" + b.Text.String()
	}
	for _, f := range in.Fields {
		out += "\n" + f.Label
		for _, c := range f.Choices {
			out += " " + c.Label
		}
	}
	for _, t := range in.Tables {
		for _, row := range t.Rows {
			for _, c := range row {
				out += " " + c.Text.String()
			}
		}
	}
	return out
}

func solutionOf(in exercises.Info) string {
	var parts []string
	for _, b := range in.Solution {
		parts = append(parts, b.Text.String())
	}
	return strings.Join(parts, " ")
}

// named reports whether the worked solution has the number that a field asks for, as a
// number or as an index.
func named(in exercises.Info, field string) bool {
	v, err := strconv.ParseFloat(strings.TrimLeft(in.Reference[field], "+-"), 64)
	lowered := strings.Map(func(r rune) rune {
		if r >= '₀' && r <= '₉' {
			return r - '₀' + '0'
		}
		return r
	}, solutionOf(in))
	return err == nil && slices.Contains(numeralsIn(lowered), v)
}

// apart reports whether two answers are numbers that differ by more than a tenth.
func apart(a, b string) bool {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	return errX == nil && errY == nil && math.Abs(x-y) > 0.1*max(math.Abs(x), math.Abs(y))
}

// TestFollowsCatches: each law finds the exercise that breaks it.
func TestFollowsCatches(t *testing.T) {
	drawn := func(text, reference, accepts, solution string) *exercises.Exercise {
		line := func(s string) []exercises.Block { return []exercises.Block{{Text: ascii.Plain(s)}} }
		info := exercises.Info{
			Name: "s", Text: line(text), Solution: line(solution), Fields: []exercises.Field{{Name: "f"}},
			Reference: exercises.Answers{"f": reference},
		}
		return &exercises.Exercise{Steps: []exercises.Step{fakeStep{info, map[string]exercises.Report{
			reference: report(exercises.Equal, "", ""), accepts: report(exercises.Equal, "", ""),
		}}}}
	}
	one := drawn("2 + 2", "4", "4", "x₄ = 4")
	for _, c := range []struct {
		name  string
		other *exercises.Exercise
		says  string
	}{
		{"nothing wrong", drawn("2 + 3", "5", "5", "it is 5"), ""},
		{"nothing shown", drawn("2 + 2", "5", "5", "it is 5"), "all that is shown is the same"},
		{"old answer taken", drawn("2 + 3", "5", "4", "it is 5"), "the answer of another seed"},
		{"old number told", drawn("2 + 3", "5", "5", "it is 4"), "the solution has f"},
	} {
		found := checkFollows(t, one, c.other)
		if c.says == "" && len(found) > 0 || c.says != "" && (len(found) != 1 || !strings.Contains(found[0], c.says)) {
			t.Errorf("%s: %q, want %q", c.name, found, c.says)
		}
	}
}
