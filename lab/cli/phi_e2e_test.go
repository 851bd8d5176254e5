//go:build e2e

package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kernellab/exercises"
)

// rightPhis are feature maps of (xᵀz + 1)² as six students write them; close
// is one that is refused.
var (
	rightPhis = []string{
		"[x2², √(2)·x1*x2, 1, x1^2, sqrt(2) x1, 2^(1/2)*x_2]", // permuted, √2·x₁ in other hands
		"(-1, -√2x₁, √2 x2, -x1^2, x2^2, -√2x1x2)",            // other signs
		"[1, √2x1, √2x2, x1^2, x2^2, x1x2, x2x1]",             // the cross term split
		"[1, x1+x2, x1-x2, x1^2, x2^2, √2x1x2]",               // rotated
		"[1, sqrt(2)*x1, 2x2/√2, x1**2, x2², 2x1x2/sqrt(2)]",  // √2 as a quotient
		"[1, √2x1, √2x2, x1^2, x2^2, 3/5 √2x1x2, .8√2 x1x2]",  // shared as 3, 4, 5
	}
	closePhi = "[1, 1.4142x1, 1.4142x2, x1^2, x2^2, 1.4142x1x2]"
)

// The φ exercise takes every right φ and says what is right about it, refuses
// the decimals as close, and the log of all this is judged again the same.
func TestEndToEndPhi(t *testing.T) {
	t.Parallel()
	x := openTerminal(t, 120, 36)
	data := t.TempDir()
	p := newPupil(t, x, "env XDG_DATA_HOME="+data+" "+program(t)+" --seed 7")
	p.start()
	p.press(":")
	p.waitFor("Find")
	p.text("3.2")
	p.press("Enter")
	p.answers = exercises.Answers{}
	p.open("3.2", 0)
	for p.exercise.Steps[p.at].Info().Name != "phi" {
		p.press("C-n")
		p.at++
		p.waitStep()
	}
	info := p.exercise.Steps[p.at].Info()
	p.give(info, exercises.Answers{"phi": closePhi})
	p.submit(p.exercise.Steps[p.at], false)
	p.waitFor("Close, not equal.", "1.4142² = 1.99996164, needed 2")
	for _, phi := range rightPhis {
		p.give(info, exercises.Answers{"phi": phi})
		p.settle() // the report on the one before is gone
		p.submit(p.exercise.Steps[p.at], true)
		p.waitFor("Equal.", "Expanded, φ(x)·φ(z)")
	}
	p.press("C-c")
	p.isShell()

	log := filepath.Join(data, "kernellab", "answers.jsonl")
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\n"); n != len(rightPhis)+1 {
		t.Errorf("%d lines in the log, want %d:\n%s", n, len(rightPhis)+1, text)
	}
	p.line("clear; " + program(t) + " regrade " + log)
	p.waitFor("7 answers, 0 changed")
}
