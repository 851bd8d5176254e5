package unit9

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/kernels/structured"
	"kernellab/testdata/support/check"
)

// TestStringMachine_separatesFamilies checks 9.4: single letters do no better than
// chance, all substrings err rarely, and a random string hardly ever reaches the goal.
func TestStringMachine_separatesFamilies(t *testing.T) {
	all := structured.Normalised[string]{Kernel: structured.Substrings{}}
	for seed := range uint64(40) {
		texts, motifs := dataset.Families(80, seed)
		m := lesson.Must(newStringMachine(t.Context(), texts, all))
		if n, one := m.trainingErrors(), countWrong(texts.Train, func(i int) float64 { return m.score(texts.Train[i].Letters) }); n != one {
			t.Errorf("seed %d: %d wrong training strings by the Gram matrix, want %d as by the kernel", seed, n, one)
		}
		if n := m.heldOutErrors(); n > 10 {
			t.Errorf("seed %d: got %d of %d wrong, want at most 10", seed, n, len(texts.HeldOut))
		}
		coin := lesson.Must(newStringMachine(t.Context(), texts, structured.Spectrum{P: 1}))
		if n := coin.heldOutErrors(); n < 11 || n > 29 {
			t.Errorf("seed %d: single letters: got %d of %d wrong, want 11 to 29", seed, n, len(texts.HeldOut))
		}
		o := newOwnStringTask(m, motifs[1])
		if !o.check(t.Context(), o.reference).Accepted || o.goal > -0.3 {
			t.Errorf("seed %d: motif %s gets %v, want it to reach the goal %v, at most −0.3", seed, o.reference,
				m.score(o.reference), o.goal)
		}
		r, lucky := rand.New(rand.NewPCG(seed, 1)), 0
		for range 200 {
			if o.check(t.Context(), dataset.Letters(r, maxOwnLength)).Accepted {
				lucky++
			}
		}
		if lucky > 10 {
			t.Errorf("seed %d: got %d of 200 strings of noise accepted, want at most 10", seed, lucky)
		}
		check.That(t, !o.check(t.Context(), motifs[0]).Accepted,
			"seed %d: other motif %s: got accepted, want refused", seed, motifs[0])
	}
}

// filledTable returns the table of two strings, and the run that fills it, at its end.
func filledTable(t *testing.T, x, z string) (suffixTable, stage.ComputationRun) {
	t.Helper()
	s := newSuffixTable(x, z)
	return s, finishedRun(t, s.run())
}

// TestSuffixTable_lawsHoldAtEveryCell checks the laws of the table for several strings. The
// last reasons give the cell and the sum that the table shows.
func TestSuffixTable_lawsHoldAtEveryCell(t *testing.T) {
	for _, c := range [][2]string{{"aardvark", "karaoke"}, {"ark", "ark"}, {"aaaa", "aaa"}, {"x", "y"},
		{"äöä", "öäö"}} {
		s, run := filledTable(t, c[0], c[1])
		for i := range run.Len() {
			check.Equal(t, brokenLaws(run, i), "", "%v, cell %d: the broken laws", c, i)
			if i == 0 {
				continue
			}
			why := run.Frame(i).Why()
			r, j := s.cellOfFrame(i)
			for k, want := range []int{s.lengths[r][j], int(s.record(i)["sum"])} {
				if got := why[len(why)-2+k].String(); !strings.HasSuffix(got, fmt.Sprintf(" = %d", want)) {
					t.Errorf("%v, cell %d: got the reason %q, want it to end in %d", c, i, got, want)
				}
			}
		}
	}
}

// TestSuffixTable_lawsFindAWrongCell checks that the law of the cell fails at a wrong cell,
// and the law of the pairs from there on.
func TestSuffixTable_lawsFindAWrongCell(t *testing.T) {
	for i := range 3 {
		for j := range 3 {
			s, run := filledTable(t, "ark", "ark")
			s.lengths[i][j]++
			number := i*3 + j + 1
			if red := brokenLaws(run, number); !strings.HasPrefix(red, "pairs") || !strings.HasSuffix(red, "cell") {
				t.Errorf("cell %d is one too large: got the broken laws %q, want the pairs and the cell", number, red)
			}
			check.Equal(t, brokenLaws(run, number-1), "", "before cell %d, which is wrong: the broken laws", number)
			if red := brokenLaws(run, 9); !strings.Contains(red, "pairs") {
				t.Errorf("after cell %d, which is wrong: got the broken laws %q, want the pairs", number, red)
			}
		}
	}
}

// TestSuffixTable_stopAtConditions checks the conditions of the table by hand: a run of
// common letters ends where the letters differ but those before them agree.
func TestSuffixTable_stopAtConditions(t *testing.T) {
	s, run := filledTable(t, "aardvark", "karaoke")
	for name, holds := range map[string]func(i, j int) bool{
		"cell > 0": func(i, j int) bool { return s.x[i] == s.z[j] },
		"row == 3": func(i, j int) bool { return i == 2 },
	} {
		for n := 1; n < run.Len(); n++ {
			if i, j := s.cellOfFrame(n); run.Holds(n, exercises.Condition{Name: name}) != holds(i, j) {
				t.Errorf("%s at cell %d, %d: got %v, want %v", name, i+1, j+1, !holds(i, j), holds(i, j))
			}
		}
	}
	if stopped, err := s.run().Extend(t.Context(), 99, exercises.Condition{Name: "longest rises"}); err != nil ||
		stopped.Len() != 3 {
		t.Errorf("break where the longest rises: stopped at cell %d, error %v, want 2", stopped.Len()-1, err)
	}
}

// TestSuffixTable_askAboutLetters checks that the question shows the letters, but not
// whether they agree.
func TestSuffixTable_askAboutLetters(t *testing.T) {
	_, run := filledTable(t, "ark", "ark")
	for i := range run.Len() - 1 {
		step := run.ByHand(i)
		var told []string
		for _, b := range step.Info().Text {
			told = append(told, b.Text.String())
		}
		text := strings.Join(told, "\n")
		if strings.Contains(text, "= 0·") || strings.Contains(text, "= 1·") || strings.Contains(text, "agree") ||
			!strings.Contains(text, " is 1 if they are the same letter, else 0.") {
			t.Errorf("cell %d: got the text\n%s\nwant the letters and not whether they agree", i+1, text)
		}
		for _, m := range exercises.Distinguishable(t.Context(), step) {
			a := step.Info().Reference
			for field, text := range m.Example {
				a = a.With(field, text)
			}
			if r := step.Check(t.Context(), a); r.Accepted || r.Misconception == "" || len(r.Advice) == 0 {
				t.Errorf("cell %d, example of %s: got %v, want it refused, named and advised", i+1, m.ID, r)
			}
		}
	}
}

// TestSuffixTable_fillToTheKernel checks that the table ends with the kernel of all
// substrings, 10 for aardvark and ark.
func TestSuffixTable_fillToTheKernel(t *testing.T) {
	_, run := filledTable(t, "aardvark", "ark")
	check.Must(t, run.Len() == 25, "got %d frames, want 25", run.Len())
	if s := run.Frame(24).Status.String(); s != "24 of 24 cells, sum so far 10" {
		t.Errorf("got status %q, want 24 of 24 cells and the sum 10", s)
	}
}
