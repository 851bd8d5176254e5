package submission

import (
	"bytes"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"math"
	"strings"
	"testing"

	"kernellab/exercises/anatomy"
	"kernellab/exercises/runfile"
	"kernellab/solvers"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

func smoOf(t Task) solvers.SMO { return t.Solver.(solvers.SMO) }

// student runs a second implementation of SMO, with the formulas of 7.6 and 7.7 as a student would
// write them, and returns its trace.
func student(t Task) string {
	x, y, c, n := t.Set.Points(), t.Set.Labels(), smoOf(t).C, t.Set.Len()
	k := func(i, j int) float64 { return x[i][0]*x[j][0] + x[i][1]*x[j][1] }
	a, b := make([]float64, n), 0.0
	errorsNow := func() (f []float64, up, low int) {
		f, up, low = make([]float64, n), -1, -1
		for i := range n {
			for j := range n {
				f[i] += a[j] * y[j] * k(i, j)
			}
			f[i] -= y[i]
			grows, shrinks := y[i] > 0 && a[i] < c || y[i] < 0 && a[i] > 0, y[i] > 0 && a[i] > 0 || y[i] < 0 && a[i] < c
			if grows && (up < 0 || f[i] < f[up]) {
				up = i
			}
			if shrinks && (low < 0 || f[i] > f[low]) {
				low = i
			}
		}
		return f, up, low
	}
	var out strings.Builder
	fmt.Fprintln(&out, Columns)
	for step := 1; step < 100; step++ {
		f, up, low := errorsNow()
		if f[low]-f[up] < smoOf(t).Tol {
			break
		}
		ek, el, s := f[up]+b, f[low]+b, y[up]*y[low]
		gamma, kappa := a[up]+s*a[low], k(up, up)+k(low, low)-2*k(up, low)
		lo, hi := math.Max(0, a[low]-a[up]), math.Min(c, c+a[low]-a[up])
		if s > 0 {
			lo, hi = math.Max(0, a[up]+a[low]-c), math.Min(c, a[up]+a[low])
		}
		star := a[low] + y[low]*(ek-el)/kappa
		newL := math.Max(lo, math.Min(star, hi))
		newK := a[up] + s*(a[low]-newL)
		a[up], a[low] = snapToBound(newK, c), snapToBound(newL, c)
		f, u, l := errorsNow()
		b = -(f[u] + f[l]) / 2
		fmt.Fprintf(&out, "%d,%d,%d,%.6g,%.6g,%g,%.6g,%.6g,%.6g,%g,%.6g,%.6g,%.6g,%.6g\n", step, up+1, low+1, ek, el, s,
			gamma, lo, hi, kappa, star, newK, newL, b)
	}
	return out.String()
}

// snapToBound returns a, or a bound of α if a differs from it only by rounding.
func snapToBound(a, c float64) float64 {
	for _, end := range []float64{0, c} {
		if math.Abs(a-end) < 1e-12 {
			return end
		}
	}
	return a
}

func TestCompare_acceptsASecondProgram(t *testing.T) {
	for seed := range uint64(60) {
		task := NewTask(seed)
		rows := must.Value(Read(strings.NewReader(student(task)), task))
		got, err := Compare(t.Context(), task, rows, 1e-5)
		check.Must(t, err == nil && got.Step == 0,
			"seed %d: got step %d, %s: %v, error %v, want no difference", seed, got.Step, got.Quantity, got.Words,
			err)
		check.That(t, len(got.Compared) >= 11,
			"seed %d: got %v compared, want at least 11 quantities", seed, got.Compared)
	}
}

func TestCompare_ownTracesAgree(t *testing.T) {
	for seed := range uint64(10) {
		for _, rule := range solvers.PairRules() {
			task := NewTask(seed)
			smo := smoOf(task)
			smo.Rule = rule
			task.Solver = smo
			trace := must.Value(task.Solved())
			for format, rows := range writeAndRead(t, task, trace) {
				got, err := Compare(t.Context(), task, rows, 1e-9)
				if converged := trace.Last().Status == solvers.Converged; err != nil || converged && got.Step != 0 {
					t.Errorf("seed %d, %v, %s: got step %d, %s: %v, error %v, want no difference", seed, rule, format,
						got.Step, got.Quantity, got.Words, err)
				}
			}
		}
	}
}

// writeAndRead writes a trace in every format and returns the rows that are read back, by format.
func writeAndRead(t *testing.T, task Task, trace solvers.Trace) map[string][]Row {
	t.Helper()
	out := map[string][]Row{}
	for _, format := range runfile.Formats() {
		var file bytes.Buffer
		check.OK(t, runfile.WriteSteps(&file, trace, format))
		rows := must.Value(Read(&file, task))
		out[format] = rows
	}
	return out
}

// TestPlant_slipsAreRecognised checks that each planted slip changes its own quantity
// first, and that it is recognised.
func TestPlant_slipsAreRecognised(t *testing.T) {
	own := map[anatomy.Fault]string{
		anatomy.FaultNoClip: "clip", anatomy.FaultNoLabel: "errors", anatomy.FaultBounds: "bounds",
		anatomy.FaultKappa: "kappa", anatomy.FaultDownhill: "star", anatomy.FaultPartner: "partner",
	}
	seen := map[string]int{}
	for seed := range uint64(80) {
		task := NewTask(seed)
		p := must.Value(Plant(seed, task))
		check.That(t, p.Group() == own[p.Fault] && len(p.Words) == 3,
			"seed %d: %v shows at step %d in %s: got %q, want its own quantity and 3 lines", seed, p.Fault, p.Step,
			p.Quantity, p.Words)
		var file bytes.Buffer
		check.OK(t, WriteCSV(&file, RowsOf(p.Trace)))
		rows := must.Value(Read(&file, task))
		if again, err := Compare(t.Context(), task, rows, 1e-5); err != nil || again.Step != p.Step ||
			again.Quantity != p.Quantity {
			t.Errorf("seed %d, as a file: got step %d, %s, want step %d, %s; error %v", seed, again.Step,
				again.Quantity, p.Step, p.Quantity, err)
		}
		seen[p.Group()]++
		if p.Trace.Len() <= p.Step {
			t.Errorf("seed %d: got step %d of %d, want one within the trace", seed, p.Step, p.Trace.Len()-1)
		}
	}
	check.That(t, len(seen) == len(own), "got only %v planted, want every slip", seen)
}

func TestCompare_findsFaultsInSMO(t *testing.T) {
	task := NewTask(3)
	trace := must.Value(task.Solved())
	for name, c := range map[string]struct {
		spoil    func(rows []Row) []Row
		step     int
		quantity string
		says     string
	}{
		"from zero": {func(r []Row) []Row { r[0]["k"] = 0; return r }, 1, "pair", "count from 1"},
		"no pair":   {func(r []Row) []Row { delete(r[1], "l"); return r }, 2, "pair", "columns k and l"},
		"one point": {func(r []Row) []Row { r[1]["l"] = r[1]["k"]; return r }, 2, "pair",
			"two different points"},
		"turned": {func(r []Row) []Row {
			v := r[1]
			v["k"], v["l"] = v["l"], v["k"]
			return r
		}, 2, "pair", ""},
		"no step":   {func(r []Row) []Row { r[2]["k"] = math.NaN(); return r }, 3, "pair", ""},
		"too early": {func(r []Row) []Row { return r[:2] }, 3, "end", "ends after step 2"},
		"too long":  {func(r []Row) []Row { return append(r, r[len(r)-1]) }, trace.Len(), "end", "converged already"},
		"bias":      {func(r []Row) []Row { r[1]["bias"] += 0.5; return r }, 2, "b", "b should be"},
		"objective": {func(r []Row) []Row { r[1]["objective"] *= 2; return r }, 2, "g", "g ="},
		"alpha alone": {func(r []Row) []Row {
			for i := range r {
				r[i] = Row{"k": r[i]["k"], "l": r[i]["l"]}
			}
			r[1]["al"] = 77
			return r
		}, 2, "alnew", "the trace has 77"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := Compare(t.Context(), task, c.spoil(RowsOf(trace)), 1e-9)
			if err != nil || got.Step != c.step || got.Quantity != c.quantity ||
				!strings.Contains(strings.Join(got.Words, " "), c.says) {
				t.Errorf("got step %d, %s, %q, error %v, want step %d, %s, %q", got.Step, got.Quantity, got.Words, err,
					c.step, c.quantity, c.says)
			}
		})
	}
}

// TestCompare_findsTheCauseFromAlphaAlone checks that the slip is recognised from α if
// the trace has nothing else.
func TestCompare_findsTheCauseFromAlphaAlone(t *testing.T) {
	for seed := range uint64(40) {
		task := NewTask(seed)
		p, err := Plant(seed, task)
		if err != nil || p.Fault != anatomy.FaultKappa {
			continue
		}
		rows := RowsOf(p.Trace)
		for i := range rows {
			for name := range rows[i] {
				if name != "k" && name != "l" && name != "unclipped" {
					delete(rows[i], name)
				}
			}
		}
		got, err := Compare(t.Context(), task, rows, 1e-9)
		check.That(t, err == nil && got.Quantity == "star" && strings.Contains(got.Words[len(got.Words)-1], "−2Kₖₗ"),
			"seed %d: got %s, %q, error %v, want star and its cause", seed, got.Quantity, got.Words, err)
	}
}

func TestSkeleton_hasPointsAndColumns(t *testing.T) {
	for _, c := range []struct {
		task  Task
		wants []string
	}{
		{NewTask(7), []string{Columns}},
		{NewLogistic(7), []string{"f1,f2,f3,f4,f5,f6,r1", "a5,a6", "gamma"}},
	} {
		const command = "kernellab diff --seed 7 trace.csv"
		wants := append(c.wants, command)
		for _, x := range c.task.Set.Points() {
			wants = append(wants, fmt.Sprintf("%g, %g", x[0], x[1]))
		}
		for _, language := range Languages() {
			var out bytes.Buffer
			check.OK(t, Skeleton(&out, c.task, language, command))
			text := out.String()
			for _, want := range wants {
				check.That(t, strings.Contains(text, want) && !strings.Contains(text, "{{."),
					"%s: want %q and no open variable, got %s", language, want, text)
			}
			if _, err := parser.ParseFile(token.NewFileSet(), "skeleton.go", text, 0); language == "go" && err != nil {
				t.Error(err)
			}
		}
	}
	if err := Skeleton(&bytes.Buffer{}, NewTask(7), "cobol", ""); err == nil {
		t.Error("Skeleton(cobol): got no error, want one")
	}
}

func TestRead_isBounded(t *testing.T) {
	if _, err := Read(strings.NewReader("k,l\n"+strings.Repeat("1,2\n", maxRows+1)), NewTask(1)); err == nil ||
		!strings.Contains(err.Error(), "more than") {
		t.Errorf("Read of too many rows: got error %v, want one", err)
	}
	for _, start := range []string{"k,l\n\"", "{"} {
		if _, err := Read(io.MultiReader(strings.NewReader(start), endless{}), NewTask(1)); err == nil {
			t.Errorf("Read(%q and endlessly more): got no error, want one", start)
		}
	}
}

type endless struct{}

func (endless) Read(dst []byte) (int, error) {
	for i := range dst {
		dst[i] = 'x'
	}
	return len(dst), nil
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{student(NewTask(1)), "", "k,l\n1,2\n",
		`{"step":0,"bias":0}` + "\n" + `{"k":1,"l":2,"smo":{"E_k":"inf"}}`, "\ufeffk,l\n1,x\n", "k,l\n1,2,3\n", "{",
		"k,l\n\"", "k,k\n1,1e999\n", logisticStudent(NewLogistic(1), "in-place"),
		"a1,f2,r3\n0,nan,inf\n1e308,-1e308,x\n",
		`{"step":0,"a":[0,0]}` + "\n" + `{"a":[0.1,"x",null],"f":[0],"dual":[1e300]}`} {
		f.Add(text)
	}
	tasks := []Task{NewTask(1), NewLogistic(1)}
	f.Fuzz(func(t *testing.T, text string) {
		for _, task := range tasks {
			rows, err := Read(strings.NewReader(text), task)
			if err != nil {
				continue
			}
			got, err := Compare(t.Context(), task, rows, 1e-6)
			if err != nil || got.Step < 0 || got.Step > len(rows)+1 || got.Step > 0 && len(got.Words) == 0 {
				t.Fatalf("got step %d of %d rows: %q, error %v, want a step in the trace with words", got.Step,
					len(rows), got.Words, err)
			}
		}
	})
}
