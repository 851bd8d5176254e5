package answer_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/catalogue"
)

// update makes TestPage rewrite the report.
var update = flag.Bool("update", false, "write testdata/answers/report.md")

const page = "../../testdata/answers"

// pageCase is a line of cases.tsv.
type pageCase struct {
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

func readPage(t testing.TB) []pageCase {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(page, "cases.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	var out []pageCase
	for i, line := range strings.Split(strings.TrimSuffix(string(src), "\n"), "\n") {
		cells := strings.Split(line, "\t")
		if len(cells) != 5 {
			t.Fatalf("cases.tsv:%d has %d cells", i+1, len(cells))
		}
		if i > 0 {
			text := strings.NewReplacer("⏎", "\n", "⇥", "\t").Replace(cells[2])
			out = append(out, pageCase{i + 1, cells[0], cells[1], text, cells[3], cells[4]})
		}
	}
	return out
}

// TestPage judges every case of testdata/answers/cases.tsv, whose verdicts were
// written by hand before the checker saw them, and writes the results to report.md.
func TestPage(t *testing.T) {
	cases := readPage(t)
	right, disagree := 0, 0
	var report strings.Builder
	heading := ""
	for _, c := range cases {
		r := judgePage(t, c)
		if c.verdict == "equal" {
			right++
		}
		got, _, _ := strings.Cut(answer.Verdict(r), " ")
		if got != c.verdict || c.rule() != "" && r.Misconception != c.rule() {
			t.Errorf("cases.tsv:%d: %s, %s: %q is %s [%s] %v, want %s %s", c.line, c.kind, c.task, c.text, got,
				r.Misconception, r.Fact, c.verdict, c.note)
			disagree++
		}
		if h := c.kind + ": " + c.task; h != heading {
			heading = h
			fmt.Fprintf(&report, "\n## %s\n\n", h)
		}
		writeCase(&report, c, r)
	}
	if len(cases) < 1500 || right < len(cases)*4/10 || right > len(cases)*6/10 {
		t.Errorf("%d cases, %d of them right answers", len(cases), right)
	}
	head := fmt.Sprintf(
		"# Answers and what is said to them\n\nGenerated from cases.tsv by `go test ./exercises/answer -run TestPage -update`. %d cases, %d of them right answers in odd forms; %d disagreements.\n", len(cases), right, disagree,
	)
	compareReport(t, head+report.String())
}

func compareReport(t *testing.T, got string) {
	t.Helper()
	path := filepath.Join(page, "report.md")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil || string(want) != got {
		t.Errorf("report.md is not what the cases give now (%v): read the difference after go test ./exercises/answer -run TestPage -update", err)
	}
}

func writeCase(b *strings.Builder, c pageCase, r answer.Result) {
	shown := strings.ReplaceAll(c.text, "\n", " ⏎ ")
	if strings.TrimSpace(shown) == "" {
		shown = "(blank)"
	}
	fmt.Fprintf(b, "- `%s`", shown)
	if r.Reading != "" {
		fmt.Fprintf(b, " read as %s", r.Reading)
	}
	fmt.Fprintf(b, ". **%s**", r.Report("").FirstLine())
	for _, l := range r.Fact {
		fmt.Fprintf(b, " %s", l)
	}
	for _, l := range r.Advice {
		fmt.Fprintf(b, " *%s*", l)
	}
	if r.Misconception != "" {
		fmt.Fprintf(b, " [%s]", r.Misconception)
	}
	b.WriteString("\n")
}

// pageScope returns the names that an expression task allows, by the word before
// the colon.
func pageScope(t testing.TB, name string) answer.Scope {
	t.Helper()
	points := []answer.Array{{Name: "x", Dims: []int{2}}, {Name: "z", Dims: []int{2}}}
	switch name {
	case "polynomial":
		return answer.Scope{Vars: []string{"x1", "x2", "c"}, Positive: []string{"c"}}
	case "one variable":
		return answer.Scope{Vars: []string{"x"}}
	case "points":
		return answer.Scope{Arrays: points, Vars: []string{"c", "sigma"}, Positive: []string{"c", "sigma"}}
	case "least squares":
		return answer.DualScope(answer.DualNames{Weights: "a", Targets: "t", Scalars: []string{"eta", "n"}})
	case "logistic":
		return answer.DualScope(
			answer.DualNames{Weights: "a", Targets: "y", Scalars: []string{"gamma"}, Logistic: true},
		)
	case "signed logistic":
		return answer.DualScope(
			answer.DualNames{Weights: "a", Targets: "y", Signs: true, Scalars: []string{"eta"}, Logistic: true},
		)
	case "machine":
		return answer.MachineScope(answer.MachineNames{Weights: "alpha", Labels: "y", Scalars: []string{"b"}})
	case "counting":
		return answer.Scope{Vars: []string{"d", "p"}, Positive: []string{"d", "p"}}
	case "short":
		return answer.Scope{Vars: []string{"u", "v"}}
	}
	t.Fatalf("no scope %q", name)
	return answer.Scope{}
}

// pageMistakes returns the known mistakes in an expression of the page.
func pageMistakes(want string) []answer.Mistake {
	return map[string][]answer.Mistake{
		"exp(-||x-z||^2/(2sigma^2))": {
			{ID: "norm-unsquared", Form: "exp(-||x-z||/(2sigma^2))",
				Says: "It looks as if the distance was not squared. The exponent of the RBF kernel has ‖x − z‖², the sum of squares without a root."},
			{ID: "width-without-2", Form: "exp(-||x-z||^2/sigma^2)",
				Says: "It looks as if the 2 beside σ² was left out. g = 1/(2σ²), and s² = 2σ²: check which width is asked."},
			{ID: "width-inverted", Form: "exp(-sigma ||x-z||^2)",
				Says: "It looks as if σ was used as g. A larger σ makes the kernel wider, a larger g makes it narrower: g = 1/(2σ²)."},
		},
		"||x-z||^2": {
			{ID: "norm-unsquared", Form: "||x-z||",
				Says: "It looks as if the distance was not squared. The exponent of the RBF kernel has ‖x − z‖², the sum of squares without a root."},
		},
		"a_i + 2eta/n (t_i - sum(j, a_j K_ij))": {
			{ID: "descent-sign", Form: "a_i - 2eta/n (t_i - sum(j, a_j K_ij))",
				Says: "It looks as if the step goes up the slope. Descent goes against the gradient: check the sign in front of the step."},
			{ID: "own-term-only", Form: "a_i + 2eta/n (t_i - sum(j, a_j))",
				Says: "It looks as if the kernel was left out of the sum. The score of point i is Σⱼ aⱼKᵢⱼ."},
		},
		"choose(d+p, p)": {
			{ID: "powers-for-binomial", Form: "d^p",
				Says: "It looks as if ordered products of exactly p factors were counted. x₁x₂ and x₂x₁ are one monomial, and lower degrees belong too: C(d + p, p)."},
		},
		"sum(i, alpha_i y_i k(x_i, x)) + b": {
			{ID: "label-dropped", Form: "sum(i, alpha_i k(x_i, x)) + b",
				Says: "It looks as if the labels were left out of the sum. Each αᵢ enters with its yᵢ: points of the other class vote against."},
			{ID: "bias-dropped", Form: "sum(i, alpha_i y_i k(x_i, x))", Says: "It looks as if b was left out."},
		},
	}[want]
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
		text, err := answer.Unlabelled(c.text, label)
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
		task := answer.ExprTask{Scope: pageScope(t, scope), Want: want, Mistakes: pageMistakes(want)}
		if scope == "short" {
			task.Form = answer.Short
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
			Form: answer.Short,
			Mistakes: []answer.Mistake{
				{ID: "square-of-sum", Form: "u^2+v^2+1", Says: "It looks as if each term was squared by itself."},
			},
		}.Judge(context.Background(), c.text)

	case "kernel":
		if c.task == "in the plane" {
			return answer.JudgeKernel(context.Background(), c.text,
				answer.KernelTask{X: []string{"x1", "x2"}, Z: []string{"z1", "z2"}})
		}
		return answer.JudgeKernel(context.Background(), c.text, answer.KernelTask{X: []string{"x"}, Z: []string{"z"}})
	case "exercise":
		return judgeExercise(t, c)
	}
	t.Fatalf("cases.tsv:%d: the kind %q", c.line, c.kind)
	return answer.Result{}
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
	lib, err := library()
	if err != nil {
		t.Fatal(err)
	}
	e, err := lib.Open(id, exercises.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
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
	for _, s := range opened(t, id).Judged().Tasks {
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
	t.Fatalf("cases.tsv:%d: exercise %s has no step %s", c.line, id, name)
	return answer.Result{}
}
