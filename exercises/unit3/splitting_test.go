package unit3

import (
	"fmt"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/testdata/support/lessontest"
)

// The tests in this file check what unit 3 says about φ against other computations.

// TestWorksheet_comparesTermByTerm checks that the stage shows the expansion of the
// kernel next to that of the typed φ.
func TestWorksheet_comparesTermByTerm(t *testing.T) {
	task := lessontest.OpenTask(t, Unit(), "3.2", "phi", 1)
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
	task := lessontest.OpenTask(t, Unit(), "3.1", "square", 1)
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
