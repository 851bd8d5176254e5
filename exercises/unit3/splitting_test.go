package unit3

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/testdata/support/lessontest"
)

// What unit 3 claims of φ, computed by other means.

// TestFeatures_tallMatricesKeepTheKernel multiplies φ by random square and tall
// matrices with orthonormal columns, and by the matrix of the seven features.
func TestFeatures_tallMatricesKeepTheKernel(t *testing.T) {
	in := openTask(t, "3.2", "tall", 1).Info()
	entry := splitEntry(t, in.Reference["entry"])
	seven := mat.NewDense(7, 6, nil) // the features as features2 has them: √2x₁x₂ last
	for i := range 5 {
		seven.Set(i, i, 1)
	}
	seven.Set(5, 5, entry)
	seven.Set(6, 5, entry)
	all := []*mat.Dense{seven}
	r := rand.New(rand.NewPCG(32, 6))
	for _, rows := range []int{6, 7, 12} {
		drawn := mat.NewDense(rows, 6, nil)
		drawn.Apply(func(_, _ int, _ float64) float64 { return r.NormFloat64() }, drawn)
		var qr mat.QR
		qr.Factorize(drawn)
		var q mat.Dense
		qr.QTo(&q)
		all = append(all, mat.DenseCopyOf(q.Slice(0, rows, 0, 6)))
	}
	for _, q := range all {
		rows, columns := q.Dims()
		x, z := []float64{r.NormFloat64(), r.NormFloat64()}, []float64{r.NormFloat64(), r.NormFloat64()}
		var a, b mat.VecDense
		a.MulVec(q, mat.NewVecDense(columns, features2(x)))
		b.MulVec(q, mat.NewVecDense(columns, features2(z)))
		if got, want := mat.Dot(&a, &b), math.Pow(x[0]*z[0]+x[1]*z[1]+1, 2); math.Abs(got-want) > 1e-9*(1+want) {
			t.Errorf("%d rows: got the inner product %v, want %v, the kernel", rows, got, want)
		}
	}
	if size := fmt.Sprint(in.Reference["qrows"], " × ", in.Reference["qcols"]); size != "7 × 6" {
		t.Errorf("got Q of size %s, want 7 × 6", size)
	}
}

// splitEntry is 1/√2, which the step asks for exactly.
func splitEntry(t *testing.T, text string) float64 {
	t.Helper()
	r := lessontest.Report(openTask(t, "3.2", "tall", 1),
		exercises.Answers{"qrows": "7", "qcols": "6", "entry": "0.70710678"})
	if text != "1/√2" || r.Accepted {
		t.Errorf("got the entry %s and accepted %v for a decimal, want 1/√2 and false", text, r.Accepted)
	}
	return 1 / math.Sqrt2
}

// TestWorksheet_comparesTermByTerm checks that the stage shows the expansion of the
// kernel next to that of the typed φ.
func TestWorksheet_comparesTermByTerm(t *testing.T) {
	task := openTask(t, "3.2", "phi", 1)
	for phi, want := range map[string]string{
		"": "1 1 – ; x₁z₁ 2 – ; x₂z₂ 2 – ; x₁²z₁² 1 – ; x₂²z₂² 1 – ; x₁x₂z₁z₂ 2 – ; others 0 – ",
		"[1, √2x1, √2x2, x1², x2², √2x1x2]":   "1 1 1 equal; x₁z₁ 2 2 equal; x₂z₂ 2 2 equal; x₁²z₁² 1 1 equal; x₂²z₂² 1 1 equal; x₁x₂z₁z₂ 2 2 equal; others 0 0 equal",
		"[2, x1, √2x2, x1², x1x2, x2x1]":      "1 1 4 off by 3; x₁z₁ 2 1 off by −1; x₂z₂ 2 2 equal; x₁²z₁² 1 1 equal; x₂²z₂² 1 0 off by −1; x₁x₂z₁z₂ 2 2 equal; others 0 0 equal",
		"[1, x1+x2, x1-x2, x1², x2², √2x1x2]": "1 1 1 equal; x₁z₁ 2 2 equal; x₂z₂ 2 2 equal; x₁²z₁² 1 1 equal; x₂²z₂² 1 1 equal; x₁x₂z₁z₂ 2 2 equal; others 0 0 equal",
		"[1 + x1]": "1 1 1 equal; x₁z₁ 2 1 off by −1; x₂z₂ 2 0 off by −2; x₁²z₁² 1 0 off by −1; x₂²z₂² 1 0 off by −1; x₁x₂z₁z₂ 2 0 off by −2; others 0 2 too many",
		"[x1³, 1]": "1 1 – ; x₁z₁ 2 – ; x₂z₂ 2 – ; x₁²z₁² 1 – ; x₂²z₂² 1 – ; x₁x₂z₁z₂ 2 – ; others 0 – terms of other kinds",
		"[√x1]":    "1 1 – ; x₁z₁ 2 – ; x₂z₂ 2 – ; x₁²z₁² 1 – ; x₂²z₂² 1 – ; x₁x₂z₁z₂ 2 – ; others 0 – terms of other kinds",
	} {
		table := task.Scene(t.Context(), exercises.Answers{"phi": phi}).Figures[0].Plot.(ascii.Table)
		var rows []string
		for _, row := range table.Rows {
			rows = append(rows, fmt.Sprintf("%s %s %s %s", row[0], row[1], row[2], row[3]))
		}
		if got := strings.Join(rows, "; "); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", phi, got, want)
		}
	}
}

// TestWorksheet_refusesTheQuestion checks that the question of 3.1 is neither accepted
// if typed back nor offered as another right form.
func TestWorksheet_refusesTheQuestion(t *testing.T) {
	task := openTask(t, "3.1", "square", 1)
	for text, right := range map[string]bool{
		"(u+v+1)^2": false, "(u+v+1)(u+v+1)": false, "(u+v)^2 + 2(u+v) + 1": false,
		"u(u+v+1) + v(u+v+1) + u+v+1":    false,
		"u^2 + v^2 + 1 + 2u v + 2u + 2v": true, "1 + 2v + 2*u + u² + v² + 2*v*u": true,
	} {
		r := lessontest.Report(task, exercises.Answers{"expansion": text})
		said := lessontest.Text(r.Fact)
		if r.Accepted != right || strings.Contains(said, ")²") || !right && strings.Contains(said, "Another") {
			t.Errorf("Check(%s): got accepted %v, %q, want %v and no other right form", text, r.Accepted, said, right)
		}
	}
}
