package kit

import (
	"math"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/worksheets"
	"kernellab/testdata/support/check"
)

// toy is an exercise that uses almost everything in the kit.
const toy = frontMatter +
	"```numbers\nstream: 7\na: {from: 2, to: 5}\nb: {of: [0.5, 1.5]}\ntwice: 2a\nminus: -a\nwhere: a + b > 3\n```\n\n" +
	"## pick: Pick\n\n" + asking +
	"```fields\n- name: shape\n  label: shape\n  choices: [round, flat]\n- {name: half, label: \"half of {{twice}} =\", called: the half}\n```\n\n" +
	"```expected\nshape: round\nhalf: \"{{a}}\"\n```\n\n" +
	"```right\nHalf of {{twice}} is {{a}}.\n```\n\n```insight\nHalves are small.\n```\n\n" +
	"```misconceptions\n- id: doubled\n  example: {half: \"2*{{twice}}\"}\n  say: That is twice as much.\n- id: turned\n  example: {shape: flat, half: \"{{minus}}\"}\n  say: Both are turned.\n```\n\n" +
	"## open: Open\n\n" + asking +
	"```fields\n- name: sum\n  label: \"=\"\n  judge: {expr: (u + v)^2, in: [u, v]}\n```\n\n" +
	"```misconceptions\n- id: cube\n  example: [\"(u + v)^3\", \"(u - v)^3\"]\n  say: A cube.\n```\n\n```insight\nBrackets open.\n```\n"

// text joins the texts of lines with line breaks.
func text(lines []ascii.Line) string {
	var out []string
	for _, l := range lines {
		out = append(out, l.String())
	}
	return strings.Join(out, "\n")
}

func TestKit_judgesAToy(t *testing.T) {
	pick := openWorksheet(t, toy, 4).Tasks[0]
	info := pick.Info()
	a := info.Reference["half"]
	check.Must(t, info.Reference["shape"] == "round" && strings.Contains("2345", a),
		"got the reference %v, want round and 2 to 5", info.Reference)
	right := pick.Check(t.Context(), info.Reference)
	if said := text(right.Fact); !right.Accepted || !strings.HasSuffix(said, " is "+a+".\nHalves are small.") {
		t.Errorf("Check(reference): got accepted %v, %q, want accepted with both facts", right.Accepted, said)
	}
	for _, c := range []struct {
		shape, half, id, says string
	}{
		{"round", "4*" + a, "doubled", "1 of 2 is right."},
		{"flat", "4*" + a, "doubled", ""},
		{"flat", "-" + a, "turned", ""},
		{"round", "-" + a, "sign", ""},
		{"flat", a, "", ""},
	} {
		r := pick.Check(t.Context(), exercises.Answers{"shape": c.shape, "half": c.half})
		if r.Accepted || r.Misconception != c.id && c.shape == "round" || !strings.Contains(text(r.Fact), c.says) {
			t.Errorf("%+v: got misconception %q, %s, want it refused as listed", c, r.Misconception, text(r.Fact))
		}
	}
	open := openWorksheet(t, toy, 4).Tasks[1]
	for typed, id := range map[string]string{
		"u^2 + v^2 + 2u v": "", "(v + u)^3": "cube", "(u - v)(u - v)^2": "cube", "u^2 + v^2": "term-missing",
		"u": "wrong-power",
	} {
		r := open.Check(t.Context(), exercises.Answers{"sum": typed})
		if r.Misconception != id || id == "cube" && text(r.Advice) != "A cube." {
			t.Errorf("Check(%s): got misconception %q, advice %v, want %q", typed, r.Misconception, r.Advice, id)
		}
	}
	check.That(t, open.Info().Reference["sum"] == "(u + v)^2" && len(open.Info().Misconceptions) == 2,
		"got the misconceptions %+v, want 2", open.Info().Misconceptions)
}

// TestBind_leavesOutAccidents checks which examples of misconceptions are left out: those that the
// drawn numbers make right, and those that equal an earlier example.
func TestBind_leavesOutAccidents(t *testing.T) {
	const sheet = frontMatter + "```numbers\nstream: 8\na: {from: 1, to: 3}\n```\n\n## area: Area\n\n" + asking +
		"```fields\n- {name: area, label: \"area =\", judge: {number: \"{{a}}\"}}\n```\n\n" +
		"```misconceptions\n- id: square\n  example: \"{{a}}^2\"\n  say: Squared.\n" +
		"- id: twice\n  example: \"2*{{a}}\"\n  say: Twice.\n```\n"
	want := map[string]string{"1": "twice", "2": "square", "3": "square twice"}
	for seed := range uint64(30) {
		e := openWorksheet(t, sheet, seed)
		info, ids := e.Tasks[0].Info(), []string(nil)
		for _, m := range exercises.Distinguishable(t.Context(), e.Tasks[0]) {
			ids = append(ids, m.ID)
		}
		if a := info.Reference["area"]; strings.Join(ids, " ") != want[a] {
			t.Errorf("seed %d, a = %s: got the misconceptions %v, want %s", seed, a, ids, want[a])
		}
	}
}

func TestLoad_placesProblems(t *testing.T) {
	for _, c := range []struct{ old, now, want string }{
		{"judge: {expr:", "judge: {exprs:", `unit1.md:86:11: no judge "exprs"; did you mean "expr"?`},
		{"in: [u, v]", "im: [u, v]", `unit1.md:86:28: the judge expr takes no "im"; did you mean "in"?`},
		{"expr: (u + v)^2, in", "expr: (u + v^2, in", `the judge expr: "(u + v^2" cannot be read`},
		{"in: [u, v]", "in: [u]", `the judge expr: "(u + v)^2" cannot be read`},
		{"in: [u, v]", "in: duel", `no in "duel"; did you mean "dual"?`},
		{"in: [u, v]", "in: {machine: a, alias: y}", `there is no letter for y; write a map, as {a: alpha}`},
		{"in: [u, v]", "form: open, in: [u, v]", `form is "open"; did you mean "opened"?`},
		{"shape: round\n", "shap: round\n", `"shap" is no field of task pick`},
		{"{of: [0.5, 1.5]}", "{off: [0.5]}", `the number b: it takes from, to, of and cases, not "off"`},
		{"twice: 2a", "twice: 2c", `the number twice: `},
		{"where: a + b > 3", "where: a + b", `the condition "a + b" cannot be read`},
		{"where: a + b > 3", "where: a > 9", `never held`},
	} {
		src := strings.Replace(toy, c.old, c.now, 1)
		check.Must(t, src != toy, "got nothing to replace for %q, want it in the sheet", c.old)
		if _, err := bindWorksheet(src, 0); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %s", c.now, err, c.want)
		}
	}
}

func TestLint_makesJudges(t *testing.T) {
	for now, want := range map[string]int{"expr: (u + v)^2, in": 0, "expr: (u + v^2, in": 1,
		"expr: \"(u + {{a}}v^2\", in": 0} {
		src := strings.Replace(toy, "expr: (u + v)^2, in", now, 1)
		if got := worksheets.Lint(worksheets.File{Name: "unit1.md", Text: []byte(src)}, New()); len(got) != want {
			t.Errorf("%s: %v, want %d problems", now, got, want)
		}
	}
}

// FuzzLint checks that Lint returns for any worksheet, and that every problem has a line and a
// message.
func FuzzLint(f *testing.F) {
	f.Add(toy)
	for _, e := range []string{"{exprs: 1}", "[number]", "number", "{number: [1]}", "{vector: {a: 1}}",
		"{expr: u, in: {dual: [a, b]}}", "{set: x.5}", "{interval: \"[1\"}"} {
		f.Add(strings.Replace(toy, "{expr: (u + v)^2, in: [u, v]}", e, 1))
	}
	f.Fuzz(func(t *testing.T, src string) {
		for _, e := range worksheets.Lint(worksheets.File{Name: "unit1.md", Text: []byte(src)}, New()) {
			if e.Line < 1 || e.Msg == "" {
				t.Fatalf("got the problem %+v, want a line and words", e)
			}
		}
	})
}

func TestWithMinusSigns_keepsHyphens(t *testing.T) {
	for text, want := range map[string]string{
		"2a - 3": "2a − 3", "-1": "−1", "(-2, 3)": "(−2, 3)", "x = -y": "x = −y",
		"hard-margin dual": "hard-margin dual", "`-|−1` -1": "`-|−1` −1", "1e-5": "1e-5", "a − b": "a − b", "α-values": "α-values",
	} {
		check.Equal(t, withMinusSigns(text), want, "%q", text)
	}
}

// TestJudge_acceptsOtherNamedForms checks an answer that has the right values everywhere, but
// cannot be proved right. It is accepted only if it is listed under also.
func TestJudge_acceptsOtherNamedForms(t *testing.T) {
	for also, want := range map[string]exercises.Verdict{"": exercises.Undecided,
		`, also: ["max(min(u, 1), 0)"]`: exercises.Equal} {
		src := frontMatter + "## clip: Clip\n\n" + asking +
			"```fields\n- {name: new, label: \"=\", judge: {expr: \"min(max(u, 0), 1)\", in: [u]" + also + "}}\n```\n"
		step := openWorksheet(t, src, 4).Tasks[0]
		if r := step.Check(t.Context(), exercises.Answers{"new": "max(0, min(1, u))"}); r.Verdict != want {
			t.Errorf("%q: got %s %s, want %s", also, r.Verdict.Words(), text(r.Fact), want.Words())
		}
		if r := step.Check(t.Context(), exercises.Answers{"new": "max(u, 1)"}); r.Accepted {
			t.Errorf("%q: Check(max(u, 1)): got accepted, want refused", also)
		}
	}
}

// If a later task repeats a prediction, it also shows the outcome, but only once the later task is
// answered correctly.
func TestSaid_outcome(t *testing.T) {
	e := openWorksheet(t, frontMatter+
		"## guess: Guess\n\n"+asking+"```fields\n- name: grows\n  label: it\n"+
		"  choices: [{value: up, label: rises}, {value: down, label: falls}]\n  judge: {prediction: up}\n```\n\n"+
		"## see: See\n\n"+asking+"```fields\n- {name: much, label: \"by\", judge: {number: 2}}\n```\n\n"+
		"```said\ngrows\n```\n", 4)
	for _, test := range []struct{ grows, much, want string }{
		{"up", "", "You said: rises"},
		{"down", "3", "You said: falls"},
		{"up", "2", "You said: rises, and that is right"},
		{"down", "2", "You said: falls. In fact: rises"},
		{"", "2", ""},
	} {
		a := exercises.Answers{"grows": test.grows, "much": test.much}
		check.Equal(t, text(e.Tasks[1].Scene(t.Context(), a).Predicted), test.want, "the prediction repeated with %v", a)
	}
}

// TestBars_areToScale checks that the lengths of bars are their numbers. A bar that waits for an
// answer must not be drawn before the answer is right.
func TestBars_areToScale(t *testing.T) {
	const sheet = frontMatter + "## sizes: Sizes\n\n" + asking +
		"```fields\n- name: half\n  label: \"half of 4 =\"\n  judge: {number: 2}\n```\n\n" +
		"```scene\nbars: Sizes\nmost: 4\nrows: [{label: a, size: 2}, {label: b, size: 2, ink: 2, once: half}]\n```\n"
	step := openWorksheet(t, sheet, 4).Tasks[0]
	for typed, want := range map[string]int{"": 1, "2": 2} {
		plot := step.Scene(t.Context(), exercises.Answers{"half": typed}).Figures[0].Plot.(ascii.Bars)
		check.That(t, len(plot.Bars) == want && plot.Bars[want-1].Value == 2 && plot.Range.Max == 4,
			"half = %q: got the bars %v in %v, want %d of 2 in 0 to 4", typed, plot.Bars, plot.Range, want)
	}
}

// TestSlider_staysInItsRange checks that a slider shows a value in its range, even if a slider of
// the same name in another task has left a value outside the range.
func TestSlider_staysInItsRange(t *testing.T) {
	const sheet = frontMatter + "## sizes: Sizes\n\n" + asking +
		"```fields\n- name: half\n  label: \"half of 4 =\"\n  judge: {number: 2}\n```\n\n" +
		"```scene\nbars: Sizes\nsliders: [{name: n, from: 10, to: 20, at: 12}]\nrows: [{label: a, size: n}]\n```\n"
	step := openWorksheet(t, sheet, 4).Tasks[0]
	for left, want := range map[string]string{"": "12", "8": "10", "11.5": "11.5", "300": "20"} {
		check.Equal(t, step.Scene(t.Context(), exercises.Answers{"n": left}).Controls[0].Value, want,
			"n = %q: the slider shows", left)
	}
}

// TestDerivation_fades checks that a repeated derivation gives half of its lines or none, and that
// its slider restores them one by one. Lines that the student has found stay visible with their
// answers.
func TestDerivation_fades(t *testing.T) {
	const sheet = frontMatter + "## lines: Lines\n\n" + asking +
		"```fields\n- name: half\n  label: \"half of 4 =\"\n  judge: {number: 2}\n```\n\n" +
		"```scene\nderivation: Three lines φ\nlines: [one, two, \"half is {half}\", {line: \"four, {half}\", when: half}]\n```\n"
	step := openWorksheet(t, sheet, 4).Tasks[0]
	for _, c := range []struct {
		fading exercises.Fading
		given  string
		want   string
	}{
		{exercises.FadeNothing, "", "one|two|half is 2|four, 2"},
		{exercises.FadeNothing, "1", "one|two|half is 2|four, 2"},
		{exercises.FadeHalf, "", "one|two|…|four, 2"},
		{exercises.FadeAll, "", "…|four, 2"},
		{exercises.FadeAll, "1", "one|…|four, 2"},
		{exercises.FadeAll, "3", "one|two|half is 2|four, 2"},
		{exercises.FadeAll, "nonsense", "…|four, 2"},
	} {
		s := step.Scene(t.Context(), exercises.Answers{"half": "2", "given-three-lines": c.given}.WithFading(c.fading))
		got := strings.ReplaceAll(text(s.Figures[0].Plot.(ascii.TextBlock).Lines), "\n", "|")
		check.Equal(t, got, c.want, "fading %d, %q given", c.fading, c.given)
		faded := c.fading != exercises.FadeNothing
		if said := strings.Contains(text(s.Notes), "“lines given”"); said != faded || len(s.Controls) > 0 != faded {
			t.Errorf("fading %d: got a note %v and %d controls, want both only if it fades", c.fading, said,
				len(s.Controls))
		}
	}
}

// TestAddScore_isPerpendicular checks that the foot lies on the line, in the direction
// of w, at the distance |y|/‖w‖.
func TestAddScore_isPerpendicular(t *testing.T) {
	for _, c := range [][5]float64{{3, 4, -5, 2, 1}, {-1, 0, 2, 7, 7}, {0, 2, 0, 1, 0}, {0.1, -0.3, 4, -2, 5}} {
		q := ascii.Mark{X: c[3], Y: c[4]}
		m := ascii.Map{Marks: []ascii.Mark{q}}
		addScore(&m, ascii.Point{X: c[0], Y: c[1]}, c[2], "foot")
		f := m.Curves[0].Points[1]
		on, y := c[0]*f.X+c[1]*f.Y+c[2], c[0]*q.X+c[1]*q.Y+c[2]
		cross := (q.X-f.X)*c[1] - (q.Y-f.Y)*c[0]
		length := math.Hypot(q.X-f.X, q.Y-f.Y)
		if math.Abs(on) > 1e-12 || math.Abs(cross) > 1e-12 ||
			math.Abs(length-math.Abs(y)/math.Hypot(c[0], c[1])) > 1e-12 {
			t.Errorf("addScore(%v): foot %v with y = %v at distance %v, want y = 0 and the distance |y|/‖w‖ along w",
				c, f, on, length)
		}
	}
	m := ascii.Map{Marks: []ascii.Mark{{X: 1}}}
	if addScore(&m, ascii.Point{}, 1, "foot"); len(m.Curves) > 0 {
		t.Errorf("addScore(w = 0): got %v, want no foot, because there is no line", m.Curves)
	}
}
