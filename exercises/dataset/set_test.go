package dataset

import (
	"math"
	"slices"
	"testing"

	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

func TestBuiltin_setsAreAsDescribed(t *testing.T) {
	tests := []struct {
		name   string
		n, dim int
		task   Task
	}{
		{"worksheet1d", 9, 1, Classification}, {"worksheet1d_sym", 9, 1, Classification},
		{"xor4", 4, 2, Classification}, {"circles", 60, 2, Classification},
		{"moons", 100, 2, Classification}, {"parabola", 80, 2, Classification},
		{"blobs_sep", 40, 2, Classification}, {"blobs_overlap", 80, 2, Classification},
		{"odd_line", 40, 2, Classification}, {"odd_wave", 60, 2, Classification},
		{"sine_reg", 40, 1, Regression}, {"sine_gap", 30, 1, Regression},
		{"digits", 40, 784, Classification}, {"iris_setosa_versicolor", 100, 2, Classification},
		{"iris_versicolor_virginica", 100, 2, Classification},
	}
	check.Must(t, len(tests) == len(Names()), "got %d names of sets, want %d", len(Names()), len(tests))
	for _, tt := range tests {
		s := must.Value(Builtin(tt.name))
		check.That(t, s.Len() == tt.n && s.Dim() == tt.dim && s.Task() == tt.task && s.Name() == tt.name,
			"%s: got %v, want %d points in %d dimensions for %v", tt.name, s, tt.n, tt.dim, tt.task)
		check.That(t, s.Title() != tt.name, "%s: got title %q, want one of its own", tt.name, s.Title())
		check.That(t, len(s.Notes()) == 0, "%s: got notes %q, want none", tt.name, s.Notes())
	}
	if _, err := Builtin("moon"); err == nil {
		t.Error("Builtin(\"moon\"): got no error, want one")
	}
}

func TestSet_isImmutable(t *testing.T) {
	s := MustBuiltin("xor4")
	s.Labels()[0] = 9
	s.Columns()[0] = "changed"
	s.Points()[0] = nil
	s.Column(0)[0] = 9
	_ = append(s.Point(0), 9)
	again := MustBuiltin("xor4")
	check.That(t, sameSet(s, again),
		"got a changed set after changing returned slices, want %v unchanged", again)
}

func TestSet_Mean(t *testing.T) {
	s := NewRegression("r", [][]float64{{1, -2}, {3, 4}}, []float64{0.5, 7})
	if m := s.Mean(); !slices.Equal(m, []float64{2, 1}) {
		t.Errorf("Mean = %v, want [2 1]", m)
	}
	huge := NewRegression("h", [][]float64{{1e308}, {1.5e308}, {1.5e308}}, []float64{0, 1, 2})
	if m := huge.Mean(); !finite(m[0]) {
		t.Errorf("Mean of huge numbers = %v, want it finite", m)
	}
	empty := new(Set)
	check.That(t, empty.Mean() == nil && empty.Dim() == 0,
		"zero set: got mean %v, dimension %d, want nothing", empty.Mean(), empty.Dim())
}

func TestSet_splitsIntoParts(t *testing.T) {
	s := MustBuiltin("moons")
	for _, fraction := range []float64{0, 0.3, 0.5, 0.77, 1} {
		train, rest := s.Split(5, fraction)
		if want := int(math.Floor(fraction*100 + 0.5)); train.Len() != want || train.Len()+rest.Len() != 100 {
			t.Errorf("fraction %v: got %d + %d points, want %d of 100", fraction, train.Len(), rest.Len(), want)
		}
		neg, pos := train.ClassCounts()
		if d := neg - pos; d < -1 || d > 1 {
			t.Errorf("fraction %v: got %d and %d of a class, want equally many", fraction, neg, pos)
		}
		check.That(t, samePoints(append(train.Points(), rest.Points()...), s.Points()),
			"fraction %v: got other points than those of the set, want each once", fraction)
	}
	a, _ := s.Split(5, 0.5)
	b, _ := s.Split(5, 0.5)
	c, _ := s.Split(6, 0.5)
	if !sameSet(a, b) || sameSet(a, c) {
		t.Error("got a split that does not depend on its seed alone, want one set for each seed")
	}
}

func TestSet_Folds_dealsOutEachClass(t *testing.T) {
	s := Moons(53, 0.2, 1)
	for k := 1; k <= 53; k++ {
		folds := s.Folds(7, k)
		sizes, positives := make([]int, k), make([]int, k)
		for fold := range k {
			held, others := s.HoldOut(folds, fold)
			_, positives[fold] = held.ClassCounts()
			sizes[fold] = held.Len()
			check.That(t, held.Len()+others.Len() == s.Len(),
				"%d folds: got %d points held back and %d others, want all %d", k, held.Len(), others.Len(), s.Len())
		}
		for _, counts := range [][]int{sizes, positives} {
			if slices.Max(counts)-slices.Min(counts) > 1 {
				t.Errorf("%d folds: got shares %v, want them to differ by a point at most", k, counts)
			}
		}
	}
	if a, b := s.Folds(7, 5), s.Folds(8, 5); slices.Equal(a, b) || !slices.Equal(a, s.Folds(7, 5)) {
		t.Error("got folds that do not depend on the seed alone, want one division for each seed")
	}
}

// The values are those of svm-scale, which leaves a constant column out.
func TestSet_Scaled_mapsToOne(t *testing.T) {
	train := NewRegression("t", [][]float64{{1, 5, -1e308}, {3, 5, 1e308}, {2, 5, 0}}, []float64{1, 2, 3})
	by := train.Scales()
	want := [][]float64{{-1, 0, -1}, {1, 0, 1}, {0, 0, 0}}
	if got := train.Scaled(by).Points(); !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("got %v, want %v", got, want)
	}
	other := NewRegression("o", [][]float64{{5, 6, 5e307}}, []float64{1}).Scaled(by)
	if want := []float64{3, 0, 0.5}; !slices.Equal(other.Point(0), want) {
		t.Errorf("another set: got %v, want %v by the same factors", other.Point(0), want)
	}
}

func TestNew_panicsOnCallerBugs(t *testing.T) {
	tests := map[string]func(){
		"label 0":         func() { NewClassification("s", [][]float64{{1}}, []float64{0}) },
		"count":           func() { NewRegression("s", [][]float64{{1}}, nil) },
		"ragged":          func() { NewRegression("s", [][]float64{{1}, {1, 2}}, []float64{1, 2}) },
		"nan":             func() { NewRegression("s", [][]float64{{math.NaN()}}, []float64{1}) },
		"infinite target": func() { NewRegression("s", [][]float64{{1}}, []float64{math.Inf(1)}) },
		"fraction":        func() { MustBuiltin("xor4").Split(1, 1.5) },
		"one point":       func() { Moons(1, 0, 1) },
		"noise":           func() { Moons(4, math.NaN(), 1) },
		"unknown":         func() { MustBuiltin("none") },
		"no folds":        func() { MustBuiltin("xor4").Folds(1, 0) },
	}
	for name, f := range tests {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("got no panic, want one")
				}
			}()
			f()
		})
	}
}

func sameSet(a, b *Set) bool {
	return slices.EqualFunc(a.points, b.points, slices.Equal) && slices.Equal(a.labels, b.labels) &&
		slices.Equal(a.columns, b.columns) && a.labelName == b.labelName && a.task == b.task && a.negClass == b.negClass &&
		a.posClass == b.posClass
}

func samePoints(a, b [][]float64) bool {
	slices.SortFunc(a, slices.Compare)
	slices.SortFunc(b, slices.Compare)
	return slices.EqualFunc(a, b, slices.Equal)
}
