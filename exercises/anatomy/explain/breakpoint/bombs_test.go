package breakpoint

import (
	"errors"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/testdata/support/bombs"
)

// conditionBombs returns texts of at most 200 characters that could be expensive to process.
func conditionBombs() []string {
	run := func(text, between string) string {
		n := 200 / len([]rune(text+between))
		return strings.TrimSuffix(strings.Repeat(text+between, n), between)
	}
	return []string{
		run("not", " ") + " H", run("not ", "") + "1 < 2", run("-", "") + "1 > W", "W > " + run("(", "") + "1",
		run("1", "<") + "<W",
		run("W", "*") + " > 1", run("W changes", " or "), run("W<1", " and "), "W < 1e999999999", "W < 1e-999999999",
		run("|", "") + "W",
		"W < " + strings.Repeat("9", 190), "alpha" + strings.Repeat("9", 190) + " > 0",
		"alpha" + strings.Repeat("₉", 150) + " > 0",
		"|" + run("W-", "") + "1| > 0", "W > " + strings.Repeat("(", 30) + "1" + strings.Repeat(")", 30),
		run("f(x1)", "+") + " > 0",
		run("pred(x1) flips", " and "), run("W", "/") + " > 0", "(W) == (1, " + run("2", ",") + ")",
		run("W<", "") + "1",
	}
}

// Compiling such a text, evaluating it at every step of a run and completing it takes
// little time and memory.
func TestCompile_bombs(t *testing.T) {
	texts := conditionBombs()
	for _, b := range bombs.All() {
		rs := []rune(b.Text)
		texts = append(texts, b.Text, string(rs[:min(len(rs), 190)]), string(rs[:min(len(rs), 180)])+" > 1",
			"W > "+string(rs[:min(len(rs), 180)]))
	}
	for _, p := range paths(t)[:5] {
		for i, text := range texts {
			if testing.Short() && i%5 != 0 {
				continue
			}
			bombs.CheckLimits(t, p.name+", "+text, func() { probe(t, p, text) })
		}
	}
}

func probe(t *testing.T, p path, text string) {
	t.Helper()
	c, err := Compile(text, p.words)
	var bad *exercises.ConditionError
	switch {
	case err != nil && (!errors.As(err, &bad) || bad.Problem == "" || len(bad.Problem) > 1000):
		t.Errorf("%s, %.60q: got error %.200v, want a ConditionError with a short reason", p.name, text, err)
	case err == nil:
		p.stops(c)
	}
	p.words.Complete(text, len(text))
}
