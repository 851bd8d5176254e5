package unit3

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/testdata/support/lessontest"
)

// groupFields are the fields of the six groups, in order.
func groupFields() []string { return []string{"k0", "k1", "k2", "k11", "k22", "k12"} }

func TestWorksheet_derivationGrows(t *testing.T) {
	step := opened(t, "3.1", "groups", 1)
	a := exercises.Answers{}
	shown := func() string {
		return lessontest.Text(step.Scene(t.Context(), a).Figures[1].Plot.(ascii.TextBlock).Lines)
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
		if s := shown(); strings.Count(s, "…") != 6-i {
			t.Errorf("wrong coefficient: got\n%s\nwant it left open", s)
		}
		a[f] = step.Info().Reference[f]
		if s := shown(); strings.Count(s, "…") != 5-i {
			t.Errorf("%s = %s: got\n%s\nwant the coefficient filled in", f, a[f], s)
		}
	}
	if s := shown(); !strings.Contains(s, "Σᵢ<ⱼ 2xᵢxⱼzᵢzⱼ") {
		t.Errorf("complete derivation: got\n%s\nwant the sum for any d", s)
	}
}

// TestWorksheet_countsPairs counts the pairs i < j one by one.
func TestWorksheet_countsPairs(t *testing.T) {
	seen := map[int]bool{}
	for seed := range uint64(lessontest.Seeds) {
		step := opened(t, "3.1", "general", seed)
		d := int(lessontest.NumbersIn(step.Info().Question.String())[0])
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
			if lessontest.Report(step, exercises.Answers{"pairs": form}).Accepted != right {
				t.Errorf("d = %d: Check(%s): got accepted %v, want %v", d, form, !right, right)
			}
		}
	}
	if len(seen) != 6 {
		t.Errorf("got %d values of d, want 6", len(seen))
	}
}

// TestWorksheet_judgesFeatureMaps checks that every φ of the kernel is accepted, with
// the reason that applies.
func TestWorksheet_judgesFeatureMaps(t *testing.T) {
	step := opened(t, "3.2", "phi", 1)
	tests := []struct{ phi, id, praise string }{
		{"[1, √2x1, √2x2, x1², x2², √2x1x2]", "", "6 features"},
		{"[x1^2, sqrt(2)*x1*x2, x2^2, sqrt(2) x1, sqrt(2) x2, 1]", "", "Another order"},
		{"[-1, √2x1, -√2x2, x1², -x2², √2x1x2]", "", "other signs"},
		{"[1, √2x1, √2x2, x1², x2², x1x2, x2x1]", "", "7 features"},
		{"[1, x1, x1, x2, x2, x1², x2², x1x2, x1x2]", "", "9 features"},
		{"[1, x1+x2, x1-x2, x1², x2², √2x1x2]", "", "rotation"},
		{"[1, √2x1, √2x2, (x1²+x2²)/√2, (x1²-x2²)/√2, √2x1x2]", "", "rotation"},
		{"(1, 2^(1/2) x1, √2·x₂, x₁^2, x_2**2, 2x1x2/√2)", "", "6 features"},
		{"[1, √2x1, √2x2, x1², x2², x1x2]", "cross-one", ""},
		{"[1, √2x1, √2x2, x1², x2², 2x1x2]", "cross-two", ""},
		{"[√2x1, √2x2, x1², x2², √2x1x2]", "constant-missing", ""},
		{"[x1², x2², √2x1x2]", "homogeneous", ""},
		{"[1, x1, x2, x1², x2², x1x2]", "roots-missing", ""},
		{"[c, √2x1, √2x2, x1², x2², √2x1x2]", "free-constant", ""},
		{"[1, x1z1, x2z2]", "contains-z", ""},
		{"[1, 1.414x1, 1.414x2, x1², x2², 1.414x1x2]", "decimals", ""},
		{"[1, √(2x1), √(2x2), x1², x2², √(2x1x2)]", "root-over-component", ""},
		{"[x2², √2x1, 1, sqrt(2x2), x1², √2x1x2]", "root-over-component", ""},
		{"[1, √2x1, √2x2, x1², x2², √2√(x1)√(x2)]", "root-over-component", ""},
	}
	for _, tt := range tests {
		r := lessontest.Report(step, exercises.Answers{"phi": tt.phi})
		if r.Accepted != (tt.praise != "") || r.Misconception != tt.id ||
			!strings.Contains(lessontest.Text(r.Fact), tt.praise) {
			t.Errorf("Check(%s): got accepted %v, misconception %q (%s), want misconception %q and %q", tt.phi,
				r.Accepted, r.Misconception, lessontest.Text(r.Fact), tt.id, tt.praise)
		}
	}
	one := lessontest.Report(step, exercises.Answers{"phi": "[1, x1, √2x2, x1², x2², √2x1x2]"})
	if !strings.Contains(lessontest.Text(one.Fact), "1·x₁z₁, the kernel needs 2·x₁z₁") {
		t.Errorf("got %q, want the term x₁z₁ with both coefficients", lessontest.Text(one.Fact))
	}
}

// TestWorksheet_acceptsRotatedFeatureMaps rotates two features of φ by an angle with a
// rational cosine. The inner product stays, and so does the verdict.
func TestWorksheet_acceptsRotatedFeatureMaps(t *testing.T) {
	step := opened(t, "3.2", "phi", 1)
	features := []string{"1", "√2x1", "√2x2", "x1^2", "x2^2", "√2x1x2"}
	r := rand.New(rand.NewPCG(3, 4))
	for range 40 {
		i, j := r.IntN(6), r.IntN(5)
		if j >= i {
			j++
		}
		turned := slices.Clone(features)
		turned[i] = "(3/5)*" + features[i] + " + (4/5)*" + features[j]
		turned[j] = "(4/5)*" + features[i] + " - (3/5)*" + features[j]
		form := "[" + strings.Join(turned, ", ") + "]"
		if rep := lessontest.Report(step, exercises.Answers{"phi": form}); !rep.Accepted {
			t.Errorf("Check(%s): got refused (%s), want accepted", form, lessontest.Text(rep.Fact))
		}
	}
}

func TestWorksheet_trialTableShowsTheDifference(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		step := opened(t, "3.2", "phi", seed)
		tried := func(phi string) [][]ascii.Line {
			return step.Scene(t.Context(), exercises.Answers{"phi": phi}).Figures[1].Plot.(ascii.Table).Rows
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

// features2 is φ of (xᵀz + 1)² in the order of the table.
func features2(x []float64) []float64 {
	return []float64{math.Sqrt2 * x[0], math.Sqrt2 * x[1], 1, x[0] * x[0], x[1] * x[1], math.Sqrt2 * x[0] * x[1]}
}

// TestRows_areComputedRight computes Φ from its columns and compares it with the cells,
// and φ(x)·φ(z) with the results of both ways.
func TestRows_areComputedRight(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(lessontest.Seeds) {
		info := opened(t, "3.3", "rows", seed).Info()
		points := lessontest.NumbersIn(lessontest.TextOf(info.Text))
		seen[fmt.Sprint(points[:4])] = true
		rows := append(features2(points[:2]), features2(points[2:4])...)
		var inner float64
		for j := range 6 {
			inner += rows[j] * rows[6+j]
		}
		for i, f := range info.Fields {
			v, problem := answer.Values(context.Background(), info.Reference[f.Name], 1)
			if problem != nil || math.Abs(v[0]-rows[i]) > 1e-12 {
				t.Errorf("seed %d: cell %s = %s, want %v", seed, f.Name, info.Reference[f.Name], rows[i])
			}
		}
		both := opened(t, "3.3", "both", seed).Info()
		for _, field := range []string{"kernel", "inner"} {
			if want := strconv.FormatFloat(math.Round(inner), 'f', 0, 64); both.Reference[field] != want ||
				math.Abs(inner-math.Round(inner)) > 1e-9 {
				t.Errorf("seed %d: %s = %s, want %v, a whole number", seed, field, both.Reference[field], inner)
			}
		}
	}
	if len(seen) < 20 {
		t.Errorf("got %d different sheets in %d seeds, want at least 20", len(seen), lessontest.Seeds)
	}
}

// TestRows_ownNumbersTellSlipsApart checks that the number asked for is φ(x)·φ(z), and
// that each slip gives another number.
func TestRows_ownNumbersTellSlipsApart(t *testing.T) {
	for seed := range uint64(lessontest.Seeds) {
		info := opened(t, "3.3", "yours", seed).Info()
		n, err := strconv.Atoi(info.Reference["own"])
		if err != nil || n > 500 {
			t.Errorf("seed %d: own = %s, want a whole number up to 500", seed, info.Reference["own"])
		}
		points := lessontest.NumbersIn(info.Question.String())
		var inner float64
		for j, f := range features2(points[:2]) {
			inner += f * features2(points[2:])[j]
		}
		if math.Abs(inner-float64(n)) > 1e-9 {
			t.Errorf("seed %d: φ(x)·φ(z) = %v, want %d as asked", seed, inner, n)
		}
		slips := 0
		for _, m := range info.Misconceptions {
			if m.Example["own"] != info.Reference["own"] && (m.ID == "forgot-one" || m.ID == "forgot-square") {
				slips++
			}
		}
		if slips != 2 {
			t.Errorf("seed %d: got %d of the two commonest slips, want both to give other numbers", seed, slips)
		}
	}
}

// opened builds a step of an exercise.
func opened(t testing.TB, id, name string, seed uint64) exercises.Task {
	t.Helper()
	return lessontest.Step(t, lessontest.Open(t, Unit().Lessons[id], id, seed), name)
}
