package stage

import (
	"bytes"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/anatomy/why"
	"kernellab/exercises/dataset"
	"kernellab/exercises/runfile"
	"kernellab/kernels"
	"kernellab/solvers"
)

// specimens are runs of the solvers of the table, each some steps long, under
// their names.
func specimens(t *testing.T, each func(k anatomy.Kind, r Run)) {
	t.Helper()
	kinds := anatomy.All()
	penalised, _ := anatomy.Named("logistic")
	penalised.Specimen = solvers.Logistic{Gamma: .01, Lambda: .5}
	for _, k := range append(kinds, penalised) {
		m := Model{Set: dataset.MustBuiltin("moons"), Kernel: kernels.RBF{Sigma: 1}}
		painter, ok := PainterOf(m, k.Specimen)
		if !ok {
			t.Errorf("%s has no painter in PainterOf", k.Name)
			continue
		}
		p, err := m.Dual()
		if err != nil {
			t.Fatal(err)
		}
		tr, err := solvers.NewTrace(k.Specimen, p)
		if err != nil {
			t.Fatal(err)
		}
		r, err := NewRun(m, painter, tr).Extend(t.Context(), 3, exercises.Break{})
		if err != nil {
			t.Fatal(err)
		}
		each(k, r.(Run))
	}
}

// shared is how many words conditions have for any solver.
const shared = 6

// Every solver of the table has all that a debugger tells: a sheet whose laws
// are written and agree with the step, reasons, an account, predictions, words
// for conditions, exports and a line in run files.
func TestEverySolverIsWhole(t *testing.T) {
	specimens(t, func(k anatomy.Kind, r Run) {
		if len(why.Open(r.last().model).Panel(r.traces, 2)) < 4 {
			t.Errorf("%s has no panel in package why", k.Name)
		}
		laws := 0
		for _, law := range r.Invariants(2) {
			if law.Name != "psd" {
				laws++
			}
			if !law.Holds {
				t.Errorf("%s: a sound step breaks %s: %s", k.Name, law.Name, law.Note)
			}
		}
		if laws == 0 {
			t.Errorf("%s has no law in package ledger", k.Name)
		}
		if len(r.Questions(1)) == 0 || r.ByHand(1) == nil {
			t.Errorf("%s has no predictions, or no step by hand, in package ask", k.Name)
		}
		if n := len(r.Complete("", 0)); n <= shared {
			t.Errorf("%s has no words of its own in package watch: %d in all", k.Name, n)
		}
		for _, format := range r.Formats() {
			var out bytes.Buffer
			if err := r.Export(&out, format); err != nil || out.Len() == 0 {
				t.Errorf("%s cannot be exported as %s: %v", k.Name, format, err)
			}
		}
		file := runfile.File{Set: r.last().model.Set, BuiltIn: true, Kernel: kernels.RBF{Sigma: 1}, Solver: k.Specimen, Branches: []runfile.Branch{{Name: "main", Steps: 2}}}
		var b bytes.Buffer
		if err := runfile.Write(&b, file); err != nil {
			t.Errorf("%s: %v", k.Name, err)
		}
		if got, err := runfile.Read(&b); err != nil || got.Solver != k.Specimen {
			t.Errorf("%s comes back as %v: %v", k.Name, got.Solver, err)
		}
		wholeSheet(t, k, r)
	})
}

// wholeSheet asks that every quantity of a step can be told, and is what the
// step says. The stages of ridge regression are matrices and have none.
func wholeSheet(t *testing.T, k anatomy.Kind, r Run) {
	t.Helper()
	if k.Sheet == nil {
		if k.Name != "ridge" {
			t.Errorf("%s has no sheet in package anatomy", k.Name)
		}
		return
	}
	tr := r.traces[0]
	points := anatomy.Points{Gram: tr.Problem().Gram(), Y: tr.Problem().Labels()}
	sheet := k.Sheet(points, k.Specimen, tr.At(1), tr.At(2))
	want, said := sheet.Truth(), sheet.Said(tr.At(2))
	if len(said) == 0 {
		t.Errorf("%s: no quantity is held against what the step says", k.Name)
	}
	for _, q := range sheet {
		if q.Sign == "" || q.Now == nil {
			t.Errorf("%s: the quantity %s has no sign or no law", k.Name, q.Name)
		}
		if v, ok := said[q.Name]; ok && !anatomy.Same(v, want[q.Name]) {
			t.Errorf("%s: by its law %s is %v, and the step says %v", k.Name, q.Name, want[q.Name], v)
		}
		if q.Law != "" && sheet.Symbols(q.Name).String() == "" {
			t.Errorf("%s: the law of %s cannot be written", k.Name, q.Name)
		}
		for _, name := range q.From {
			sheet.Of(name)
		}
	}
}
