package unit3

import (
	"strconv"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/testdata/support/lessontest"
)

// groupFields returns the fields of the six groups, in order.
func groupFields() []string { return []string{"k0", "k1", "k2", "k11", "k22", "k12"} }

func TestWorksheet_derivationGrows(t *testing.T) {
	task := lessontest.OpenTask(t, Unit(), "3.1", "groups", 1)
	a := exercises.Answers{}
	shown := func() string {
		return lessontest.Text(task.Scene(t.Context(), a).Figures[1].Plot.(ascii.TextBlock).Lines)
	}
	if s := shown(); strings.Contains(s, "2uv") || strings.Contains(s, "x₁²") || strings.Contains(s, "any d") {
		t.Errorf("empty derivation: got\n%s\nwant nothing that is to be found", s)
	}
	a["expansion"] = "u^2+v^2+1+2u v+2u+2v"
	if s := shown(); !strings.Contains(s, "2uv") {
		t.Errorf("right expansion: got\n%s\nwant 2uv in it", s)
	}
	for i, f := range groupFields() {
		a[f] = "7"
		before := shown()
		a[f] = task.Info().Reference[f]
		if s := shown(); strings.Count(before, "\n") != max(2, i+1) || strings.Count(s, "\n") < i+2 {
			t.Errorf("%s = 7, then %s: got\n%s\nand\n%s\nwant the coefficient in the second only", f, a[f], before, s)
		}
	}
	if s := shown(); !strings.Contains(s, "Σ(i<j) 2xᵢxⱼzᵢzⱼ") {
		t.Errorf("complete derivation: got\n%s\nwant the sum for any d", s)
	}
}

// TestWorksheet_countsPairs counts the pairs i < j one by one.
func TestWorksheet_countsPairs(t *testing.T) {
	seen := map[int]bool{}
	for seed := range uint64(lessontest.Seeds) {
		task := lessontest.OpenTask(t, Unit(), "3.1", "general", seed)
		d := int(lessontest.NumbersIn(task.Info().Question.String())[0])
		count := 0
		for i := range d {
			for range i {
				count++
			}
		}
		seen[d] = true
		text := strconv.Itoa
		for form, right := range map[string]bool{
			text(count): true, text(d) + "*" + text(d-1) + "/2": true, text(2*count) + "/2": true,
			text(2 * count): false, text(count + d): false, text(d * d): false,
		} {
			if lessontest.Report(task, exercises.Answers{"pairs": form}).Accepted != right {
				t.Errorf("d = %d: Check(%s): got accepted %v, want %v", d, form, !right, right)
			}
		}
	}
	if len(seen) != 6 {
		t.Errorf("got %d values of d, want 6", len(seen))
	}
}

// TestWorksheet_namesARootOverAComponent checks that the report names a root that extends over a
// component, whether in all features or in one.
func TestWorksheet_namesARootOverAComponent(t *testing.T) {
	task := lessontest.OpenTask(t, Unit(), "3.2", "phi", 1)
	for _, phi := range []string{"[1, √(2x1), √(2x2), x1², x2², √(2x1x2)]", "[x2², √2x1, 1, sqrt(2x2), x1², √2x1x2]",
		"[1, √2x1, √2x2, x1², x2², √2√(x1)√(x2)]"} {
		if r := lessontest.Report(task, exercises.Answers{"phi": phi}); r.Accepted ||
			r.Misconception != "root-over-component" {
			t.Errorf("Check(%s): accepted %v, as %q, want root-over-component", phi, r.Accepted, r.Misconception)
		}
	}
}

func TestWorksheet_trialTableShowsTheDifference(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		task := lessontest.OpenTask(t, Unit(), "3.2", "phi", seed)
		tried := func(phi string) [][]ascii.Line {
			return task.Scene(t.Context(), exercises.Answers{"phi": phi}).Figures[1].Plot.(ascii.Table).Rows
		}
		for _, row := range tried("[1, √2x1, √2x2, x1², x2², √2x1x2]") {
			if row[4].String() != "equal" || row[2].String() != row[3].String() {
				t.Errorf("seed %d: got the row %v, want equal numbers", seed, row)
			}
		}
		for _, row := range tried("[√2x1, √2x2, x1², x2², √2x1x2]") {
			if row[4].String() != "off by −1" {
				t.Errorf("seed %d, without the constant: got the row %v, want it off by −1", seed, row)
			}
		}
	}
}
