package runfile

import (
	"bytes"
	"strings"
	"testing"

	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/solvers"
)

// firstStep is a trace of one step on the four points of XOR with the linear
// kernel.
func firstStep(t *testing.T, s solvers.Solver) solvers.Trace {
	t.Helper()
	set := dataset.MustBuiltin("xor4")
	p, err := solvers.NewDual(solvers.NewDense(kernels.Gram(kernels.Linear{}, set.Points())), set.Labels())
	if err != nil {
		t.Fatal(err)
	}
	tr, err := solvers.NewTrace(s, p)
	if err != nil {
		t.Fatal(err)
	}
	if tr, err = tr.Extend(t.Context(), 1, nil); err != nil {
		t.Fatal(err)
	}
	return tr
}

// The bytes of a step are a contract with those who read files of steps: these
// were written before the steps of all solvers were written in one place.
func TestStepsAreWrittenAsEver(t *testing.T) {
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
		if err := CSV(&csv, tr); err != nil {
			t.Fatal(err)
		}
		if rows := strings.Split(csv.String(), "\n"); rows[2] != c.csv || !strings.HasSuffix(rows[0], ",stage,c1,c2,c3,c4") {
			t.Errorf("%s as CSV:\n%s\nwant\n%s", c.solver.Name(), csv.String(), c.csv)
		}
		if err := JSONL(&json, tr, 1, 1, "main"); err != nil || json.String() != c.json+"\n" {
			t.Errorf("%s as JSON: %v\n%s\nwant\n%s", c.solver.Name(), err, json.String(), c.json)
		}
		kind, _ := anatomy.Of(c.solver)
		if err := (Lines{W: &brief, Kind: kind, Number: shortest, Brief: true}).Write(tr.At(1)); err != nil || brief.String() != c.brief+"\n" {
			t.Errorf("%s in brief: %v\n%s\nwant\n%s", c.solver.Name(), err, brief.String(), c.brief)
		}
	}
}
