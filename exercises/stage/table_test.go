package stage

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/kernels"
	"kernellab/solvers"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// rosterOf returns the table of the points of a frame.
func rosterOf(f exercises.Frame) (r ascii.PointTable, ok bool) {
	for _, fig := range f.Figures {
		if r, ok = fig.Plot.(ascii.PointTable); ok {
			return r, true
		}
	}
	return r, false
}

// cell returns the text of a column in the row of a point.
func cell(r ascii.PointTable, head string, i int) string {
	at := slices.IndexFunc(r.Columns, func(c ascii.Column) bool { return c.Title == head })
	if at < 0 {
		return ""
	}
	return r.Cells(i)[at].String()
}

// showsNumber reports whether a cell contains a number with four digits, or with three if four are
// too wide. A rounding error is written as 0.
func showsNumber(text string, v, size float64) bool {
	shown, err := strconv.ParseFloat(strings.ReplaceAll(text, "−", "-"), 64)
	within := 6e-4 * math.Abs(v)
	if ascii.Width(anatomy.Num(v)) > anatomy.NumberWidth {
		within *= 10 // three digits
	}
	return err == nil && math.Abs(shown-v) <= within+1e-9*(1+size)
}

// checkTable checks each number in the table of the points against the coefficients and the
// bias.
func checkTable(t check.T, where string, r Run, i int, c []float64, b float64) {
	seg := r.segmentAt(i)
	table, ok := rosterOf(r.Frame(i))
	if !ok {
		t.Errorf("%s: got no table of the points, want one", where)
		return
	}
	y := seg.data.Set.Labels()
	signed := slices.Clone(c)
	if seg.kind.Letter == "α" {
		for j := range signed {
			signed[j] *= y[j]
		}
	}
	f := scoresOf(seg.data.Kernel, seg.data.Set.Points(), signed)
	size := 1.0
	for j := range f {
		f[j] += b
		size = math.Max(size, math.Abs(f[j]))
	}
	for j := range f {
		want := map[string]float64{seg.kind.Letter: c[j], "f": f[j]}
		for head, v := range solverCells(seg.solver(), y[j], c[j], f[j]) {
			want[head] = v
		}
		for head, v := range want {
			if text := cell(table, head, j); !showsNumber(text, v, size) {
				t.Errorf("%s, point %d: the table has %s = %q, want %v", where, j+1, head, text, v)
			}
		}
	}
	if s, smo := seg.solver().(solvers.SMO); smo {
		checkWords(t, where, table, s, y, c, f)
	}
}

// solverCells returns the cells of a point other than its coefficient and f.
func solverCells(s solvers.Solver, y, c, f float64) map[string]float64 {
	switch s := s.(type) {
	case solvers.SMO:
		return map[string]float64{"E": f - y}
	case solvers.Perceptron:
		return map[string]float64{"y·f": y * f}
	case solvers.LeastSquares:
		return map[string]float64{"t − f": y - f}
	case solvers.Logistic:
		p := 1 / (1 + math.Exp(-f))
		residual := "y − s(f)"
		if s.Form == solvers.PlusMinus {
			residual = "y·s(−yf)" // equal to y − s(f)
		}
		return map[string]float64{"s(f)": p, residual: max(0, y) - p}
	case solvers.Ridge:
		return map[string]float64{"y − f": y - f, "λa": s.Lambda * c}
	}
	return nil
}

// checkWords checks the words in the table of SMO against α and f.
func checkWords(t check.T, where string, table ascii.PointTable, s solvers.SMO,
	y, c, f []float64) {
	for j := range y {
		off := y[j]*f[j] - 1            // KKT: ≥ 0 where α = 0, ≤ 0 where α = C
		outside := max(-c[j], c[j]-s.C) // KKT: 0 ≤ α ≤ C
		violated := off < 0 && c[j] < s.C || off > 0 && c[j] > 0 || outside > max(s.Tol, anatomy.Tol)
		clear := violated || outside < min(s.Tol, anatomy.Tol)
		for _, tol := range []float64{s.Tol, anatomy.Tol} {
			clear = clear && math.Abs(math.Abs(off)-tol) > 1e-6 && math.Abs(outside-tol) > 1e-6
		}
		text := cell(table, "KKT", j)
		if told := strings.HasPrefix(text, "✗"); clear && math.Abs(off) > max(s.Tol, anatomy.Tol) && told != violated {
			t.Errorf("%s, point %d with t·f − 1 = %v, α = %v of %v: the table says %q, want ✗ to be %v", where, j+1,
				off, c[j], s.C, text, violated)
		}
		grows, shrinks := c[j] < s.C, c[j] > 0
		if y[j] < 0 {
			grows, shrinks = shrinks, grows
		}
		may := cell(table, "may", j)
		check.That(t, strings.Contains(may, "↑") == grows && strings.Contains(may, "↓") == shrinks,
			"%s, point %d with α = %v of %v, t = %v: the table says that tα may %q, want ↑ %v, ↓ %v", where, j+1,
			c[j], s.C, y[j], may, grows, shrinks)
	}
}

// Every solver has a table of the points. The points that moved come first.
func TestRun_FrameHasTable(t *testing.T) {
	for _, kind := range anatomy.All() {
		r := extendRun(t, must.Value(Start(trainingData("moons", "rbf(sigma=0.7)"), kind.Example)), 7)
		last := r.Len() - 1
		table, ok := rosterOf(r.Frame(last))
		if kind.Name == "ascent" { // has a table of its own
			check.That(t, !ok && r.Frame(last).Figures[0].Role == exercises.Table,
				"ascent: got a table of the points %v, want only its own table", ok)
			continue
		}
		if !ok || len(table.Order) != r.segmentAt(0).data.Set.Len() {
			t.Errorf("%s: got %d rows, want %d", kind.Name, len(table.Order), r.segmentAt(0).data.Set.Len())
			continue
		}
		for i := range table.Order {
			if row := table.Cells(i); len(row) != len(table.Columns) {
				t.Errorf("%s: got %d cells, want %d as columns", kind.Name, len(row), len(table.Columns))
			}
		}
		if moves := r.segmentAt(last).kind.ColumnsFor(nil, r.segmentAt(last).solver()).Movers; moves != nil {
			for at, m := range moves(r.Trace().At(last)) {
				check.That(t, table.Order[at] == m.Point && cellAt(table, m.Point, 0) == m.Mark.Text,
					"%s: point %d moved: got point %d in row %d, want it there", kind.Name, m.Point+1,
					table.Order[at]+1, at+1)
			}
		}
	}
}

func cellAt(r ascii.PointTable, i, column int) string { return r.Cells(i)[column].String() }

// A point that a step moved to the other side is marked in the picture and in the table of that
// step. The picture also shows the boundary before the step.
func TestRun_FrameShowsChange(t *testing.T) {
	r := extendRun(t, must.Value(Start(trainingData("moons", "rbf(sigma=0.7)"), solvers.Logistic{Gamma: 0.3})), 12)
	turnedOnce := false
	for i := range r.Len() {
		f := r.Frame(i)
		picture := f.Figures[0].Plot.(ascii.Map)
		check.That(t, (picture.PreviousField != nil) == (i > 1),
			"step %d: got an earlier boundary %v, want %v", i, picture.PreviousField != nil, i > 1)
		if i < 2 {
			continue
		}
		table, _ := rosterOf(f)
		before, now := r.Trace().At(i-1), r.Trace().At(i)
		x := r.segmentAt(i).data.Set.Points()
		if got, want := at(picture.PreviousField, x[0]), eval(r, before, x[0]); math.Abs(got-want) > 1e-9 {
			t.Errorf("step %d: the earlier boundary is %v at the first point, want f = %v", i, got, want)
		}
		for j, m := range picture.Marks {
			turned := eval(r, before, x[j])*eval(r, now, x[j]) < 0
			turnedOnce = turnedOnce || turned
			check.That(t, m.ChangedSide == turned && strings.HasPrefix(cellAt(table, j, 1), "‹") == turned,
				"step %d, point %d: got marked %v, in the table %q, want turned %v", i, j+1, m.ChangedSide,
				cellAt(table, j, 1), turned)
		}
	}
	if !turnedOnce {
		t.Error("got no point that changed sides, want at least one")
	}
}

func at(s ascii.Sampler, x []float64) float64 {
	var v [1]float64
	s.Sample(v[:], x[:1], x[1:2])
	return v[0]
}

func eval(r Run, s solvers.Step, x []float64) float64 {
	return kernels.Expansion{Kernel: r.lastSegment().data.Kernel, Points: r.lastSegment().data.Set.Points(),
		Coef: s.Weights(),
		Bias: s.Bias}.Eval(x)
}
