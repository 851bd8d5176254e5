package unit2

import (
	"strconv"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/lessontest"
)

// These tests check the worksheets of unit 2, together with the Go code for them.
// powersOf lists the powers of every monomial of degree at most p in d variables,
// by going through all (p + 1)ᵈ.
func powersOf(d, p int) [][]int {
	if d == 0 {
		return [][]int{nil}
	}
	var out [][]int
	for _, rest := range powersOf(d-1, p) {
		used := 0
		for _, n := range rest {
			used += n
		}
		for n := 0; used+n <= p; n++ {
			out = append(out, append([]int{n}, rest...))
		}
	}
	return out
}

// TestWorksheet_everyRowOfStarsIsAMonomial checks that the slider shows every monomial
// once.
func TestWorksheet_everyRowOfStarsIsAMonomial(t *testing.T) {
	task := lessontest.OpenTask(t, Unit(), "2.1", "formula", 1)
	for d := 1; d <= 4; d++ {
		for p := 1; p <= 5; p++ {
			a := exercises.Answers{"d": strconv.Itoa(d), "p": strconv.Itoa(p), "row": "1000"}
			s := task.Scene(t.Context(), a)
			lines := s.Figures[0].Plot.(ascii.TextBlock).Lines
			seen, found := map[string]bool{}, 0
			for _, l := range lines {
				_, list, ok := strings.Cut(l.String(), " so far): ")
				if !ok {
					continue
				}
				for _, m := range strings.Split(list, ", ") {
					seen[m] = true
					found++
				}
			}
			if want := len(powersOf(d, p)); found != want || len(seen) != want ||
				s.Controls[0].Number() != float64(want) {
				t.Errorf("d = %d, p = %d: got %d rows, %d different, want %d", d, p, found, len(seen), want)
			}
			if row := lines[0].String(); strings.Count(row, "*") != p || strings.Count(row, "|") != d {
				t.Errorf("d = %d, p = %d: got the row %s, want p stars and d bars", d, p, row)
			}
		}
	}
}

// TestWorksheet_barsFollowTheSlider checks that the two bars of the slider are 8nm and
// 8n² bytes.
func TestWorksheet_barsFollowTheSlider(t *testing.T) {
	task := lessontest.OpenTask(t, Unit(), "2.3", "meter", 1)
	for n, want := range map[string][2]string{
		"1": {"1.34 GB", "8 B"}, "1000": {"1.34 TB", "8 MB"}, "1e9": {"1.34 EB", "8 EB"},
	} {
		bars := task.Scene(t.Context(), exercises.Answers{"n": n, "size": "1.34"}).Figures[0].Plot.(ascii.Bars)
		pair := bars.Bars[:2]
		check.Equal(t, [2]string{bars.Format(pair[0].Value), bars.Format(pair[1].Value)}, want, "n = %s", n)
	}
}

// TestWorksheet_tableJudgesNothingBeforeEnter checks that the stage of the table does
// not show whether the typed numbers are right.
func TestWorksheet_tableJudgesNothingBeforeEnter(t *testing.T) {
	task := lessontest.OpenTask(t, Unit(), "2.1", "table", 1)
	right := task.Scene(t.Context(), task.Info().Reference)
	wrong := task.Scene(t.Context(), exercises.Answers{"m22": "7", "m23": "10", "m32": "10", "m33": "20"})
	if len(right.Notes) != len(wrong.Notes) {
		t.Errorf("notes %v for a right table and %v for a wrong one, want equally many", right.Notes, wrong.Notes)
	}
}

// TestWorksheet_neverShowsTheRowAskedFor checks that the slider of rows skips the row
// asked for.
func TestWorksheet_neverShowsTheRowAskedFor(t *testing.T) {
	task := lessontest.OpenTask(t, Unit(), "2.1", "stars", 1)
	for row := 1; row <= 40; row++ {
		s := task.Scene(t.Context(), exercises.Answers{"d": "3", "p": "4", "row": strconv.Itoa(row)})
		lines := s.Figures[0].Plot.(ascii.TextBlock).Lines
		if got := strings.Join(strings.Fields(lines[1].String()), " "); got == "* | * * | * |" {
			t.Errorf("row %d: got the row asked for, want another", row)
		}
		if meaning := lines[4].String(); strings.Contains(meaning, "since") && !strings.Contains(meaning, "x₀·") &&
			!strings.HasPrefix(meaning, "x₀") {
			t.Errorf("row %d: got %s, want x₀ explained", row, meaning)
		}
	}
}

// TestSizesAreNotOnTheStage checks that no bar shows the size that 2.3 asks for before the student
// has found it.
func TestSizesAreNotOnTheStage(t *testing.T) {
	task := lessontest.OpenTask(t, Unit(), "2.3", "meter", 1)
	for _, answers := range []exercises.Answers{nil, {"n": "10"}, {"size": "8.01"}} {
		bars := task.Scene(t.Context(), answers).Figures[0].Plot.(ascii.Bars)
		for _, b := range bars.Bars {
			if said := bars.Format(b.Value); strings.HasPrefix(b.Label, "Φ") && strings.Contains(said, "1.34") {
				t.Errorf("with %v the bar %q says %s", answers, b.Label, said)
			}
		}
	}
}

// TestRoundedCountIsNoMisconception checks that the right number with too few digits is reported as
// such, even if the number of a misconception is equally close.
func TestRoundedCountIsNoMisconception(t *testing.T) {
	count, meter := lessontest.OpenTask(t, Unit(), "2.3", "count", 1), lessontest.OpenTask(t, Unit(), "2.3", "meter", 1)
	for typed, id := range map[string]string{
		"1.68e8": "decimals", "1.677e8": "decimals", "1.67e8": "decimals", "1.67668e8": "decimals",
		"167668500": "no-constant", "1.676685e8": "no-constant", "167167000": "exactly", "1.67167e8": "exactly",
		"1.0e9": "ordered",
	} {
		for _, r := range []exercises.Report{
			lessontest.Report(count, exercises.Answers{"m": typed}),
			lessontest.Report(meter, meter.Info().Reference.With("features", typed)),
		} {
			if r.Accepted || r.Misconception != id {
				t.Errorf("%s: accepted %v as %q", typed, r.Accepted, r.Misconception)
			}
		}
	}
}
