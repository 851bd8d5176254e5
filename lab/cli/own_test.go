package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// libsvmCase describes a data file, how an SVM is trained on it, and the results of LIBSVM's
// programs.
type libsvmCase struct {
	Data, Label, Positive string
	Scale                 bool
	Sigma, C              float64
	Folds                 int

	Objective, Rho float64
	SVs, AtBound   int
	TestRight      int     // number of right predictions for every third row, which is not used in training
	Wrong          [][]int // number of wrong points in the folds, by σ and C of the grid
	Min, Max       []float64
}

// Results for own data agree with the results of LIBSVM's programs on the same rows.
func TestSolve_agreesWithLIBSVM(t *testing.T) {
	var cases []libsvmCase
	check.OK(t, json.Unmarshal([]byte(contents(t, "../../testdata/owndata/libsvm.json")), &cases))
	for _, c := range cases {
		t.Run(fmt.Sprint(c.Data, " ", c.Positive, " scaled ", c.Scale), func(t *testing.T) {
			d := newOwnRows(t, c)
			d.compare(t, d.solve(t))
		})
	}
}

// ownRows names the files with the rows of a case, for training and for predicting.
type ownRows struct {
	libsvmCase
	train, test string // paths
	tests       int    // rows of test
}

func newOwnRows(t *testing.T, c libsvmCase) ownRows {
	var text, train, test bytes.Buffer
	if c.Data == "moons" {
		check.OK(t, dataset.WriteCSV(&text, dataset.Moons(20_000, 0.2, 1)))
	} else {
		text.WriteString(contents(t, "../../testdata/owndata/"+c.Data))
	}
	d := ownRows{libsvmCase: c, train: filepath.Join(t.TempDir(), "train.csv"), test: filepath.Join(t.TempDir(), "test.csv")}
	for i, line := range strings.SplitAfter(strings.TrimSpace(text.String()), "\n") {
		tested := c.Data != "moons" && i > 0 && i%3 == 0
		if i == 0 || tested {
			test.WriteString(line)
		}
		if tested {
			d.tests++
		} else {
			train.WriteString(line)
		}
	}
	check.OK(t, os.WriteFile(d.train, train.Bytes(), 0o600))
	check.OK(t, os.WriteFile(d.test, test.Bytes(), 0o600))
	return d
}

// solved is what the test reads of the JSON of solve.
type solved struct {
	N              int
	Objective      float64
	Bias           float64
	SupportVectors int `json:"support_vectors"`
	AtBound        int `json:"at_bound"`
	Predicted      []string
	Confusion      []struct {
		Actual, Predicted string
		Count             int
	}
	Scale []struct{ Min, Max float64 }
	CV    struct {
		Grid []struct{ Sigma, C, Error float64 }
	}
}

// solve trains with the parameters of the case, and cross-validates around them.
func (d ownRows) solve(t *testing.T) solved {
	args := []string{"solve", "--data", d.train, "--label", d.Label, "--positive", d.Positive,
		"--model", "svm", "--kernel", fmt.Sprintf("rbf(sigma=%g)", d.Sigma), "--C", fmt.Sprint(d.C), "--tol", "1e-6", "--json"}
	if d.Scale {
		args = append(args, "--scale")
	}
	if d.tests > 0 {
		args = append(args, "--predict", d.test)
	}
	read := func(args ...string) (s solved) {
		out, errs, code := call(t, "", args...)
		check.Must(t, code == exitDone,
			"kernellab %s: got exit %d, want 0: %s", strings.Join(args, " "), code, errs)
		check.OK(t, json.Unmarshal([]byte(out), &s))
		return s
	}
	s := read(args...)
	if d.Folds > 0 {
		s.CV = read(append(args, "--cv", strconv.Itoa(d.Folds))...).CV
	}
	return s
}

func (d ownRows) compare(t *testing.T, got solved) {
	near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-4*max(1, math.Abs(b)) }
	check.That(t, near(got.Objective, d.Objective) && near(got.Bias, -d.Rho),
		"got objective %g, b %g, want %g, %g", got.Objective, got.Bias, d.Objective, -d.Rho)
	if abs := func(a, b int) bool { return max(a-b, b-a) <= 2 }; !abs(got.SupportVectors, d.SVs) || !abs(got.AtBound, d.AtBound) {
		t.Errorf("got %d support vectors, %d at C, want about %d, %d", got.SupportVectors, got.AtBound, d.SVs, d.AtBound)
	}
	right := 0
	for _, e := range got.Confusion {
		if e.Actual == e.Predicted {
			right += e.Count
		}
	}
	check.That(t, right == d.TestRight && len(got.Predicted) == d.tests,
		"got %d of %d right, want %d of %d", right, len(got.Predicted), d.TestRight, d.tests)
	for j, c := range got.Scale {
		check.That(t, c.Min == d.Min[j] && c.Max == d.Max[j],
			"column %d: got factors %v, want %g and %g", j+1, c, d.Min[j], d.Max[j])
	}
	for k, place := range got.CV.Grid {
		row, column := k/gridPenalties, k%gridPenalties
		if wrong := int(math.Round(place.Error * float64(got.N))); wrong != d.Wrong[row][column] {
			t.Errorf("σ = %g, C = %g: got %d wrong in the folds, want %d", place.Sigma, place.C, wrong, d.Wrong[row][column])
		}
	}
}

func TestKindOfGram_namesWhatCannotLearn(t *testing.T) {
	line := [][]float64{{1}, {2}, {3}, {3}}
	for _, tt := range []struct {
		kernel string
		points [][]float64
		want   gramKind
	}{
		{"rbf(sigma=1)", line, usefulGram},
		{"rbf(sigma=0.1)", line, identityGram}, // two points are equal
		{"rbf(sigma=100)", line, constantGram},
		{"linear", line, usefulGram},
		{"linear", [][]float64{{0}, {0}, {1}}, usefulGram},
		{"linear", [][]float64{{2}, {2}, {2}}, constantGram},
		{"linear", [][]float64{{0}, {0}, {0}}, constantGram},
		{"linear", [][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, identityGram},
		{"poly(degree=2,c=1)", line, usefulGram},
		{"rbf(sigma=0.01)", [][]float64{{1}, {2}}, usefulGram}, // too few to tell
		{"expr('dist')", line, usefulGram},
		{"expr('0-exp(0-dist)')", line, usefulGram},
	} {
		check.Equal(t, kindOfGram(must.Value(kernels.Parse(tt.kernel)), tt.points), tt.want,
			"kindOfGram(%s, %v)", tt.kernel, tt.points)
	}
}

// After the first candidate the progress says how long the others will take.
func TestCrossValidation_timeLeft(t *testing.T) {
	var words []string
	f := modelFlags{model: modelRidge, kernel: kernels.Linear{}, lambda: 1, folds: 2, cacheMB: 1,
		hasFlag: func(string) bool { return false }, progress: func(w string) { words = append(words, w) }}
	set := must.Value(dataset.Read("points", strings.NewReader("x,y\n1,2\n2,4\n3,6\n"),
		dataset.Options{Task: dataset.Regression}))
	_, err := crossValidate(t.Context(), &f, set)
	check.OK(t, err)
	want := regexp.MustCompile(`^cross-validation, 1 of 9: .*\ncross-validation, 2 of 9, about \d+s left: `)
	if got := strings.Join(words, "\n"); !want.MatchString(got) {
		t.Errorf("got %q, want %v", got, want)
	}
}
