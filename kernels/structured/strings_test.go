package structured

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"kernellab/kernels"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/oracletest"
)

// The reference in testdata/oracle counts substrings in a dictionary.
func TestStringKernels_oracle(t *testing.T) {
	var o struct {
		Phi []struct {
			X, S  string
			Count int
		}
		Pairs []struct {
			X, Z       string
			All        float64  `json:"all_substrings"`
			Spectrum1  float64  `json:"spectrum1"`
			Spectrum2  float64  `json:"spectrum2"`
			Spectrum3  float64  `json:"spectrum3"`
			KXX        float64  `json:"kxx"`
			Normalised *float64 `json:"all_substrings_normalised"`
		}
		Gram struct {
			Strings   []string
			All       [][]float64 `json:"all_substrings"`
			Spectrum2 [][]float64
			Spectrum3 [][]float64
			Least     float64 `json:"min_eig_all"`
		}
	}
	oracletest.JSON(t, "strings.json", &o)
	if len(o.Phi) == 0 || len(o.Pairs) == 0 || len(o.Gram.Strings) == 0 {
		t.Fatalf("got %d features, %d pairs, %d strings in the reference, want some", len(o.Phi), len(o.Pairs),
			len(o.Gram.Strings))
	}
	for _, c := range o.Phi {
		check.Equal(t, Occurrences(c.X)[c.S], c.Count, "Occurrences(%q)[%q]", c.X, c.S)
	}
	for _, c := range o.Pairs {
		got := []float64{Substrings{}.Eval(c.X, c.Z), Spectrum{1}.Eval(c.X, c.Z), Spectrum{2}.Eval(c.X, c.Z),
			Spectrum{3}.Eval(c.X, c.Z), Substrings{}.Eval(c.X, c.X)}
		if want := []float64{c.All, c.Spectrum1, c.Spectrum2, c.Spectrum3, c.KXX}; !slices.Equal(got, want) {
			t.Errorf("(%s, %s): %v, want %v", c.X, c.Z, got, want)
		}
		cos := Normalised[string]{Substrings{}}.Eval(c.X, c.Z)
		if c.Normalised == nil && cos != 0 || c.Normalised != nil && math.Abs(cos-*c.Normalised) > 1e-15 {
			t.Errorf("(%s, %s): normalised value = %v, want %v", c.X, c.Z, cos, c.Normalised)
		}
	}
	for k, want := range map[kernels.Kernel[string]][][]float64{Substrings{}: o.Gram.All,
		Spectrum{2}: o.Gram.Spectrum2, Spectrum{3}: o.Gram.Spectrum3} {
		g := kernels.Gram(k, o.Gram.Strings)
		for i, row := range want {
			for j, v := range row {
				check.Equal(t, g.At(i, j), v, "%v: K[%d][%d]", k, i, j)
			}
		}
	}
	if least := leastEigenvalue(kernels.Gram(Substrings{}, o.Gram.Strings)); math.Abs(least-o.Gram.Least) > 1e-10 {
		t.Errorf("least eigenvalue = %v, want %v", least, o.Gram.Least)
	}
}

func leastEigenvalue(g mat.Symmetric) float64 {
	var e mat.EigenSym
	e.Factorize(g, false)
	return e.Values(nil)[0]
}

// randomString returns a string of at most limit letters.
func randomString(r *rand.Rand, letters string, limit int) string {
	out := make([]rune, r.IntN(limit+1))
	for i := range out {
		out[i] = []rune(letters)[r.IntN(len([]rune(letters)))]
	}
	return string(out)
}

// k(x, z) must equal ⟨φ(x), φ(z)⟩ with the features listed, the sum of the
// suffix table, and the sum of the spectrum kernels. It is symmetric and positive
// semidefinite, and k(x, x) ≥ n(n + 1)/2.
func TestStringKernels_laws(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 4))
	var all []string
	for range 200 {
		x, z := randomString(r, "aäb", 12), randomString(r, "aäb", 12)
		all = append(all, x)
		var want, sum, spectra float64
		other := Occurrences(z)
		for s, n := range Occurrences(x) {
			want += float64(n * other[s])
		}
		longest := 0
		for _, row := range SuffixTable(x, z) {
			for _, v := range row {
				sum, longest = sum+float64(v), max(longest, v)
			}
		}
		for p := 1; p <= longest; p++ {
			spectra += Spectrum{p}.Eval(x, z)
		}
		if k := (Substrings{}).Eval(x, z); k != want || k != sum || k != spectra || k != (Substrings{}).Eval(z, x) {
			t.Errorf("(%s, %s): k = %v, want %v; by the table %v, by spectra %v", x, z, k, want, sum, spectra)
		}
		if got := (Spectrum{longest + 1}).Eval(x, z); got != 0 {
			t.Errorf("(%s, %s): %v common substrings longer than the longest, want 0", x, z, got)
		}
		n := float64(len([]rune(x)))
		if k := (Substrings{}).Eval(x, x); k < n*(n+1)/2 {
			t.Errorf("k(%s, %s) = %v, want at least %v", x, x, k, n*(n+1)/2)
		}
	}
	for _, k := range []kernels.Kernel[string]{Substrings{}, Spectrum{1}, Spectrum{3},
		Normalised[string]{Substrings{}}, Normalised[string]{Spectrum{3}}} {
		g := kernels.Gram(k, all[:60])
		if least := leastEigenvalue(g); least < -1e-9*mat.Norm(g, 2) {
			t.Errorf("%v: least eigenvalue = %v, want 0 or more", k, least)
		}
	}
}
