package runfile

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
	"kernellab/testdata/support/anatomytest"
	"kernellab/testdata/support/bombs"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

func files() []File {
	main := Branch{Name: "main", Steps: 12}
	fork := Branch{Name: "fork-1", From: "main", At: 3, Choose: exercises.Answers{"k": "3", "l": "9", "C": "inf"},
		Steps: 40, Status: "converged", Objective: 0.1 + 0.2}
	points := dataset.NewClassification("my \"points\"", [][]float64{{0.1, -3}, {1e-17, 2}, {math.Pi, 4}},
		[]float64{1, -1, 1})
	return []File{
		{Set: dataset.MustBuiltin("moons"), BuiltIn: true, Kernel: kernels.RBF{Sigma: 0.5},
			Solver:   solvers.SMO{C: 10, Tol: 1e-3, Rule: solvers.Random, Seed: 41, MaxUpdates: 7},
			Branches: []Branch{main, fork}},
		{Set: dataset.MustBuiltin("xor4"), BuiltIn: true, Kernel: kernels.Poly{Degree: 2, C: 1},
			Solver: solvers.SMO{C: math.Inf(1)}, Branches: []Branch{main}},
		{Set: points, Kernel: kernels.Linear{}, Pair: [2]int{1, 0},
			Solver:   solvers.Perceptron{Seed: 3, MaxPasses: 9, EveryVisit: true, NoBias: true},
			Branches: []Branch{main}},
		{Set: dataset.MustBuiltin("circles"), BuiltIn: true, Kernel: kernels.RBF{Sigma: 1.0 / 3},
			Solver:   solvers.Logistic{Gamma: 0.1, Form: solvers.PlusMinus, MaxSteps: 5, Tol: 1e-9},
			Branches: []Branch{main}},
		{Set: dataset.MustBuiltin("circles"), BuiltIn: true, Kernel: kernels.RBF{Sigma: 1},
			Solver: solvers.Logistic{Gamma: 0.1, Lambda: 0.25}, Branches: []Branch{main}},
		{Set: dataset.MustBuiltin("sine_reg"), BuiltIn: true, Kernel: kernels.Linear{},
			Solver: solvers.LeastSquares{Eta: 0.3}, Branches: []Branch{main}},
		{Set: dataset.NewRegression("copy", dataset.MustBuiltin("sine_reg").Points(),
			dataset.MustBuiltin("sine_reg").Labels()), Kernel: kernels.Linear{}, Solver: solvers.Ridge{Lambda: 0},
			Branches: []Branch{main,
				{Name: "b", From: "main", At: 12, Choose: exercises.Answers{"lambda": "3"}, Steps: 13}}},
	}
}

func writeText(t testing.TB, f File) string {
	t.Helper()
	var b bytes.Buffer
	check.OK(t, Write(&b, f))
	return b.String()
}

// equalFiles compares two files. It ignores the notes of their points.
func equalFiles(a, b File) bool {
	if a.Set.Name() != b.Set.Name() || a.Set.Task() != b.Set.Task() ||
		!reflect.DeepEqual(a.Set.Points(), b.Set.Points()) || !reflect.DeepEqual(a.Set.Labels(), b.Set.Labels()) {
		return false
	}
	a.Set, b.Set = nil, nil
	return reflect.DeepEqual(a, b)
}

func TestWrite_canBeReadAgain(t *testing.T) {
	for _, f := range files() {
		text := writeText(t, f)
		got, err := Read(strings.NewReader(text))
		if err != nil {
			t.Errorf("Read: got error %v, want none in\n%s", err, text)
			continue
		}
		check.That(t, equalFiles(got, f), "Read: got %+v\nwant %+v\nfrom\n%s", got, f, text)
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

func TestRead_placesErrors(t *testing.T) {
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
		{"solver smo C=1", "solver smo C=-1", 11, 12, "not a number ≥ 0"},
		{"solver smo C=1", "solver smo C=NaN", 11, 12, "not a number ≥ 0"},
		{"solver smo C=1", "solver sgd C=1", 11, 8, "no solver"},
		{"rule=max-violation", "rule=best", 11, 16, "not one of its values"},
		{"rule=max-violation", "rate=1", 11, 16, "no parameter"},
		{"rule=max-violation", "C=2", 11, 16, "twice"},
		{"rule=max-violation", "rule", 11, 16, "not of the form name=value"},
		{"branch main", "branch ma/in", 12, 1, "a name of"},
		{"steps 4", "steps four", 13, 7, "whole number"},
		{"steps 4", "steps 400000000", 13, 7, "whole number"},
		{"from main at 2", "from mane at 2", 14, 20, "no earlier branch"},
		{"from main at 2", "from main at 5", 14, 28, "steps 0 to 4"},
		{"branch fork-1", "branch main", 14, 8, "already"},
		{"choose k=1 l=3", "choose z=1", 15, 8, "cannot be chosen"},
		{"choose k=1 l=3\n", "", 15, 1, "begins with \"choose\""},
		{"steps 9", "steps 1", 16, 7, "from 2 to"},
		{"ends converged 0.5", "ends converged half", 17, 16, "not a number"},
		{"end\n", "", 0, 0, "missing"},
		{"end\n", "end now\n", 18, 5, "follow the line end"},
		{"end\n", "end\nmore\n", 19, 1, "after the line end"},
	} {
		text := strings.Replace(good, c.from, c.to, 1)
		if c.from == "end\n" {
			text = good[:len(good)-len(c.from)] + c.to
		}
		_, err := Read(strings.NewReader(text))
		var bad *Error
		if !errors.As(err, &bad) {
			t.Errorf("%q in place of %q: got error %v, want an *Error", c.to, c.from, err)
			continue
		}
		if !strings.Contains(err.Error(), c.want) || c.line > 0 && bad.Line != c.line ||
			c.column > 0 && bad.Column != c.column {
			t.Errorf("%q in place of %q: %v, want line %d, column %d, …%s…", c.to, c.from, err, c.line, c.column,
				c.want)
		}
	}
}

func TestRead_keepsLimits(t *testing.T) {
	for name, text := range map[string]string{
		"too long":        "kernellab run 1\n" + strings.Repeat("# long\n", MaxBytes/6),
		"too many points": strings.Replace(good, "| 1,1,1\n", strings.Repeat("| 1,1,1\n", MaxPoints+1), 1),
		"a zero byte":     "kernellab run 1\x00",
	} {
		if _, err := Read(strings.NewReader(text)); err == nil {
			t.Errorf("%s: got no error, want one", name)
		}
	}
}

func TestWrite_refusesMoreThanCanBeRead(t *testing.T) {
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

// FuzzRead checks that Read refuses a text or returns a file that Write and Read reproduce.
func FuzzRead(f *testing.F) {
	f.Add(good)
	for _, file := range files() {
		f.Add(writeText(f, file))
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Read(strings.NewReader(text))
		if err != nil {
			if file.Set != nil {
				t.Error("got a file and an error, want only the error")
			}
			return
		}
		first := writeText(t, file)
		again, err := Read(strings.NewReader(first))
		check.Must(t, err == nil, "Read of what was written: got error %v, want none in\n%s", err, first)
		if second := writeText(t, again); second != first {
			t.Errorf("written twice: got\n%s\nwant\n%s", second, first)
		}
	})
}

// firstStep returns a trace of one step on the four points of XOR with the linear kernel.
func firstStep(t *testing.T, s solvers.Solver) solvers.Trace {
	t.Helper()
	set := dataset.MustBuiltin("xor4")
	p := must.Value(solvers.NewDual(solvers.NewDense(kernels.Gram(kernels.Linear{}, set.Points())), set.Labels()))
	return anatomytest.Trace(t, s, p, 1)
}

func TestWrite_keepsTheBytesOfSteps(t *testing.T) {
	for _, c := range []struct {
		solver           solvers.Solver
		csv, json, brief string
	}{
		{
			solvers.SMO{C: 1},
			`1,1,running,0.5,4.5,4,4,0,1,2,-1,1,0,1,4,0.5,false,0.5,,,,,,0.5,0.5,0,0`,
			`{"branch":"main","step":1,"updates":1,"status":"running","objective":0.5,"primal_objective":4.5,"duality_gap":4,"violation":4,"bias":0,"dual":[0.5,0.5,0,0],"smo":{"k":1,"l":2,"E_k":-1,"E_l":1,"s":-1,"gamma":0,"lo":0,"hi":1,"kappa":4,"unclipped":0.5,"clipped":false,"alpha_k":0.5,"alpha_l":0.5,"gain":0.5,"null":false}}`,
			`{"step":1,"updates":1,"status":"running","objective":0.5,"primal_objective":4.5,"duality_gap":4,"violation":4,"bias":0,"smo":{"k":1,"l":2,"E_k":-1,"E_l":1,"s":-1,"gamma":0,"lo":0,"hi":1,"kappa":4,"unclipped":0.5,"alpha_k":0.5,"alpha_l":0.5,"null":false}}`,
		},
		{
			solvers.Perceptron{EveryVisit: true},
			`1,1,running,3,,,0.75,1,,,,,,,,,,,1,1,0,true,,1,0,0,0`,
			`{"branch":"main","step":1,"updates":1,"status":"running","objective":3,"violation":0.75,"bias":1,"dual":[1,0,0,0],"perceptron":{"point":1,"epoch":1,"margin":0,"mistake":true,"errors":3}}`,
			`{"step":1,"updates":1,"status":"running","objective":3,"violation":0.75,"bias":1,"perceptron":{"point":1,"epoch":1,"margin":0,"mistake":true,"errors":3}}`,
		},
		{
			solvers.Logistic{Gamma: 0.125},
			`1,1,running,2.772588722239781,,,0,0,,,,,,,,,,,,,,,,0.0625,-0.0625,-0.0625,0.0625`,
			`{"branch":"main","step":1,"updates":1,"status":"running","objective":2.772588722239781,"violation":0,"bias":0,"dual":[0.0625,-0.0625,-0.0625,0.0625]}`,
			`{"step":1,"updates":1,"status":"running","objective":2.772588722239781,"violation":0,"bias":0,"dual":[0.0625,-0.0625,-0.0625,0.0625]}`,
		},
		{
			solvers.Ridge{Lambda: 0.5},
			`1,0,running,nan,,,0,0,,,,,,,,,,,,,,,add λI,0,0,0,0`,
			`{"branch":"main","step":1,"updates":0,"status":"running","objective":"nan","violation":0,"bias":0,"dual":[0,0,0,0],"ridge":{"stage":"add λI","cond":0}}`,
			`{"step":1,"updates":0,"status":"running","objective":"nan","violation":0,"bias":0,"dual":[0,0,0,0],"ridge":{"stage":"add λI","cond":0}}`,
		},
	} {
		tr := firstStep(t, c.solver)
		var csv, json, brief bytes.Buffer
		check.OK(t, WriteSteps(&csv, tr, "csv"))
		if rows := strings.Split(csv.String(), "\n"); rows[2] != c.csv ||
			!strings.HasSuffix(rows[0], ",stage,c1,c2,c3,c4") {
			t.Errorf("%s as CSV: got\n%s\nwant\n%s", c.solver.Name(), csv.String(), c.csv)
		}
		if err := WriteJSONL(&json, tr, 1, 1, "main"); err != nil || json.String() != c.json+"\n" {
			t.Errorf("%s as JSON: error %v, got\n%s\nwant\n%s", c.solver.Name(), err, json.String(), c.json)
		}
		kind, _ := anatomy.KindOf(c.solver)
		if err := (JSONLWriter{W: &brief, Kind: kind, Number: shortest, Brief: true}).Write(tr.At(1)); err != nil ||
			brief.String() != c.brief+"\n" {
			t.Errorf("%s in brief: error %v, got\n%s\nwant\n%s", c.solver.Name(), err, brief.String(), c.brief)
		}
	}
}

// TestRead_survivesBombs puts every bomb, a text built to take much time or memory, into every line
// of a run file. It also tries lines of a megabyte. Each file must be read or refused with a
// sentence, quickly and in little memory.
func TestRead_survivesBombs(t *testing.T) {
	places := []string{
		"%s",
		"kernellab run 1\ndata %s",
		"kernellab run 1\ndata classification %q\nend",
		"kernellab run 1\ndata classification \"mine\"\n| x1,x2,label\n| %s\n| 1,2,1\nkernel linear",
		"kernellab run 1\ndata built-in moons\nkernel %s\nsolver smo C=1",
		"kernellab run 1\ndata built-in moons\nkernel expr(\"%s\")\nsolver smo C=1",
		"kernellab run 1\ndata built-in moons\nkernel linear\nsolver smo C=%s",
		"kernellab run 1\ndata built-in moons\nkernel linear\nsolver smo C=1\nbranch %s",
		"kernellab run 1\ndata built-in moons\nkernel linear\nsolver smo C=1\nbranch main\nsteps %s\nend",
		"kernellab run 1\ndata built-in moons\nkernel linear\nsolver smo C=1\nbranch main\nsteps 3\nbranch b from main at 1\nchoose k=%s\nsteps 9\nend",
	}
	for _, b := range bombs.All() {
		for i, place := range places {
			probe(t, fmt.Sprintf("%s, place %d", b.Name, i), fmt.Sprintf(place, b.Text))
		}
	}
	points := "kernellab run 1\ndata classification \"mine\"\n"
	for name, text := range map[string]string{
		"words":     strings.Repeat("a ", 2<<20),
		"one word":  "kernellab run " + strings.Repeat("1", 4<<20),
		"a kernel":  "kernellab run 1\ndata built-in moons\nkernel " + strings.Repeat("x", 1<<20),
		"far away":  points + strings.Repeat("| 1 10000:1\n", 2000) + "kernel linear\n",
		"wide":      points + "| " + strings.Repeat("x,", 9000) + "label\n",
		"one value": points + "| x,label\n| " + strings.Repeat("9", 1<<20) + ",1\n",
	} {
		probe(t, name, text)
	}
}

func probe(t *testing.T, name, text string) {
	t.Helper()
	var err error
	bombs.CheckLimits(t, name, func() { _, err = Read(strings.NewReader(text)) })
	var bad *Error
	switch {
	case err != nil && !errors.As(err, &bad):
		t.Errorf("%s: got error %.200v, want an *Error", name, err)
	case err != nil && (bad.Problem == "" || len(bad.Error())+len(bad.Hint) > 4000):
		t.Errorf("%s: got an error of %d bytes, want a short one with words: %.200v", name, len(err.Error()), err)
	}
}
