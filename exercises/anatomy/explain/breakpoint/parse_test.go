package breakpoint

import (
	"errors"
	"math"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/budget"
	"kernellab/solvers"
)

// These are the normal forms of what students write, for SMO on nine points.
var spellings = []struct{ text, want, label string }{
	{"alpha[3] == C", "alpha[3] == C", "α₃ = C"}, {"α₃ = C", "alpha[3] == C", "α₃ = C"},
	{"alpha3=C", "alpha[3] == C", "α₃ = C"}, {"alpha_3 reaches C", "alpha[3] == C", "α₃ = C"},
	{"α_{3} == C", "alpha[3] == C", "α₃ = C"}, {"a(3) is C", "alpha[3] == C", "α₃ = C"},
	{"alpha[x3]>=.5", "alpha[3] >= 0.5", "α₃ ≥ 0.5"}, {"αₖ > 0", "alpha[k] > 0", "αₖ > 0"},
	{"αₗ ≥ 0", "alpha[l] >= 0", "αₗ ≥ 0"}, {"f(xk) <> 1", "f(xk) != 1", "f(xₖ) ≠ 1"},
	{"clip == H", "clip == H", "clip = H"}, {"clip = l", "clip == L", "clip = L"},
	{"clip is none", "clip == none", "clip = none"}, {"not clip", "not clip", "not clip"},
	{"¬clip & ¬null", "not clip and not null", "not clip and not null"},
	{"gap < 1e-3", "gap < 0.001", "gap < 0.001"},
	{"gap<1e−3", "gap < 0.001", "gap < 0.001"},
	{"violation ≤ 1E-7", "violation <= 1e-7", "violation ≤ 1e−7"},
	{"W drops", "g drops", "g drops"},
	{"w falls", "g drops", "g drops"},
	{"g stalls", "g stalls", "g stalls"},
	{"pred(x5) flips", "pred(x5) flips", "pred(x₅) flips"},
	{"pred[5] flips", "pred(x5) flips", "pred(x₅) flips"},
	{"pred flips", "pred flips", "pred flips"},
	{"nSV changes", "nSV changes", "nSV changes"},
	{"nsv >= 4", "nSV >= 4", "nSV ≥ 4"},
	{"abs(dalpha[2]) > .1", "abs(dalpha[2]) > 0.1", "|Δα₂| > 0.1"},
	{"|Δα₂| > .1", "abs(dalpha[2]) > 0.1", "|Δα₂| > 0.1"},
	{"kappa < 0", "kappa < 0", "κ < 0"},
	{"κ<0 or eig_min<0", "kappa < 0 or eig_min < 0", "κ < 0 or eig_min < 0"},
	{"k == 3", "k == 3", "k = 3"},
	{"l == 5", "l == 5", "l = 5"},
	{"L > 0 and l == 5", "L > 0 and l == 5", "L > 0 and l = 5"},
	{"pair == (3, 9)", "pair == (3, 9)", "pair = (3, 9)"},
	{"pair == (9,3)", "pair == (3, 9)", "pair = (3, 9)"},
	{"pair is 9, 3", "pair == (3, 9)", "pair = (3, 9)"},
	{"pair changes", "pair changes", "pair changes"},
	{"E[3] < -1", "E[3] < -1", "E₃ < −1"},
	{"E₃ < −1", "E[3] < -1", "E₃ < −1"},
	{"Ek > El", "Ek > El", "Eₖ > Eₗ"},
	{"n == 40", "step == 40", "step = 40"},
	{"status is iteration-limit", "status == iteration-limit", "status = iteration-limit"},
	{"status == iteration limit", "", ""},
	{"0 < alpha[1] < C", "0 < alpha[1] and alpha[1] < C", "0 < α₁ and α₁ < C"},
	{"(gap < 1 or clip) and not (b > 0 or null)", "(gap < 1 or clip) and not (b > 0 or null)",
		"(gap < 1 or clip) and not (b > 0 or null)"},
	{"a1 + a2 - (a3 - a4) == 2*C/3", "alpha[1] + alpha[2] - (alpha[3] - alpha[4]) == 2*C/3",
		"α₁ + α₂ − (α₃ − α₄) = 2·C/3"},
	{"alpha[1] < ∞", "alpha[1] < inf", "α₁ < ∞"},
	{"done", "done", "done"},
	{"((clip))", "clip", "clip"},
}

func TestCompile_normalForm(t *testing.T) {
	v := For(solvers.SMO{C: 1}, dual(t, "worksheet1d", "linear"))
	for _, s := range spellings {
		c, err := Compile(s.text, v)
		if (err != nil) != (s.want == "") {
			t.Errorf("Compile(%q): got error %v, want %q", s.text, err, s.want)
			continue
		}
		if c.String() != s.want || c.Label() != s.label {
			t.Errorf("%q: %q %q, want %q %q", s.text, c, c.Label(), s.want, s.label)
		}
	}
}

var faults = []struct {
	text    string
	at      int
	problem string // a part of it
	fix     string
}{
	{"", 0, "missing", ""},
	{"gap", 3, "after gap", "gap changes"},
	{"gap <", 5, "missing", ""},
	{"gap < 1e-3 and", 14, "missing", ""},
	{"alhpa[3] == C", 0, "“alhpa”", "alpha[3] == C"},
	{"gap < 1 and kapa < 0", 12, "“kapa”", "gap < 1 and kappa < 0"},
	{"wobble < 3", 0, "alpha, clip, gap", ""},
	{"alpha[10] == C", 6, "1 to 9", ""},
	{"alpha₁₀ == C", 5, "1 to 9", ""},
	{"alpha[0] == C", 6, "begins at 1", "alpha[1] == C"},
	{"alpha[1.5] == C", 6, "whole number", ""},
	{"alpha == C", 5, "Which alpha", "alpha[1] == C"},
	{"gap[2] < 1", 3, "no index", ""},
	{"gap2 < 1", 3, "no index", "gap < 1"},
	{"clip == X", 8, "none, L or H", ""},
	{"clip H", 5, "comparison is missing", "clip == H"},
	{"clip < H", 5, "is a word", "clip == H"}, {"clip == 3", 8, "is a word", ""},
	{"H == clip", 5, "on the left", ""}, {"W dorps", 2, "drops", "W drops"},
	{"W flips", 2, "no sign", "W changes"}, {"clip drops", 5, "changes", "clip changes"},
	{"C changes", 2, "same at every step", ""}, {"gap < 0,5", 7, "point", "gap < 0.5"},
	{"(gap < 1", 8, ") is missing", "(gap < 1)"}, {"abs(b > 1", 6, ") is missing", ""},
	{"gap < 1)", 7, "no open bracket", "gap < 1"},
	{"alpha[3 == C", 8, "] is missing", ""},
	{"alpha[3] > alpha[4", 18, "] is missing", "alpha[3] > alpha[4]"},
	{"1 < 2", 5, "no quantity", ""},
	{"alpha[1] > 0.5C", 14, "sign is missing", "alpha[1] > 0.5*C"},
	{"gap § 3", 4, "sign", ""}, {"gap < 1e999", 6, "too large", ""},
	{"null == 1", 5, "true or false", "null"}, {"pair == 3", 9, "two points", ""},
	{"pair == (3, 12)", 12, "1 to 9", ""}, {"pair", 4, "pair", "pair changes"},
	{"H", 1, "after H", "H changes"}, {"running", 0, "word for status", "status == running"},
	{"clip + 1 > 2", 0, "not a number", ""}, {"(gap < 1) + 1 > 2", 0, "true or false", ""},
	{"(gap < 1) > 2", 10, "already", ""}, {"gap < (b > 1)", 9, ") is missing", ""},
	{"gap b", 4, "Something is missing", ""},
	{strings.Repeat("(", 40) + "clip", 33, "32 levels", ""},
	{strings.Repeat("not ", 40) + "clip", 132, "32 levels", ""},
	{"gap < 1" + strings.Repeat(" ", 200), 200, "207 characters", ""},
	{strings.Repeat("a1>0&", 30) + "clip", 154, "Written out in full", ""},
	{strings.Repeat("not ", 32) + "0<b<1", 133, "Written out in full", ""},
}

// Every fault has its place, and the fix of a text with one fault compiles.
func TestCompile_faults(t *testing.T) {
	v := For(solvers.SMO{C: 1}, dual(t, "worksheet1d", "linear"))
	for _, f := range faults {
		c, err := Compile(f.text, v)
		var e *exercises.ConditionError
		if !errors.As(err, &e) || c != (Condition{}) {
			t.Errorf("Compile(%q): got %q, error %v, want a ConditionError", f.text, c, err)
			continue
		}
		if e.At != f.at || !strings.Contains(e.Problem, f.problem) || e.Fix != f.fix {
			t.Errorf("%q: %d %q fix %q, want %d %q fix %q", f.text, e.At, e.Problem, e.Fix, f.at, f.problem, f.fix)
		}
		if _, err := Compile(e.Fix, v); e.Fix != "" && err != nil {
			t.Errorf("Compile(%q): the fix %q has error %v, want none", f.text, e.Fix, err)
		}
	}
}

// helps reports whether applying one fix after another leads to a text that compiles, or
// to a fault without a fix.
func helps(e *exercises.ConditionError, v Vocabulary) bool {
	for range budget.ConditionLimits().Runes {
		_, err := Compile(e.Fix, v)
		var again *exercises.ConditionError
		if !errors.As(err, &again) || again.Fix == "" {
			return true
		}
		e = again
	}
	return false
}

// No name, symbol or alias of a vocabulary means two quantities, and none is a word of
// the language.
func TestVocabulary_namesAreUnique(t *testing.T) {
	for _, p := range paths(t) {
		seen := map[string]string{}
		for _, q := range p.words.quantities {
			for _, name := range append([]string{q.Name, q.Symbol}, q.Aliases...) {
				if other, ok := seen[name]; ok && other != q.Name {
					t.Errorf("%s: %q means %s and %s, want one quantity", p.name, name, other, q.Name)
				}
				seen[name] = q.Name
				if _, ok := verbAliases[name]; ok || equalWords[name] {
					t.Errorf("%s: %q is a word of the language, want another name", p.name, name)
				}
			}
			if q.Help == "" {
				t.Errorf("%s: %s has no help, want some", p.name, q.Name)
			}
		}
	}
}

// The value of every quantity can be read by its name at every step of its solver.
func TestVocabulary_everyQuantity(t *testing.T) {
	for _, p := range paths(t) {
		for _, q := range p.words.quantities {
			if found, ok := p.words.find(q.Name); !ok || found != q {
				t.Errorf("%s: find(%q): got %v, %v, want the quantity", p.name, q.Name, found, ok)
			}
			for i, s := range p.steps {
				for j := range max(1, min(q.Size, 3)) {
					v, ok := q.Value(s, j)
					switch {
					case !ok:
					case q.Kind == anatomy.OneOfWords && (v != math.Trunc(v) || v < 0 || int(v) >= len(q.Words)):
						t.Errorf("%s step %d: %s = %v, want a word of %v", p.name, i, q.Name, v, q.Words)
					case q.Kind == anatomy.Flag && v != 0 && v != 1:
						t.Errorf("%s step %d: %s = %v, want 0 or 1", p.name, i, q.Name, v)
					case q.Index && (v < 1 || int(v) > p.prob.Len()):
						t.Errorf("%s step %d: %s = %v, want the number of a point", p.name, i, q.Name, v)
					}
				}
			}
		}
	}
}

type inDisguise struct{ solvers.Solver }

func (d inDisguise) Claims() solvers.Solver { return d.Solver }

func TestFor_claimedSolver(t *testing.T) {
	p := dual(t, "xor4", "linear")
	v := For(inDisguise{inDisguise{solvers.SMO{C: 7}}}, p)
	c := compile(t, "C == 7", v)
	if !c.Holds(solvers.Step{}, solvers.Step{}) {
		t.Error("C == 7 of a solver that claims it: got false, want true")
	}
}

func FuzzCompile(f *testing.F) {
	for _, s := range spellings {
		f.Add(s.text)
	}
	for _, s := range faults {
		f.Add(s.text)
	}
	f.Add("S changeSV chango")
	all := paths(f)
	f.Fuzz(func(t *testing.T, text string) {
		for i, p := range all {
			if i%len(all) != len(text)%len(all) && i > 0 {
				continue // the words of SMO and of one other solver
			}
			c, err := Compile(text, p.words)
			runes := len([]rune(text))
			if err != nil {
				var e *exercises.ConditionError
				if !errors.As(err, &e) || e.At < 0 || e.At > runes || e.Problem == "" || c != (Condition{}) {
					t.Fatalf("Compile(%q): got %q, error %v, want a ConditionError with a place and a reason", text, c, err)
				}
				if e.Fix != "" && !helps(e, p.words) {
					t.Fatalf("Compile(%q): got error %v with the fix %q, want a fix that helps", text, err, e.Fix)
				}
			} else {
				sameAgain(t, c, p)
			}
			for at := range runes + 1 {
				if at > 20 && at < runes-3 {
					continue
				}
				checkCompletions(t, p.words, text, at)
			}
		}
	})
}

// sameAgain checks that the normal form compiles to the same condition.
func sameAgain(t *testing.T, c Condition, p path) {
	t.Helper()
	printed := c.String()
	again, err := Compile(printed, p.words)
	if err != nil || again.String() != printed || again.Label() != c.Label() {
		t.Fatalf("Compile(%q): got %q, error %v, want the same text", printed, again, err)
	}
	last := len(p.steps) - 1
	for i := 1; i < len(p.steps); i += max(1, last/4) {
		if c.Holds(p.steps[i-1], p.steps[i]) != again.Holds(p.steps[i-1], p.steps[i]) {
			t.Fatalf("%q and its normal form %q differ at step %d, want them equal", c, printed, i)
		}
	}
}
