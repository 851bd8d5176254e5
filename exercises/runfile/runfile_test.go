package runfile

import (
	"bytes"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
)

func files() []File {
	main := Branch{Name: "main", Steps: 12}
	fork := Branch{Name: "fork-1", From: "main", At: 3, Choose: exercises.Answers{"k": "3", "l": "9", "C": "inf"}, Steps: 40, Status: "converged", Objective: 0.1 + 0.2}
	points := dataset.NewClassification("my \"points\"", [][]float64{{0.1, -3}, {1e-17, 2}, {math.Pi, 4}}, []float64{1, -1, 1})
	return []File{
		{Set: dataset.MustBuiltin("moons"), BuiltIn: true, Kernel: kernels.RBF{Sigma: 0.5}, Solver: solvers.SMO{C: 10, Tol: 1e-3, Rule: solvers.Random, Seed: 41, MaxUpdates: 7}, Branches: []Branch{main, fork}},
		{Set: dataset.MustBuiltin("xor4"), BuiltIn: true, Kernel: kernels.Poly{Degree: 2, C: 1}, Solver: solvers.SMO{C: math.Inf(1)}, Branches: []Branch{main}},
		{Set: points, Kernel: kernels.Linear{}, Pair: [2]int{1, 0}, Solver: solvers.Perceptron{Seed: 3, MaxEpochs: 9, EveryVisit: true, NoBias: true}, Branches: []Branch{main}},
		{Set: dataset.MustBuiltin("circles"), BuiltIn: true, Kernel: kernels.RBF{Sigma: 1.0 / 3}, Solver: solvers.Logistic{Gamma: 0.1, Form: solvers.PlusMinus, MaxSteps: 5, Tol: 1e-9}, Branches: []Branch{main}},
		{Set: dataset.MustBuiltin("circles"), BuiltIn: true, Kernel: kernels.RBF{Sigma: 1}, Solver: solvers.Logistic{Gamma: 0.1, Lambda: 0.25}, Branches: []Branch{main}},
		{Set: dataset.MustBuiltin("sine_reg"), BuiltIn: true, Kernel: kernels.Linear{}, Solver: solvers.LeastSquares{Eta: 0.3}, Branches: []Branch{main}},
		{Set: dataset.NewRegression("copy", dataset.MustBuiltin("sine_reg").Points(), dataset.MustBuiltin("sine_reg").Labels()), Kernel: kernels.Linear{}, Solver: solvers.Ridge{Lambda: 0}, Branches: []Branch{main, {Name: "b", From: "main", At: 12, Choose: exercises.Answers{"lambda": "3"}, Steps: 13}}},
	}
}

func written(t testing.TB, f File) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, f); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A penalty is written where there is one; without it the line is that of files
// from before there was any.
func TestNoPenaltyIsNotSaid(t *testing.T) {
	set := dataset.MustBuiltin("circles")
	for lambda, want := range map[float64]string{
		0: "solver logistic gamma=0.1 form=zero-one max-steps=0 tol=0\n", 2: "solver logistic gamma=0.1 lambda=2 form=zero-one max-steps=0 tol=0\n",
	} {
		f := File{Set: set, BuiltIn: true, Kernel: kernels.Linear{}, Solver: solvers.Logistic{Gamma: .1, Lambda: lambda}, Branches: []Branch{{Name: "main", Steps: 1}}}
		if text := written(t, f); !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// equal compares all of two files but the notes of their points.
func equal(a, b File) bool {
	if a.Set.Name() != b.Set.Name() || a.Set.Task() != b.Set.Task() || !reflect.DeepEqual(a.Set.Points(), b.Set.Points()) || !reflect.DeepEqual(a.Set.Labels(), b.Set.Labels()) {
		return false
	}
	a.Set, b.Set = nil, nil
	return reflect.DeepEqual(a, b)
}

func TestWhatIsWrittenReadsBack(t *testing.T) {
	for _, f := range files() {
		text := written(t, f)
		got, err := Read(strings.NewReader(text))
		if err != nil {
			t.Errorf("%v in\n%s", err, text)
			continue
		}
		if !equal(got, f) {
			t.Errorf("read %+v\nwant %+v\nfrom\n%s", got, f, text)
		}
		if again := written(t, got); again != text {
			t.Errorf("written again\n%s\nwant\n%s", again, text)
		}
	}
}

const good = `kernellab run 1
# a comment

data classification "four points"
| x1,x2,label
| -1,-1,1
| -1,1,-1
| 1,-1,-1
| 1,1,1
kernel poly(degree=2,c=1)
solver smo C=1 rule=max-violation
branch main
steps 4
branch fork-1 from main at 2
choose k=1 l=3
steps 9
ends converged 0.5
end
`

func TestErrorsHaveAPlace(t *testing.T) {
	if _, err := Read(strings.NewReader(good)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from, to     string
		line, column int
		want         string
	}{
		{"kernellab run 1", "kernellab run 2", 1, 15, "version \"2\""},
		{"kernellab run 1", "hello", 1, 1, "begins with \"kernellab\""},
		{"data classification \"four points\"", "data classification four", 4, 21, "quotation marks"},
		{"data classification", "data clusters", 4, 6, "of the kind"},
		{"| 1,1,1", "| 1,one,1", 9, 0, "one"},
		{"| 1,1,1", "| 1,1,7", 0, 0, "label"},
		{"kernel poly(degree=2,c=1)", "kernel poly(degree=0)", 10, 8, "degree"},
		{"kernel poly", "kernels poly", 10, 1, "begins with \"kernel\""},
		{"solver smo C=1", "solver smo", 11, 8, "needs C"},
		{"solver smo C=1", "solver smo C=-1", 11, 12, "no number from 0"},
		{"solver smo C=1", "solver smo C=NaN", 11, 12, "no number from 0"},
		{"solver smo C=1", "solver sgd C=1", 11, 8, "no solver"},
		{"rule=max-violation", "rule=best", 11, 16, "none that there is"},
		{"rule=max-violation", "rate=1", 11, 16, "no parameter"},
		{"rule=max-violation", "C=2", 11, 16, "twice"},
		{"rule=max-violation", "rule", 11, 16, "no name=value"},
		{"branch main", "branch ma/in", 12, 1, "a name of"},
		{"steps 4", "steps four", 13, 7, "whole number"},
		{"steps 4", "steps 400000000", 13, 7, "whole number"},
		{"from main at 2", "from mane at 2", 14, 20, "no earlier branch"},
		{"from main at 2", "from main at 5", 14, 28, "steps 0 to 4"},
		{"branch fork-1", "branch main", 14, 8, "already"},
		{"choose k=1 l=3", "choose z=1", 15, 8, "nothing that can be chosen"},
		{"choose k=1 l=3\n", "", 15, 1, "begins with \"choose\""},
		{"steps 9", "steps 1", 16, 7, "from 2 to"},
		{"ends converged 0.5", "ends converged half", 17, 16, "no number"},
		{"end\n", "", 0, 0, "missing"},
		{"end\n", "end now\n", 18, 5, "behind end"},
		{"end\n", "end\nmore\n", 19, 1, "behind its end"},
	} {
		text := strings.Replace(good, c.from, c.to, 1)
		if c.from == "end\n" {
			text = good[:len(good)-len(c.from)] + c.to
		}
		_, err := Read(strings.NewReader(text))
		var bad *Error
		if !errors.As(err, &bad) {
			t.Errorf("%q in place of %q: error %v", c.to, c.from, err)
			continue
		}
		if !strings.Contains(err.Error(), c.want) || c.line > 0 && bad.Line != c.line || c.column > 0 && bad.Column != c.column {
			t.Errorf("%q in place of %q: %v, want line %d, column %d, …%s…", c.to, c.from, err, c.line, c.column, c.want)
		}
	}
}

func TestLimits(t *testing.T) {
	if _, err := Read(strings.NewReader("kernellab run 1\n" + strings.Repeat("# long\n", MaxBytes/6))); err == nil || !strings.Contains(err.Error(), "8 MB") {
		t.Errorf("a file that is too long: %v", err)
	}
	var rows strings.Builder
	for range MaxPoints + 1 {
		rows.WriteString("| 1,1,1\n")
	}
	if _, err := Read(strings.NewReader(strings.Replace(good, "| 1,1,1\n", rows.String(), 1))); err == nil {
		t.Error("too many points are read")
	}
	if _, err := Read(strings.NewReader("kernellab run 1\x00")); err == nil {
		t.Error("a zero byte is read")
	}
}

func TestMoreThanCanBeReadIsNotWritten(t *testing.T) {
	f := files()[0]
	for _, c := range []struct {
		branches []Branch
		want     string
	}{
		{make([]Branch, MaxBranches+1), "forked 100 times"},
		{[]Branch{{Name: "main", Steps: MaxSteps + 1}}, "100000 steps"},
		{nil, "needs a branch"},
	} {
		f.Branches = c.branches
		var text bytes.Buffer
		if err := Write(&text, f); err == nil || !strings.Contains(err.Error(), c.want) || text.Len() > 0 {
			t.Errorf("%d bytes, error %v, want %s", text.Len(), err, c.want)
		}
	}
}

// FuzzRead holds whatever can be read to what is written of it.
func FuzzRead(f *testing.F) {
	f.Add(good)
	for _, file := range files() {
		f.Add(written(f, file))
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Read(strings.NewReader(text))
		if err != nil {
			if file.Set != nil {
				t.Error("a file beside an error")
			}
			return
		}
		first := written(t, file)
		again, err := Read(strings.NewReader(first))
		if err != nil {
			t.Fatalf("%v in\n%s", err, first)
		}
		if second := written(t, again); second != first {
			t.Errorf("written\n%s\nthen\n%s", first, second)
		}
	})
}
