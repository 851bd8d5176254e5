package answer_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/catalogue"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

const page = "../../testdata/answers"

// pageCase is a line of cases.tsv.
type pageCase struct {
	file                            string
	line                            int
	kind, task, text, verdict, note string
}

// rule returns the mistake that a note requires: sign in "[sign] both signs".
func (c pageCase) rule() string {
	if rest, ok := strings.CutPrefix(c.note, "["); ok {
		id, _, _ := strings.Cut(rest, "]")
		return id
	}
	return ""
}

func readPage(t testing.TB, file string) []pageCase {
	t.Helper()
	src := must.Value(os.ReadFile(filepath.Join(page, file)))
	var out []pageCase
	for i, line := range strings.Split(strings.TrimSuffix(string(src), "\n"), "\n") {
		cells := strings.Split(line, "\t")
		check.Must(t, len(cells) == 5, "%s:%d has %d cells", file, i+1, len(cells))
		if i > 0 {
			text := strings.NewReplacer("⏎", "\n", "⇥", "\t").Replace(cells[2])
			out = append(out, pageCase{file, i + 1, cells[0], cells[1], text, cells[3], cells[4]})
		}
	}
	return out
}

// TestPage judges every case of testdata/answers, whose verdicts were written by hand
// before the checker saw them.
func TestPage(t *testing.T) {
	cases := slices.Concat(readPage(t, "cases.tsv"), readPage(t, "conditions.tsv"))
	right := 0
	for _, c := range cases {
		r := judgePage(t, c)
		if c.verdict == "equal" {
			right++
		}
		got, _, _ := strings.Cut(answer.Verdict(r), " ")
		if got != c.verdict || c.rule() != "" && r.Misconception != c.rule() {
			t.Errorf("%s:%d: %s, %s: %q is %s [%s] %v, want %s %s", c.file, c.line, c.kind, c.task, c.text, got,
				r.Misconception, r.Fact, c.verdict, c.note)
		}
	}
	if len(cases) < 1500 || right < len(cases)*4/10 || right > len(cases)*6/10 {
		t.Errorf("%d cases, %d of them right answers", len(cases), right)
	}
}

// pageMistakes returns the known mistakes in an expression of the page: pairs of the
// ID and the wrong form.
func pageMistakes(want string) (out []answer.Mistake) {
	for _, m := range map[string][][2]string{
		"exp(-||x-z||^2/(2sigma^2))": {{"norm-unsquared", "exp(-||x-z||/(2sigma^2))"},
			{"width-without-2", "exp(-||x-z||^2/sigma^2)"}, {"width-inverted", "exp(-sigma ||x-z||^2)"}},
		"||x-z||^2": {{"norm-unsquared", "||x-z||"}},
		"a_i + 2eta/n (t_i - sum(j, a_j K_ij))": {
			{"descent-sign", "a_i - 2eta/n (t_i - sum(j, a_j K_ij))"},
			{"own-term-only", "a_i + 2eta/n (t_i - sum(j, a_j))"}},
		"choose(d+p, p)": {{"powers-for-binomial", "d^p"}},
		"sum(i, alpha_i y_i k(x_i, x)) + b": {{"label-dropped", "sum(i, alpha_i k(x_i, x)) + b"},
			{"bias-dropped", "sum(i, alpha_i y_i k(x_i, x))"}},
	}[want] {
		out = append(out, answer.Mistake{ID: m[0], Answer: m[1]})
	}
	return out
}

// pageLabel returns the label of the field of a case.
func pageLabel(c pageCase) string {
	for _, l := range []struct{ task, label string }{
		{"features ", "φ(x) ="}, {"expression counting", "m ="}, {"expression points", "k(x, z) ="},
		{"expression ", "f(x) ="}, {"sum machine", "f(x) ="}, {"sum ", "aᵢ ←"},
		{"vector [2√2", "φ(2, 3) ="}, {"vector [1, 1", "∇g(0) ="}, {"vector [1/2", "w ="}, {"vector ", "a ="},
		{"matrix ", "Φ ="},
		{"number 36", "pairs ="}, {"number 167668501", "m ="}, {"number 1.341348008", "φ(x) takes"},
		{"number 1/20", "Σ αᵢtᵢ ="}, {"number 1/2 ", "η <"}, {"number ", "f ="},
	} {
		if strings.HasPrefix(c.kind+" "+c.task, l.task) {
			return l.label
		}
	}
	return ""
}

func judgePage(t testing.TB, c pageCase) answer.Result {
	t.Helper()
	if label := pageLabel(c); label != "" {
		text, err := answer.WithoutLabel(c.text, label)
		if err != nil {
			return answer.Result{Verdict: exercises.Unreadable, Fact: []ascii.Line{ascii.Plain(err.Error())},
				At: err.At}
		}
		c.text = text
	}
	switch c.kind {
	case "features":
		return featureTask(c.task).Judge(context.Background(), c.text)
	case "expression", "sum", "form":
		scope, want, _ := strings.Cut(c.task, ": ")
		names, ok := answer.PageScopes[scope]
		check.Must(t, ok, "cases.tsv:%d: no scope %q", c.line, scope)
		task := answer.ExprTask{Scope: names, Want: want, Mistakes: pageMistakes(want)}
		if scope == "short" {
			task.Form = answer.CollectedForm
		}
		return task.Judge(context.Background(), c.text)
	case "number":
		return numberTask(c.task).Judge(context.Background(), c.text)
	case "vector":
		if rest, ok := strings.CutPrefix(c.task, "proportional to "); ok {
			return answer.ProportionalTask{Want: answer.MustParse(rest, answer.Scope{}).List()}.Judge(
				context.Background(), c.text,
			)
		}
		return answer.VectorTask{Want: answer.MustParse(c.task, answer.Scope{}).List()}.Judge(context.Background(),
			c.text)
	case "matrix":
		return answer.MatrixTask{Want: c.task}.Judge(context.Background(), c.text)
	case "set":
		members, _, _ := strings.Cut(c.task, " of ")
		want, _ := answer.ReadSet(members, answer.SetTask{})
		return answer.SetTask{Want: want, Max: 4}.Judge(context.Background(), c.text)
	case "growth":
		return answer.GrowthTask{Vars: []string{"n", "d"}, Want: c.task}.Judge(context.Background(), c.text)
	case "interval":
		zero, six := answer.Int(0), answer.MustParse("0.6", answer.Scope{})
		if strings.HasSuffix(c.task, ")") {
			return answer.IntervalTask{Lo: &zero}.Judge(context.Background(), c.text)
		}
		return answer.IntervalTask{Lo: &zero, Hi: &six}.Judge(context.Background(), c.text)
	case "derivation":
		return answer.DerivationTask{
			Scope: answer.Scope{Vars: []string{"u", "v"}}, From: strings.TrimSuffix(c.task, " expanded"),
			Form: answer.CollectedForm,
			Mistakes: []answer.Mistake{
				{ID: "square-of-sum", Answer: "u^2+v^2+1", Advice: "Each term was squared by itself."},
			},
		}.Judge(context.Background(), c.text)

	case "kernel":
		if c.task == "in the plane" {
			return answer.JudgeKernel(context.Background(), c.text,
				answer.KernelTask{X: []string{"x1", "x2"}, Z: []string{"z1", "z2"}})
		}
		return answer.JudgeKernel(context.Background(), c.text, answer.KernelTask{X: []string{"x"}, Z: []string{"z"}})
	case "conditions":
		return conditionsTask(c.task).Judge(context.Background(), c.text)
	case "objective":
		return objectiveTask(c.task).Judge(context.Background(), c.text)
	case "exercise":
		return judgeExercise(t, c)
	}
	t.Fatalf("cases.tsv:%d: the kind %q", c.line, c.kind)
	return answer.Result{}
}

// primalScope is the scope of the primal: a vector w, and for each point φ, t, ξ, α and f.
func primalScope() answer.Scope {
	s := answer.Scope{Vars: []string{"b", "C", "n"}, Positive: []string{"C", "n"}, Signs: []string{"t"},
		Indices: answer.IndexLetters(), Alias: map[string]string{"y": "t"}}
	for _, name := range []string{"w", "t", "xi", "alpha", "f"} {
		s.Arrays = append(s.Arrays, answer.Array{Name: name, Dims: []int{3}})
	}
	s.Arrays = append(s.Arrays, answer.Array{Name: "phi", Dims: []int{3, 3}})
	return s.AnySize("n")
}

var planeScope = answer.Scope{Vars: []string{"b"}, Arrays: []answer.Array{{Name: "w", Dims: []int{2}}}}

func conditionsTask(name string) answer.ConditionsTask {
	t := answer.ConditionsTask{Scope: primalScope(), Unknowns: []string{"w", "b", "xi"},
		Where: map[string]string{"f": "w'phi_i + b"}}
	switch name {
	case "points":
		t = answer.ConditionsTask{Scope: planeScope, Want: []string{"w1 + 2w2 + b >= 1", "3w1 + w2 + b >= 1",
			"w2 - b >= 1"}}
	case "hard":
		t.Want = []string{"t_i f_i >= 1"}
	case "soft":
		t.Want, t.Names = []string{"t_i f_i >= 1 - xi_i", "xi_i >= 0"}, []string{"the slack", "its sign"}
	case "box":
		t.Want, t.Unknowns = []string{"0 <= alpha_i <= C"}, []string{"alpha"}
	case "clip":
		t = answer.ConditionsTask{Scope: answer.Scope{Vars: []string{"a", "g", "C"}, Positive: []string{"C"}},
			Want: []string{"0 <= a <= C", "0 <= g - a <= C"}, Unknowns: []string{"a"}}
	}
	return t
}

func objectiveTask(name string) answer.ObjectiveTask {
	t := answer.ObjectiveTask{Scope: primalScope(), Want: "min 1/2 w'w", Also: []string{"min ||w||", "max 1/||w||"},
		Unknowns: []string{"w", "b", "xi"}}
	switch name {
	case "points":
		t.Scope, t.Unknowns = planeScope, nil
	case "soft":
		t.Want, t.Also = "min 1/2 w'w + C sum(i, xi_i)", nil
	}
	return t
}

func featureTask(kernel string) answer.FeatureTask {
	plane := answer.QuadraticFeatures()
	switch kernel {
	case "(x1 z1 + x2 z2 + c)^2":
		plane.Params, plane.Canonical = []string{"c"}, []string{"c", "√(2c) x1", "√(2c) x2", "x1^2", "x2^2", "√2 x1 x2"}
	case "(x1 z1 + x2 z2 + x3 z3)^2":
		plane.X, plane.Z = append(plane.X, "x3"), append(plane.Z, "z3")
		plane.Canonical = []string{"x1^2", "x2^2", "x3^2", "√2 x1 x2", "√2 x1 x3", "√2 x2 x3"}
	case "(1 + x1 z1)^3":
		plane.X, plane.Z, plane.Canonical = plane.X[:1], plane.Z[:1], []string{"1", "√3 x1", "√3 x1^2", "x1^3"}
	}
	plane.Kernel = kernel
	return plane
}

func numberTask(task string) answer.NumberTask {
	if task == "∞" {
		return answer.NumberTask{Infinite: true}
	}
	want, digits, rounded := strings.Cut(task, " to ")
	out := answer.NumberTask{Want: answer.MustParse(want, answer.Scope{})}
	if rounded {
		out.Digits = int(digits[0] - '0')
	}
	return out
}

// opened opens an exercise of the program. It opens each exercise only once.
func opened(t testing.TB, id string) *exercises.Exercise {
	t.Helper()
	if e, ok := openedBefore[id]; ok {
		return e
	}
	lib := must.Value(library())
	e := must.Value(lib.Open(id, exercises.Options{Seed: 1}))
	openedBefore[id] = e
	return e
}

var openedBefore = map[string]*exercises.Exercise{}

var library = sync.OnceValues(catalogue.New)

// judgeExercise judges a case with an exercise of the program, with seed 1. The
// case's task is the ID of the exercise and one of its tasks. The text is that of
// the only field, or has the form name=text; name=text.
func judgeExercise(t testing.TB, c pageCase) answer.Result {
	t.Helper()
	id, name, _ := strings.Cut(c.task, " ")
	for _, s := range opened(t, id).WithFormer().Tasks {
		info := s.Info()
		if info.Name != name {
			continue
		}
		a := exercises.Answers{}
		if len(info.Fields) == 1 {
			a[info.Fields[0].Name] = c.text
		} else {
			for _, part := range strings.Split(c.text, "; ") {
				field, text, _ := strings.Cut(part, "=")
				a[field] = text
			}
		}
		r := s.Check(context.Background(), a)
		return answer.Result{Verdict: r.Verdict, Accepted: r.Accepted, Fact: r.Fact, Advice: r.Advice,
			Misconception: r.Misconception}
	}
	t.Fatalf("cases.tsv:%d: exercise %s has no task %s", c.line, id, name)
	return answer.Result{}
}
