package exercises_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"kernellab/exercises"
	"kernellab/exercises/catalogue"
	"kernellab/exercises/worksheets"
	"kernellab/testdata/support/must"
)

// onThePage returns the worksheet in doc.go.
func onThePage(t *testing.T) string {
	t.Helper()
	_, after, _ := strings.Cut(string(must.Value(os.ReadFile("doc.go"))), "//\t---\n")
	before, _, ok := strings.Cut(after, "// worksheets/FORMAT.md describes")
	if !ok {
		t.Fatal("doc.go: got no worksheet, want one before the mention of FORMAT.md")
	}
	var out []string
	for _, line := range strings.Split("//\t---\n"+before, "\n") {
		out = append(out, strings.TrimPrefix(strings.TrimPrefix(line, "//"), "\t"))
	}
	return strings.Join(out, "\n")
}

// Every seed of the worksheet in doc.go passes the audit, and α is drawn.
func TestDocExercise_passesTheAudit(t *testing.T) {
	lib, err := catalogue.From(worksheets.Source{Worksheets: fstest.MapFS{"unitT-toys.md": {Data: []byte(onThePage(t))}}})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for seed := range uint64(50) {
		e := must.Value(lib.Open("T.1", exercises.Options{Seed: seed}))
		for _, problem := range catalogue.Audit(t.Context(), e) {
			t.Error(problem)
		}
		seen[e.Tasks[0].Info().Text[0].Text.String()] = true
	}
	if len(seen) != 4 {
		t.Errorf("got the texts %v over all seeds, want 4 different ones", seen)
	}
}
