package unit9

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/exercises/lesson"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/kernels/structured"
)

// What 9.4 says of its two families: single letters are a coin, all substrings
// err rarely, and a string of noise hardly ever gets as far as is asked.
func TestFamilies(t *testing.T) {
	all := structured.Normalised[string]{Kernel: structured.Substrings{}}
	for seed := range uint64(40) {
		texts, motifs := dataset.Families(80, seed)
		m := lesson.Must(newStringMachine(t.Context(), texts, all))
		if n, one := m.trainingErrors(), wrongOf(m, texts.Train); n != one {
			t.Errorf("seed %d: %d of the training strings are wrong by the Gram matrix, %d by the kernel", seed, n, one)
		}
		if n := m.errors(); n > 10 {
			t.Errorf("seed %d: %d of %d wrong", seed, n, len(texts.Held))
		}
		coin := lesson.Must(newStringMachine(t.Context(), texts, structured.Spectrum{P: 1}))
		if n := coin.errors(); n < 11 || n > 29 {
			t.Errorf("seed %d: single letters err on %d of %d", seed, n, len(texts.Held))
		}
		o := newOwnString(m, motifs[1])
		if !o.check(t.Context(), o.reference).Accepted || o.goal > -0.3 {
			t.Errorf("seed %d: %s gets %v of %v", seed, o.reference, m.at(o.reference), o.goal)
		}
		r, lucky := rand.New(rand.NewPCG(seed, 1)), 0
		for range 200 {
			if o.check(t.Context(), dataset.Letters(r, mostOwn)).Accepted {
				lucky++
			}
		}
		if lucky > 10 {
			t.Errorf("seed %d: %d of 200 strings of noise are accepted", seed, lucky)
		}
		if o.check(t.Context(), motifs[0]).Accepted {
			t.Errorf("seed %d: the other motif is accepted", seed)
		}
	}
}

// wrongOf counts the strings on the wrong side, one by one.
func wrongOf(m stringMachine, list []dataset.Text) int {
	n := 0
	for _, one := range list {
		if m.at(one.Letters)*one.Label <= 0 {
			n++
		}
	}
	return n
}

// Two random strings over A letters are alike by 2/(A + 1): about 0.40 for four.
func TestNoiseIsAlike(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 94))
	for alphabet := 3; alphabet <= 8; alphabet++ {
		x := make([]string, 20)
		for i := range x {
			letters := make([]byte, 400)
			for j := range letters {
				letters[j] = byte('a' + r.IntN(alphabet))
			}
			x[i] = string(letters)
		}
		got := offDiagonal(structured.NormalisedGram(kernels.Gram[string](structured.Substrings{}, x)))
		if want := 2 / float64(alphabet+1); math.Abs(got-want) > 0.01 {
			t.Errorf("%d letters: %v, want %v", alphabet, got, want)
		}
	}
}

// filledTable is the table of two strings, and its run at the end.
func filledTable(t *testing.T, x, z string) (suffixes, stage.Course) {
	t.Helper()
	s := newSuffixes(x, z)
	return s, exercises.Reach(t.Context(), s.run(), 999).(stage.Course)
}

// redAt names the laws that do not hold at a frame.
func redAt(run stage.Course, i int) string {
	var out []string
	for _, law := range run.Invariants(i) {
		if !law.Holds {
			out = append(out, law.Name)
		}
	}
	return strings.Join(out, " ")
}

// The books of the table are right at every cell, whatever the strings; the last
// reason tells the cell and the sum that the table shows.
func TestTableKeepsItsBooks(t *testing.T) {
	for _, c := range [][2]string{{"aardvark", "karaoke"}, {"ark", "ark"}, {"aaaa", "aaa"}, {"x", "y"},
		{"äöä", "öäö"}} {
		s, run := filledTable(t, c[0], c[1])
		for i := range run.Len() {
			if red := redAt(run, i); red != "" {
				t.Errorf("%v, cell %d: %s", c, i, red)
			}
			if i == 0 {
				continue
			}
			why := run.Frame(i).Why()
			r, j := s.cell(i)
			for k, want := range []int{s.table[r][j], s.sum(i)} {
				if got := why[len(why)-2+k].String(); !strings.HasSuffix(got, fmt.Sprintf(" = %d", want)) {
					t.Errorf("%v, cell %d: %q, and %d is shown", c, i, got, want)
				}
			}
		}
	}
}

// A cell that is wrong is found at that cell by its law, and from there on by the
// pairs of substrings. The sum follows from the cell that the step recorded.
func TestTableIsFoundOut(t *testing.T) {
	for i := range 3 {
		for j := range 3 {
			s, run := filledTable(t, "ark", "ark")
			s.table[i][j]++
			at := i*3 + j + 1
			if red := redAt(run, at); !strings.HasPrefix(red, "pairs") || !strings.HasSuffix(red, "cell") {
				t.Errorf("cell %d is one too large, and red is %q", at, red)
			}
			if red := redAt(run, at-1); red != "" {
				t.Errorf("before cell %d red is %q", at, red)
			}
			if red := redAt(run, 9); !strings.Contains(red, "pairs") || !strings.Contains(red, "features") {
				t.Errorf("after cell %d red is %q", at, red)
			}
		}
	}
}

// A run of letters breaks off where the letters differ and up left they did not.
func TestTableStops(t *testing.T) {
	s, run := filledTable(t, "aardvark", "karaoke")
	for name, holds := range map[string]func(i, j int) bool{
		"cell > 0":  func(i, j int) bool { return s.x[i] == s.z[j] },
		"broke > 0": func(i, j int) bool { return i > 0 && j > 0 && s.x[i] != s.z[j] && s.x[i-1] == s.z[j-1] },
		"row == 3":  func(i, j int) bool { return i == 2 },
	} {
		for n := 1; n < run.Len(); n++ {
			if i, j := s.cell(n); run.Holds(n, exercises.Break{Name: name}) != holds(i, j) {
				t.Errorf("%s at cell %d, %d", name, i+1, j+1)
			}
		}
	}
	if stopped, err := s.run().Extend(t.Context(), 99, exercises.Break{Name: "longest rises"}); err != nil ||
		stopped.Len() != 3 {
		t.Errorf("the first run begins at %d, %v", stopped.Len()-1, err)
	}
}

// What is asked tells the letters, and not whether they agree.
func TestTableAsks(t *testing.T) {
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
			t.Errorf("cell %d: %s", i+1, text)
		}
		for _, m := range step.Info().Misconceptions {
			a := step.Info().Reference
			for field, text := range m.Example {
				a = a.With(field, text)
			}
			if r := step.Check(t.Context(), a); r.Accepted || r.Misconception == "" || len(r.Advice) == 0 {
				t.Errorf("cell %d, %s: %v", i+1, m.ID, r)
			}
		}
	}
}

// The table fills to the kernel of all substrings, 10 for aardvark and ark, and
// every frame has as many lines as the others.
func TestSuffixesFill(t *testing.T) {
	_, run := filledTable(t, "aardvark", "ark")
	if run.Len() != 25 {
		t.Fatalf("%d frames", run.Len())
	}
	for i := range run.Len() {
		if n := len(run.Frame(i).Formula); n != 2 {
			t.Errorf("frame %d has %d lines", i, n)
		}
	}
	if s := run.Frame(24).Status.String(); s != "24 of 24 cells, sum so far 10" {
		t.Error(s)
	}
	if e := run.Event(24); e != "“ark” in common" {
		t.Error(e)
	}
}
