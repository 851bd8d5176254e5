package worksheets

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// sheet is a small worksheet that uses almost every part of the format.
const sheet = "---\n" +
	"unit: \"1\"\ntitle: Lifting\nintro: One feature more.\n" +
	"---\n" +
	"# 1.2 Lift the line\n\n" +
	"```exercise\ngoal: Find a feature.\nminutes: 12\ndata: true\n```\n\n" +
	"## read: Look first\n\n" +
	"There are {{n}} points of *two* classes, `+|x` and `-|o`;\npress `enter`.\n\n" +
	"    f(x) = `1|a`·x\n\n" +
	"- one\n- two `1|a`\n\n" +
	"```verbatim\n{{table}}\n```\n\n" +
	"## feature: Choose for {{n}} points\n\n" +
	"```question\nWhich feature, **please**?\n```\n\n" +
	"```fields\n- name: feature\n  label: \"x2 =\"\n  example: 3x1\n  width: 24\n- name: why\n  label: because\n  choices: [bend, {value: luck, label: \"by luck, {{n}} times\"}]\n```\n\n" +
	"```hints\n- nudge\n- method {{n}}\n- |\n  almost:\n\n      x2 = (x1 + ...)^2\n```\n\n" +
	"```solution\nBend it.\n```\n\n" +
	"```reference\nfeature: (x1+1)^2\nwhy: bend\n```\n\n" +
	"```misconceptions\n- id: affine\n  example: {feature: 2x1+1}\n  given: [slope]\n  say: |\n    For {{n}} points a line of slope {{slope}}.\n\n    - still a line\n```\n"

func tinyLesson(LessonInput) LessonOutput {
	judge := func(_ context.Context, a exercises.Answers) exercises.Report {
		switch a["feature"] {
		case "":
			return exercises.Report{Verdict: exercises.Empty}
		case "2x1+1":
			return exercises.Report{Verdict: exercises.NotEqual, Misconception: "affine"}
		}
		return exercises.Report{Verdict: exercises.Equal, Accepted: a["why"] == "bend"}
	}
	return LessonOutput{
		Vars: Vars{"n": 9, "table": "a b\n1 2"},
		Tasks: map[string]LessonTask{
			"read": {},
			"feature": {
				Check: judge, Vars: Vars{"n": "nine"},
				Given: func(exercises.Answers) Vars { return Vars{"slope": 2} },
			},
		},
	}
}

func load(t *testing.T, src string) *Exercise {
	t.Helper()
	book := must.Value(Load(Kit{}, fstest.MapFS{"unit1.md": {Data: []byte(src)}, "FORMAT.md": {Data: []byte("#")}}))
	e, ok := book.Exercise("1.2")
	if !ok {
		t.Fatal("got no exercise 1.2, want one")
	}
	return e
}

func bind(t *testing.T, src string, l Lesson) *exercises.Exercise {
	return must.Value(Bind(load(t, src), l, Kit{}, exercises.Options{Seed: 4}))
}

func TestDocument_summary(t *testing.T) {
	doc := load(t, sheet)
	want := exercises.Summary{ID: "1.2", Title: "Lift the line", Goal: "Find a feature.", Minutes: 12, TakesData: true,
		Tasks: []string{"read", "feature"}, TaskTitles: []string{"Look first", ""}}
	if got := doc.Summary(); !reflect.DeepEqual(got, want) {
		t.Errorf("Summary = %+v, want %+v", got, want)
	}
	check.Equal(t, doc.Place(), "unit1.md:6", "Place()")
}

func TestInfo_textOfATask(t *testing.T) {
	e := bind(t, sheet, tinyLesson)
	want := []exercises.Block{
		{Kind: exercises.Paragraph, Text: ascii.Line{
			{Text: "There are 9 points of ", Ink: ascii.Text}, {Text: "two", Ink: ascii.Strong},
			{Text: " classes, ", Ink: ascii.Text},
			{Text: "x", Ink: ascii.MarkPos}, {Text: " and ", Ink: ascii.Text}, {Text: "o", Ink: ascii.MarkNeg},
			{Text: "; press ", Ink: ascii.Text}, {Text: "enter", Ink: ascii.Accent}, {Text: ".", Ink: ascii.Text},
		}},
		{Kind: exercises.Formula,
			Text: ascii.Line{{Text: "f(x) = ", Ink: ascii.Text}, {Text: "a", Ink: ascii.Symbol1},
				{Text: "·x", Ink: ascii.Text}}},
		{Kind: exercises.Item, Mark: "•", Text: ascii.Plain("one")},
		{Kind: exercises.Item, Mark: "•",
			Text: ascii.Line{{Text: "two ", Ink: ascii.Text}, {Text: "a", Ink: ascii.Symbol1}}},
		{Kind: exercises.Verbatim, Text: ascii.Plain("a b")},
		{Kind: exercises.Verbatim, Text: ascii.Plain("1 2")},
	}
	if got := e.Tasks[0].Info().Text; !reflect.DeepEqual(got, want) {
		t.Errorf("got the text %v\nwant %v", got, want)
	}
}

func TestInfo_describesAQuestion(t *testing.T) {
	in := bind(t, sheet, tinyLesson).Tasks[1].Info()
	check.That(t, in.Title == "Choose for nine points" && in.Question.String() == "Which feature, please?",
		"got the title %q and the question %q, want the values filled in", in.Title, in.Question)
	fields := []exercises.Field{
		{Name: "feature", Label: "x2 =", Placeholder: "3x1", Width: 24, Judge: exercises.LessonJudge},
		{Name: "why", Label: "because", Kind: exercises.ChoiceField, Judge: exercises.LessonJudge,
			Choices: []exercises.Choice{{Value: "bend", Label: "bend"}, {Value: "luck", Label: "by luck, nine times"}}},
	}
	check.That(t, reflect.DeepEqual(in.Fields, fields), "got the fields %+v\nwant %+v", in.Fields, fields)
	if len(in.Hints) != 3 || in.Hints[2][1].Kind != exercises.Formula ||
		in.Hints[2][1].Text.String() != "x2 = (x1 + ...)^2" {
		t.Errorf("got the hints %+v, want 3, the last with a formula", in.Hints)
	}
	mistakes := []exercises.Misconception{{ID: "affine", Example: exercises.Answers{"feature": "2x1+1", "why": "bend"}}}
	check.That(t, reflect.DeepEqual(in.Misconceptions, mistakes),
		"got the misconceptions %+v, want %+v", in.Misconceptions, mistakes)
}

func TestTask_survivesALessonThatPanics(t *testing.T) {
	var empty []int
	s := &boundTask{
		scene: func(context.Context, exercises.Answers) exercises.Scene { panic("scene") },
		check: func(context.Context, exercises.Answers) exercises.Report {
			_ = empty[len(empty)]
			return exercises.Report{}
		},
		context: &makerContext{
			judges: map[string]Judge{"x": {Echo: func(context.Context, string) exercises.Echo { panic("echo") }}},
		},
	}
	scene := s.Scene(t.Context(), nil)
	check.That(t, len(scene.Notes) == 1 && strings.Contains(scene.Notes[0].String(), "failed on this answer (scene)"),
		"lesson that panics: got the scene %+v, want one note that it failed", scene)
	r := s.Check(t.Context(), nil)
	if r.Verdict != exercises.Undecided || r.Accepted || len(r.Fact) != 1 ||
		!strings.Contains(r.Fact[0].String(), "out of range") {
		t.Errorf("lesson that panics: got the report %+v, want undecided, with the cause", r)
	}
	if e := s.Echo(t.Context(), "x", "y"); e.At != -1 {
		t.Errorf("lesson that panics: got the echo %+v, want none", e)
	}
}

func TestCheck_fillsAdvice(t *testing.T) {
	s := bind(t, sheet, tinyLesson).Tasks[1]
	ctx := context.Background()
	if r := s.Check(ctx, s.Info().Reference); !r.Accepted || len(r.Advice) != 0 {
		t.Errorf("Check(reference) = %+v, want it accepted without advice", r)
	}
	r := s.Check(ctx, s.Info().Misconceptions[0].Example)
	if len(r.Advice) != 2 || r.Advice[0].String() != "For nine points a line of slope 2." ||
		r.Advice[1].String() != "• still a line" {
		t.Errorf("got the advice %v, want both lines with the value filled in", r.Advice)
	}
	if r := s.Check(ctx, nil); r.Accepted {
		t.Error("Check(nil): got accepted, want refused")
	}
}

func TestCheck_refusesAChoiceNotOffered(t *testing.T) {
	s := bind(t, sheet, tinyLesson).Tasks[1]
	r := s.Check(context.Background(), s.Info().Reference.With("why", "fate"))
	if r.Accepted || r.Verdict != exercises.Unreadable || r.Fields["why"].Message != "Choose one of: bend, luck." {
		t.Errorf("Check = %+v, want unreadable, with the choices offered", r)
	}
}

func TestCheck_acceptsATaskToRead(t *testing.T) {
	s := bind(t, sheet, tinyLesson).Tasks[0]
	if r := s.Check(context.Background(), nil); !r.Accepted || r.Verdict.CountsAsAttempt() {
		t.Errorf("Check of a task to read = %+v, want accepted and not counted", r)
	}
	if sc := s.Scene(context.Background(), nil); sc.Run != nil || len(sc.Figures) != 0 {
		t.Errorf("Scene of a task to read = %+v, want nothing", sc)
	}
	if e := s.(exercises.Echoer).Echo(t.Context(), "feature", "x"); e.At != -1 || e.Reading != "" {
		t.Errorf("Echo of a task to read = %+v, want nothing", e)
	}
}

func TestBind_refusesLessons(t *testing.T) {
	change := func(f func(*LessonOutput)) Lesson {
		return func(input LessonInput) LessonOutput {
			p := tinyLesson(input)
			f(&p)
			return p
		}
	}
	task := func(f func(*LessonTask)) Lesson {
		return change(func(p *LessonOutput) {
			b := p.Tasks["feature"]
			f(&b)
			p.Tasks["feature"] = b
		})
	}
	tests := []struct {
		name   string
		lesson Lesson
		want   string
	}{
		{"no code for a task", change(func(p *LessonOutput) { delete(p.Tasks, "feature") }),
			"nothing checks the fields of task feature"},
		{"code for no task", change(func(p *LessonOutput) { p.Tasks["more"] = LessonTask{} }),
			"unit1.md:6:1: the lesson has code for more"},
		{"no value", change(func(p *LessonOutput) { delete(p.Vars, "table") }), "{{table}} of task read has no value"},
		{"unprintable value", change(func(p *LessonOutput) { p.Vars["n"] = "\x1b[2J" }), "do not print"},
		{"nothing checks", task(func(b *LessonTask) { b.Check = nil }), "nothing checks the fields of task feature"},
		{"choices twice",
			task(func(b *LessonTask) { b.Choices = map[string][]exercises.Choice{"why": {{Value: "bend"}}} }),
			"choices in the worksheet and in the lesson"},
		{"choices for none", task(func(b *LessonTask) { b.Choices = map[string][]exercises.Choice{"who": nil} }),
			"the lesson has choices for who, which is not a field of task feature"},
		{"judge for none", task(func(b *LessonTask) { b.Judges = Judges{"who": {}} }), "has a judge for who, which"},
		{"follows for none", task(func(b *LessonTask) { b.Follows = Follows{"who": nil} }),
			"the lesson has a rule for answers that follow for who"},
		{"lesson fails", func(LessonInput) LessonOutput { panic("no data") }, "exercise 1.2: no data"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e, err := Bind(load(t, sheet), tt.lesson, Kit{}, exercises.Options{})
			check.That(t, err != nil && strings.Contains(err.Error(), tt.want),
				"got error %v, want %q in it", err, tt.want)
			if e != nil {
				t.Error("got an exercise and an error, want only the error")
			}
		})
	}
}

func TestBind_refusesAnswers(t *testing.T) {
	for _, c := range []struct{ old, now, want string }{
		{"why: bend\n", "", "leaves out field why"},
		{"why: bend\n", "why: \"{{n}}\"\n", `is "nine" for why, which is not offered`},
		{"  example: {feature: 2x1+1}\n", "", "misconception affine has no example"},
	} {
		_, err := Bind(load(t, sampleWith(t, c.old, c.now)), tinyLesson, Kit{}, exercises.Options{})
		check.That(t, err != nil && strings.Contains(err.Error(), c.want),
			"%q: got %v, want %q in it", c.now, err, c.want)
	}
	if problems := Lint(File{Name: "unit1.md", Text: []byte(sampleWith(t, "why: bend\n", "why: bend\nwhence: x\n"))},
		Kit{}); len(problems) != 1 || !strings.Contains(problems[0].Error(), `an answer for "whence", which is not one`) {
		t.Errorf("Lint of an answer to no field: got %v, want one problem that names it", problems)
	}
}

func TestBind_repeatsPredictions(t *testing.T) {
	block := func(field string) string { return sampleWith(t, "## feature", "```said\n"+field+"\n```\n\n## feature") }
	s := bind(t, block("why"), tinyLesson).Tasks[0]
	for said, want := range map[string]string{"bend": "You said: bend", "fate": "", "": ""} {
		var got string
		for _, l := range s.Scene(t.Context(), exercises.Answers{"why": said}).Predicted {
			got += l.String()
		}
		check.Equal(t, got, want, "%q", said)
	}
	if _, err := Bind(load(t, block("feature")), tinyLesson, Kit{}, exercises.Options{}); err == nil ||
		!strings.Contains(err.Error(), "not a field with choices") {
		t.Errorf("a field without choices: got error %v, want one that says so", err)
	}
}

// TestBind_asksTasksAlone checks that the set-up of a task follows the set-up of the exercise, with
// its values filled in, except in the first task.
func TestBind_asksTasksAlone(t *testing.T) {
	asks := func(name string) string {
		return "## " + name + ": Asked\n\nText.\n\n```alone\nOf " + name +
			".\n```\n\n```question\nWhat?\n```\n\n```fields\n- {name: " + name +
			", label: x =}\n```\n\n```hints\n- a\n- b\n- c\n```\n\n```solution\n1\n```\n\n```reference\n" + name +
			": \"1\"\n```\n\n"
	}
	src := "---\nunit: \"1\"\ntitle: T\nintro: I.\n---\n# 1.2 One\n\n```exercise\ngoal: G.\nminutes: 2\n```\n\n```numbers\nstream: 1\nm: {of: [3, 3]}\n```\n\n```alone\nOf all, {{m}}.\n```\n\n" + asks("one") + asks("two")
	lesson := func(LessonInput) LessonOutput {
		right := func(context.Context, exercises.Answers) exercises.Report {
			return exercises.Report{Verdict: exercises.Equal, Accepted: true}
		}
		return LessonOutput{Tasks: map[string]LessonTask{"one": {Check: right}, "two": {Check: right}}}
	}
	told := func(src string) (out []string) {
		for _, s := range bind(t, src, lesson).Tasks {
			out = append(out, strings.TrimSpace(blockText(s.Info().SetUp)))
		}
		return out
	}
	if got := told(src); len(got) != 2 || got[0] != "Of one." || got[1] != "Of all, 3.\n\nOf two." {
		t.Errorf("got the set-ups %q, want \"Of one.\" and \"Of all, 3.\" before \"Of two.\"", got)
	}
	if got := Lint(File{Name: "unit1.md", Text: []byte(strings.Replace(src, "{{m}}", "{{m", 1))},
		Kit{}); len(got) == 0 {
		t.Error("Lint of a variable without its end: got no problem, want one")
	}
}

const casesHead = "---\nunit: \"1\"\ntitle: T\nintro: I\n---\n# 1.1 A\n\n```exercise\ngoal: g\nminutes: 1\n```\n\n```numbers\nstream: 1\n"

// TestCases_areDrawnWhole checks that all texts come from the same case, and that every case is
// drawn for some seed.
func TestCases_areDrawnWhole(t *testing.T) {
	src := casesHead + "n: {from: 1, to: 3}\nfruit:\n  cases:\n    - {name: apple, many: apples}\n    - {name: pear, many: pears}\n    - {name: plum, many: plums}\n```\n\n## s: S\n\n{{n}} {{many}}, each a {{name}}.\n"
	unit, problems := parse(File{Name: "unit1.md", Text: []byte(src)}, Kit{}, false)
	check.Must(t, len(problems) == 0, "got the problems %v, want none", problems)
	seen := map[string]bool{}
	for seed := range uint64(30) {
		drawn := must.Value(unit.exercises[0].numbers.draw(seed))
		texts := unit.exercises[0].numbers.texts(drawn)
		if texts["many"] != texts["name"]+"s" ||
			[]string{"apple", "pear", "plum"}[int(drawn["fruit"])] != texts["name"] {
			t.Errorf("seed %d: got the texts %v at case %v, want all of one case", seed, texts, drawn["fruit"])
		}
		seen[texts["name"]] = true
	}
	check.That(t, len(seen) == 3, "got the names %v, want 3 different ones", seen)
}

func TestCases_haveTheSameNames(t *testing.T) {
	for cases, want := range map[string]string{
		"[{a: x, b: y}, {a: z}]": "a case has [a], and the first has [a b]",
		"[{a: x}, {a-b: z}]":     "is not a name",
		"[{a: [x, y]}]":          "is not a text",
		"[]":                     "there is no case",
	} {
		_, problems := parse(File{Name: "unit1.md",
			Text: []byte(casesHead + "k: {cases: " + cases + "}\n```\n\n## s: S\n\nx\n")}, Kit{}, false)
		check.That(t, len(problems) != 0 && strings.Contains(problems[0].Error(), want),
			"%s: got the problems %v, want %q in the first", cases, problems, want)
	}
}
