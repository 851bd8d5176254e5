package cli

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/testdata/support/must"
)

var updateOwn = flag.Bool("update-own", false, "write testdata/owndata/libsvm.json with svm-scale, svm-train and svm-predict")

// libsvmCase is a file, how a machine is trained on it, and what LIBSVM's programs say.
type libsvmCase struct {
	Data, Label, Positive string
	Scale                 bool
	Sigma, C              float64
	Folds                 int

	Objective, Rho float64
	SVs, AtBound   int
	TestRight      int     // of every third row, which is left out in training
	Wrong          [][]int // in the folds, by σ and C of the grid
	Min, Max       []float64
}

// Results for own data agree with those of LIBSVM's programs on the same rows.
func TestSolve_agreesWithLIBSVM(t *testing.T) {
	const file = "../../testdata/owndata/libsvm.json"
	var cases []libsvmCase
	check(t, json.Unmarshal([]byte(contents(t, file)), &cases))
	for i := range cases {
		c := &cases[i]
		t.Run(fmt.Sprint(c.Data, " ", c.Positive, " scaled ", c.Scale), func(t *testing.T) {
			d := newOwnRows(t, c)
			got := d.solve(t)
			if *updateOwn {
				d.ask(t, got.CV.Fold, got.CV.Grid)
				return
			}
			d.compare(t, got)
		})
	}
	if *updateOwn {
		check(t, os.WriteFile(file, must.Value(json.MarshalIndent(cases, "", " ")), 0o600))
	}
}

// ownRows are the rows of a case in files, for training and for predicting.
type ownRows struct {
	*libsvmCase
	dir         string
	train, test [][]string // the label first
}

func newOwnRows(t *testing.T, c *libsvmCase) ownRows {
	d := ownRows{libsvmCase: c, dir: t.TempDir()}
	text := ""
	if c.Data == "moons" {
		var b bytes.Buffer
		check(t, dataset.WriteCSV(&b, dataset.Moons(20_000, 0.2, 1)))
		text = b.String()
	} else {
		text = contents(t, "../../testdata/owndata/"+c.Data)
	}
	lines := strings.Split(strings.TrimSpace(text), "\n")
	head := strings.Split(lines[0], ",")
	train, test := lines[:1:1], lines[:1:1]
	for i, line := range lines[1:] {
		row := strings.Split(line, ",")
		if head[0] != c.Label {
			row = append(row[len(row)-1:], row[:len(row)-1]...)
		}
		if c.Data != "moons" && i%3 == 2 {
			test, d.test = append(test, line), append(d.test, row)
		} else {
			train, d.train = append(train, line), append(d.train, row)
		}
	}
	d.write(t, "train.csv", train...)
	d.write(t, "test.csv", test...)
	return d
}

func (d ownRows) write(t *testing.T, name string, lines ...string) {
	check(t, os.WriteFile(filepath.Join(d.dir, name), []byte(strings.Join(lines, "\n")+"\n"), 0o600))
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
		Fold []int
		Grid []struct{ Sigma, C, Error float64 }
	}
}

// solve trains with the parameters of the case, and cross-validates around them.
func (d ownRows) solve(t *testing.T) solved {
	args := []string{"solve", "--data", filepath.Join(d.dir, "train.csv"), "--label", d.Label, "--positive", d.Positive,
		"--model", "svm", "--kernel", fmt.Sprintf("rbf(sigma=%g)", d.Sigma), "--C", fmt.Sprint(d.C), "--tol", "1e-6", "--json"}
	if d.Scale {
		args = append(args, "--scale")
	}
	if d.test != nil {
		args = append(args, "--predict", filepath.Join(d.dir, "test.csv"))
	}
	read := func(args ...string) (s solved) {
		out, errs, code := call(t, "", args...)
		if code != exitDone {
			t.Fatalf("kernellab %s: got exit %d, want 0: %s", strings.Join(args, " "), code, errs)
		}
		check(t, json.Unmarshal([]byte(out), &s))
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
	if !near(got.Objective, d.Objective) || !near(got.Bias, -d.Rho) {
		t.Errorf("got objective %g, b %g, want %g, %g", got.Objective, got.Bias, d.Objective, -d.Rho)
	}
	if abs := func(a, b int) bool { return max(a-b, b-a) <= 2 }; !abs(got.SupportVectors, d.SVs) || !abs(got.AtBound, d.AtBound) {
		t.Errorf("got %d support vectors, %d at C, want about %d, %d", got.SupportVectors, got.AtBound, d.SVs, d.AtBound)
	}
	right := 0
	for _, e := range got.Confusion {
		if e.Actual == e.Predicted {
			right += e.Count
		}
	}
	if right != d.TestRight || len(got.Predicted) != len(d.test) {
		t.Errorf("got %d of %d right, want %d of %d", right, len(got.Predicted), d.TestRight, len(d.test))
	}
	for j, c := range got.Scale {
		if c.Min != d.Min[j] || c.Max != d.Max[j] {
			t.Errorf("column %d: got factors %v, want %g and %g", j+1, c, d.Min[j], d.Max[j])
		}
	}
	for k, place := range got.CV.Grid {
		row, column := k/gridPenalties, k%gridPenalties
		if wrong := int(math.Round(place.Error * float64(got.N))); wrong != d.Wrong[row][column] {
			t.Errorf("σ = %g, C = %g: got %d wrong in the folds, want %d", place.Sigma, place.C, wrong, d.Wrong[row][column])
		}
	}
}

// ask fills the case with what LIBSVM's programs say.
func (d ownRows) ask(t *testing.T, fold []int, grid []struct{ Sigma, C, Error float64 }) {
	train, test := d.libsvm(d.train), d.libsvm(d.test)
	d.write(t, "all", train...)
	d.write(t, "test", test...)
	if d.Scale {
		scaled := d.run(t, "svm-scale", "-l", "-1", "-u", "1", "-s", "factors", "all")
		train = strings.Split(strings.TrimSpace(scaled), "\n")
		d.write(t, "test", strings.TrimSpace(d.run(t, "svm-scale", "-r", "factors", "test")))
		d.Min, d.Max = nil, nil
		for _, line := range strings.Split(contents(t, filepath.Join(d.dir, "factors")), "\n")[2:] {
			var j int
			var least, most float64
			if n, _ := fmt.Sscan(line, &j, &least, &most); n == 3 {
				d.Min, d.Max = append(d.Min, least), append(d.Max, most)
			}
		}
	}
	d.write(t, "train", train...)
	said := d.fit(t, d.Sigma, d.C)
	number := func(pattern string) float64 {
		return must.Value(strconv.ParseFloat(regexp.MustCompile(pattern).FindStringSubmatch(said)[1], 64))
	}
	d.Objective, d.Rho = -number(`obj = (\S+),`), number(`rho = (\S+)`)
	d.SVs, d.AtBound = int(number(`nSV = (\d+)`)), int(number(`nBSV = (\d+)`))
	if d.test != nil {
		d.TestRight = d.right(t)
	}
	d.Wrong = nil
	for k, place := range grid {
		if k%gridPenalties == 0 {
			d.Wrong = append(d.Wrong, nil)
		}
		wrong := 0
		for f := 1; f <= d.Folds; f++ {
			var held, others []string
			for i, line := range train {
				if fold[i] == f {
					held = append(held, line)
				} else {
					others = append(others, line)
				}
			}
			d.write(t, "train", others...)
			d.write(t, "test", held...)
			d.fit(t, place.Sigma, place.C)
			wrong += len(held) - d.right(t)
		}
		d.Wrong[len(d.Wrong)-1] = append(d.Wrong[len(d.Wrong)-1], wrong)
	}
}

// libsvm returns rows as LIBSVM's text, with the class +1 or −1.
func (d ownRows) libsvm(rows [][]string) []string {
	var lines []string
	for _, row := range rows {
		line := "-1"
		if row[0] == d.Positive {
			line = "+1"
		}
		for j, v := range row[1:] {
			line += fmt.Sprintf(" %d:%s", j+1, v)
		}
		lines = append(lines, line)
	}
	return lines
}

func (d ownRows) fit(t *testing.T, sigma, c float64) string {
	return d.run(t, "svm-train", "-t", "2", "-g", fmt.Sprintf("%.17g", 1/(2*sigma*sigma)), "-c", fmt.Sprintf("%.17g", c),
		"-e", "1e-6", "train", "model")
}

func (d ownRows) right(t *testing.T) int {
	said := d.run(t, "svm-predict", "test", "model", "out")
	return must.Value(strconv.Atoi(regexp.MustCompile(`\((\d+)/`).FindStringSubmatch(said)[1]))
}

func (d ownRows) run(t *testing.T, args ...string) string {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = d.dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", strings.Join(args, " "), err)
	}
	return string(out)
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
		if got := kindOfGram(must.Value(kernels.Parse(tt.kernel)), tt.points); got != tt.want {
			t.Errorf("kindOfGram(%s, %v) = %q, want %q", tt.kernel, tt.points, got, tt.want)
		}
	}
}

// After the first candidate the progress says how long the others will take.
func TestCrossValidation_timeLeft(t *testing.T) {
	var words []string
	f := modelFlags{model: modelRidge, kernel: kernels.Linear{}, lambda: 1, folds: 2, cacheMB: 1,
		given: func(string) bool { return false }, progress: func(w string) { words = append(words, w) }}
	set := must.Value(dataset.Read("points", strings.NewReader("x,y\n1,2\n2,4\n3,6\n"),
		dataset.Options{Task: dataset.Regression}))
	_, err := crossValidate(t.Context(), &f, set)
	check(t, err)
	want := regexp.MustCompile(`^cross-validation, 1 of 9: .*\ncross-validation, 2 of 9, about \d+s left: `)
	if got := strings.Join(words, "\n"); !want.MatchString(got) {
		t.Errorf("got %q, want %v", got, want)
	}
}
