package sandbox

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/bench"
	"kernellab/exercises/dataset"
	"kernellab/exercises/runfile"
	"kernellab/exercises/stage"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

func TestAnswers(t *testing.T) {
	text := "x1,x2,label\n0,1,a\n2,1,b\n0.5,0,a\n2,2,b\n1,3,a\n"
	own := must.Value(dataset.Read("own", strings.NewReader(text), dataset.Options{}))
	ex := must.Value(Open(exercises.Options{Data: own}))
	for name, a := range map[string]exercises.Answers{
		"SMO":           {"data": "own", "C": "7.3", "rule": "random"},
		"typed":         {"data": "moons", "kernel": "typed", bench.TypedField: "rbf(sigma=0.3) + linear"},
		"perceptron":    {"data": "moons", "solver": "perceptron", "passes": "35", "visits": "visit"},
		"ridge":         {"data": "sine_reg", "solver": "ridge", "lambda": "0.25"},
		"least squares": {"data": "sine_reg", "solver": "least-squares"},
		"logistic":      {"data": "xor4", "solver": "logistic"},
	} {
		run := ex.Tasks[0].Scene(context.Background(), a).Run
		var file strings.Builder
		if err := run.(stage.Run).WriteRunFile(&file); err != nil {
			t.Fatal(name, err)
		}
		f, err := runfile.Read(strings.NewReader(file.String()))
		if err != nil {
			t.Fatal(name, err)
		}
		if _, root, err := Answers(t.Context(), f); err != nil || root != run.(stage.Run).Root() {
			t.Errorf("%s: got root %q, error %v, want the root of the run:\n%s", name, root, err, &file)
		}
	}
}

// The run files of other exercises open too, unless a control cannot have the value of a parameter.
func TestAnswers_ofOtherExercises(t *testing.T) {
	files, err := filepath.Glob("../../testdata/old/runs/*.run")
	check.Must(t, err == nil && len(files) != 0, "got %d files, error %v, want some", len(files), err)
	for _, name := range files {
		text := must.Value(os.ReadFile(name))
		f := must.Value(runfile.Read(bytes.NewReader(text)))
		unlimited := strings.Contains(string(text), "solver perceptron") && strings.Contains(string(text), "max-epochs=0")
		if _, _, err := Answers(t.Context(), f); (err != nil) != unlimited {
			t.Errorf("%s: got error %v, want an error: %v", name, err, unlimited)
		}
	}
}
