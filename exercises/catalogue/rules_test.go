package catalogue

import (
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/budget"
	"kernellab/exercises/worksheets/kit"
	"kernellab/testdata/support/check"
)

// checkOpening compares an exercise with its summary and with a second opening. The exercise must
// be the same whether its worksheet is read late or at once. Its summary must say Drawn exactly if
// another seed shows something else. A last task named know must close the exercise.
func checkOpening(t *testing.T, lib, whole *Catalogue, summary exercises.Summary, drawn [][]task) {
	for _, tasks := range drawn[:2] {
		e := tasks[0].exercise
		again := open(t, whole, e.ID, exercises.Options{Seed: e.Seed})
		check.Must(t, reflect.DeepEqual(e.Summary, again.Summary) && len(e.Tasks) == len(again.Tasks),
			"seed %d: opened late: got %+v with %d tasks, want %+v with %d, as opened at once", e.Seed, e.Summary,
			len(e.Tasks), again.Summary, len(again.Tasks))
		names, fields := map[string]bool{}, map[string]string{}
		for i, s := range tasks {
			for _, f := range s.info.Fields {
				if other, twice := fields[f.Name]; twice {
					t.Errorf("%s and %s: got a field %s in both, want different names", other, s.info.Name, f.Name)
				}
				fields[f.Name] = s.info.Name
			}
			check.That(t, reflect.DeepEqual(s.info, again.Tasks[i].Info()),
				"seed %d: task %s opened late differs from the one opened at once, want them equal", e.Seed,
				s.info.Name)
			check.That(t, !names[s.info.Name], "got two tasks called %s, want different names", s.info.Name)
			names[s.info.Name] = true
		}
		if last := tasks[len(tasks)-1].info; last.Name == "know" && !last.ClosesExercise {
			t.Errorf("know: got a task like others, want one that closes the exercise")
		}
	}
	slants := []string{"2.3", "3.2"} // the seed changes only a slant or the pairs to try
	differs := slices.ContainsFunc(drawn[1:6], func(tasks []task) bool { return !sameOpenings(drawn[0], tasks) })
	if e := drawn[0][0].exercise; e.UsesSeed != summary.UsesSeed || differs != e.UsesSeed && !slices.Contains(slants, e.ID) {
		t.Errorf("drawn: got %v opened and %v in the contents, want %v, as other seeds show", e.UsesSeed, summary.UsesSeed,
			differs)
	}
	for _, s := range open(t, lib, summary.ID, exercises.Options{Seed: math.MaxUint32}).Tasks {
		checkCommands(t, s.Info())
	}
}

// sameOpenings reports whether two openings of an exercise have equal texts and pictures.
func sameOpenings(one, other []task) bool {
	for i := range one {
		if !reflect.DeepEqual(one[i].info, other[i].info) || picture(one[i]) != picture(other[i]) {
			return false
		}
	}
	return true
}

// narrowestText is the width of the narrowest text beside a stage, without the indent of a verbatim line.
const narrowestText = 38 - 1 - 2

// checkCommands checks that the lines of shell commands fit, and end in a backslash if another one follows.
func checkCommands(t *testing.T, in exercises.Info) {
	goesOn := false
	for _, b := range in.Text {
		line := b.Text.String()
		command := b.Kind == exercises.Verbatim && (goesOn || strings.HasPrefix(line, "kernellab "))
		if goesOn && !command {
			t.Errorf("%s: a command ends in a backslash before %q, want a line of the command to follow", in.Name, line)
		}
		goesOn = command && strings.HasSuffix(line, " \\")
		if w := ascii.Width(line); command && w > narrowestText {
			t.Errorf("%s: %q has %d columns, want at most %d", in.Name, line, w, narrowestText)
		}
	}
}

func checkAudit(t *testing.T, s task) {
	a := audit{ctx: t.Context(), place: s.info.Name, usesSeed: s.exercise.UsesSeed}
	a.checkTask(s, s.earlierAnswers)
	a.pictures(s, s.earlierAnswers)
	if len(s.earlier) > 0 {
		a.checkAlone(s)
	}
	for _, problem := range a.faults {
		t.Error(problem)
	}
}

// identifiers matches names that programs give to data, kernels and rules. Texts must not contain them.
var identifiers = regexp.MustCompile(
	`[a-z]{2,}_[a-z]+\b|(poly|rbf|expr)\([a-z]+=|worksheet1d|xor4|\w+-(violation|order|error)\b`,
)

// checkTexts tests every text of a task before it is answered, with every data set that its stage
// offers. All characters must print, no variable may be left, and texts must use words for data,
// kernels and rules. No slider may have the name of a field, because the answers would be the same.
func checkTexts(t *testing.T, s task) {
	texts := append(taskTexts(s.info), sceneTexts(s.scene)...)
	for _, c := range s.scene.Controls {
		for _, o := range s.exercise.Tasks {
			isNamesake := func(f exercises.Field) bool { return f.Name == c.Name }
			check.That(t, !slices.ContainsFunc(o.Info().Fields, isNamesake),
				"slider %s: want no field of that name in %s", c.Name, o.Info().Name)
		}
		for _, choice := range c.Choices {
			texts = append(texts, choice.Label)
			if c.Name == "data" {
				texts = append(texts, sceneTexts(s.Scene(t.Context(), s.earlierAnswers.With(c.Name, choice.Value)))...)
			}
		}
	}
	for _, text := range texts {
		checkText(t, "text", text)
		if name := identifiers.FindString(text); name != "" {
			t.Errorf("%q is in %q, want words", name, text)
		}
	}
	judges := kit.New().Judges
	// A judge of a lesson may have a name, which judge --list --json gives.
	ofLessons := []string{exercises.LessonJudge, "counterexample", "derivation", "families", "lift", "psd", "set-witness",
		"subset-features"}
	for _, f := range s.info.Fields {
		checkText(t, "example of "+f.Name, f.Placeholder)
		if _, ok := judges[f.Judge]; !ok && !slices.Contains(ofLessons, f.Judge) {
			t.Errorf("field %s: got judge %q, want one that exists", f.Name, f.Judge)
		}
	}
}

// taskTexts returns the texts of a task in its worksheet.
func taskTexts(in exercises.Info) []string {
	out := []string{in.Title, in.Question.String()}
	for _, blocks := range append(slices.Clone(in.Hints), in.SetUp, in.Text, in.Solution, in.Insight) {
		for _, b := range blocks {
			out = append(out, b.Mark, b.Text.String(), b.SpokenText.String())
		}
	}
	for _, table := range in.Tables {
		out = append(out, texts(textsOf(table))...)
	}
	for _, f := range in.Fields {
		out = append(out, f.Label)
		for _, c := range f.Choices {
			out = append(out, c.Label)
		}
	}
	return out
}

// textsOf returns all texts of a table, including texts that are still hidden.
func textsOf(t exercises.FieldTable) []ascii.Line {
	var out []ascii.Line
	for _, c := range t.Columns {
		out = append(out, ascii.Plain(c.Title))
	}
	for _, c := range slices.Concat(t.Rows...) {
		out = append(out, c.Text, c.HiddenText)
	}
	return out
}

// sceneTexts returns the titles and lines of a scene and of the first frame of its run.
func sceneTexts(scene exercises.Scene) []string {
	figures, lines := scene.Figures, slices.Concat(scene.Predicted, scene.Notes, scene.Formula)
	if scene.Run != nil {
		frame := scene.Run.Frame(0)
		figures = append(figures, frame.Figures...)
		lines = slices.Concat(lines, []ascii.Line{frame.Status}, frame.Formula, frame.Notes)
	}
	out := texts(lines)
	for _, f := range figures {
		out = append(out, f.Title)
	}
	for _, c := range scene.Controls {
		out = append(out, c.Label)
	}
	return out
}

func texts(lines []ascii.Line) []string {
	var out []string
	for _, l := range lines {
		out = append(out, l.String())
	}
	return out
}

// typedEmoji is an answer that messages may repeat. It has no form in ASCII: the screen shows a substitute.
const typedEmoji = "🙂"

// checkText checks that every terminal can show a text.
func checkText(t *testing.T, what, s string) {
	t.Helper()
	view := ascii.View{Profile: ascii.SevenBit}
	strange := func(r rune) bool { return r != '?' && view.Transliterate(string(r)) == "?" }
	switch {
	case strings.Contains(s, "{{"):
		t.Errorf("%s: got a variable without value in %q, want none", what, s)
	case strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }):
		t.Errorf("%s: got %q, want only characters that print", what, s)
	case strings.ContainsFunc(strings.ReplaceAll(s, typedEmoji, ""), strange):
		t.Errorf("%s: got %q, want a form in seven bits for every character", what, s)
	}
}

// checkedReport returns the report on some answers. It also tests the texts of the report.
func checkedReport(t *testing.T, s task, a exercises.Answers) exercises.Report {
	t.Helper()
	r := s.Check(t.Context(), a)
	for _, text := range append([]string{r.Headline}, texts(slices.Concat(r.Fact, r.Advice))...) {
		checkText(t, "report", text)
	}
	for name, f := range r.Fields {
		checkText(t, "message of "+name, f.Message)
		if !slices.ContainsFunc(s.info.Fields, func(f exercises.Field) bool { return f.Name == name }) {
			t.Errorf("the report mentions %q, want only fields of the task", name)
		}
		if n := utf8.RuneCountInString(a[name]); f.At < -1 || f.At > n {
			t.Errorf("%s: the report points at rune %d of %d, want one inside", name, f.At, n)
		}
	}
	return r
}

// halfSaid matches a label that cannot be the name of a field in a list, because
// it is half a sentence. A question such as "where α lies" can.
var (
	halfSaid  = regexp.MustCompile(` (is|are|lies|becomes|takes|asks|about|because|of|at|in|to|with)$|^[ =]*$`)
	questions = regexp.MustCompile(`^(what|where|which|how) `)
)

// checkVerdicts checks that no task is solved at the start, that the reference is accepted without
// a misconception, and that only the reference of a prediction is noted. In a message about an
// empty field, the field must have a name.
func checkVerdicts(t *testing.T, s task) {
	if len(s.info.Fields) == 0 && len(s.info.Reference) == 0 {
		return
	}
	blank := s.earlierAnswers.Joined(nil)
	for _, f := range s.info.Fields {
		blank[f.Name] = "  "
	}
	for _, a := range []exercises.Answers{nil, s.earlierAnswers, blank} {
		check.That(t, !checkedReport(t, s, a).Accepted,
			"answers %v before the task: got accepted, want it to start unsolved", a)
	}
	r := checkedReport(t, s, s.answered())
	if noted := r.Verdict == exercises.Noted && len(s.info.Fields) > 0; noted != s.info.OnlyPredictions {
		t.Errorf("reference: got noted %v, want %v, as for a prediction", noted, s.info.OnlyPredictions)
	}
	check.Equal(t, r.Misconception, "", "reference: misconception")
	for _, m := range s.info.Misconceptions {
		checkedReport(t, s, s.earlierAnswers.Joined(m.Example))
	}
	for _, f := range s.info.Fields {
		r := checkedReport(t, s, s.info.Reference.With(f.Name, ""))
		if len(r.Fact) == 0 || len(s.info.Fields) < 2 {
			continue
		}
		_, name, found := strings.Cut(strings.TrimSuffix(r.Fact[0].String(), "."), "Still to fill in: ")
		if found && halfSaid.MatchString(name) && !questions.MatchString(name) {
			t.Errorf("empty field “%s”: got the name %q, want no half sentence", f.Label, name)
		}
	}
}

// checkNonsense submits texts that are no answers. Only a prediction may accept them, and the positions in
// messages must be inside the text. Each text goes into one field, or in the nightly run into all fields.
func checkNonsense(t *testing.T, s task) {
	for i, f := range s.info.Fields {
		for j, text := range []string{"((", "x1 +", "^^", typedEmoji, "\u202e", "1e999", "log(-1", "[1, 2", "= =",
			strings.Repeat("(", 3000), strings.Repeat("9+", 2000)} {
			if j%len(s.info.Fields) != i && thorough(0, 1) == 0 {
				continue
			}
			if r := checkedReport(t, s, s.with(f.Name, text)); r.Accepted && r.Verdict != exercises.Noted {
				t.Errorf("%s: got %.20q accepted, want it refused", f.Name, text)
			}
			echoer, ok := s.Task.(exercises.Echoer)
			if !ok {
				continue
			}
			e := echoer.Echo(t.Context(), f.Name, text)
			if e.At < -1 || e.At > utf8.RuneCountInString(text) || e.Problem != "" && e.Reading != "" {
				t.Errorf("%s: echo of %.20q = %+v, want a problem or a reading, and a place inside", f.Name, text, e)
			}
		}
	}
}

// checkBudgets checks that drawing, echoing and judging an answer take at most a third of the
// permitted work. Then it judges with budgets that end at various points. With such a budget a
// right answer must be accepted or left undecided, and a mistake must never be accepted.
func checkBudgets(t *testing.T, s task) {
	for _, f := range s.info.Fields {
		for _, w := range ways[:2] {
			if f.Kind != exercises.TextField {
				continue
			}
			text := s.info.Reference[f.Name]
			if c := w.cost(target{s, f.Name}, text); c.work > w.work/3 {
				t.Errorf("%s: %s of %q takes %d, want at most a third of %d", f.Name, w.name, text, c.work, w.work)
			}
		}
	}
	if !s.info.NeedsComputation() {
		return
	}
	each := func(a exercises.Answers, f func(work int64, r exercises.Report)) {
		judge := func(work int64) int64 {
			ctx := budget.StartCall(t.Context(), budget.Limits{Work: work, Time: time.Hour})
			f(work, s.Check(ctx, a))
			return budget.OfCall(ctx).Spent()
		}
		whole := judge(budget.CallLimits().Work)
		if whole > budget.CallLimits().Work/3 {
			t.Errorf("to judge %v takes %d, want at most a third of %d", a, whole, budget.CallLimits().Work)
		}
		parts := int64(thorough(2, 12))
		for part := range parts {
			judge(whole * part / parts)
		}
		judge(whole - 1)
	}
	each(s.info.Reference, func(work int64, r exercises.Report) {
		if !r.Accepted && r.Verdict != exercises.Undecided && r.Verdict != exercises.Unreadable {
			t.Errorf("with %d units the reference is %s: %s %v, want accepted or undecided", work, r.Verdict.Words(),
				r.Headline, r.Fact)
		}
	})
	mistakes := exercises.Distinguishable(t.Context(), s.Task)
	for _, m := range mistakes[:min(len(mistakes), thorough(2, 1000))] {
		each(m.Example, func(work int64, r exercises.Report) {
			check.That(t, !r.Accepted,
				"with %d units: got the example of %s accepted, want it refused", work, m.ID)
		})
	}
}
