package catalogue

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
)

// What a step shows before it is answered: its stage, the facts beside it, the
// examples in its fields, the start of its sliders, and what is said to answers
// that are not right. None of it may be an answer that is accepted. What the text
// or the question says themselves is known.

// leaks are the accepted answers that stand where a student sees them before
// giving one.
func leaks(e *exercises.Exercise) []string {
	l := &leakage{}
	before := exercises.Answers{}
	for _, s := range e.Steps {
		l.step, l.info, l.before = s, s.Info(), before
		l.known = strings.Join(known(l.info, nil), "\n")
		for _, f := range l.info.Fields {
			if f.Kind == exercises.TextField {
				l.where = e.ID + " " + l.info.Name + " " + f.Name
				l.field(f)
			}
		}
		before = over(before, l.info.Reference)
	}
	return l.found
}

// leakage looks for the answers of one step.
type leakage struct {
	ledger
	step   exercises.Step
	info   exercises.Info
	before exercises.Answers
	known  string
	said   map[string]exercises.Report // to what has been tried in the field
}

// field looks for what is accepted in one field where all others are right.
func (l *leakage) field(f exercises.Field) {
	if !l.asked(f) {
		return
	}
	l.said = map[string]exercises.Report{}
	l.shown(f, "the example", f.Placeholder, strings.TrimPrefix(f.Placeholder, "e.g. "))
	scene := l.step.Scene(context.Background(), l.before)
	for _, c := range scene.Controls {
		l.shown(f, "the start of "+c.Name, c.Value)
	}
	l.shown(f, "the stage", parts(stageWords(scene))...)
	l.cells(f)
	for _, try := range l.tries(f) {
		if r := l.check(f, try); !r.Accepted {
			l.shown(f, fmt.Sprintf("what is said to %q", try), parts(append(saidOf(r), lineTexts(r.Advice)...))...)
		}
	}
}

// cells looks into the tables, as they are until the field is right: all that waits
// for other fields is there.
func (l *leakage) cells(f exercises.Field) {
	others := func(field string) bool { return field != f.Name }
	for _, s := range l.info.Tables {
		for _, row := range s.Rows {
			for _, c := range row {
				l.shown(f, "a cell", parts([]string{c.Shown(others).String()})...)
			}
		}
	}
}

// asked reports whether a field has an answer that cannot stand anywhere by chance.
func (l *leakage) asked(f exercises.Field) bool {
	want := l.info.Reference[f.Name]
	_, number := telling(want)
	return number || len([]rune(want)) >= 4 && strings.ContainsFunc(want, func(r rune) bool { return r >= 'a' && r <= 'z' })
}

// check is what is said to a text in one field where all others are right. The same
// numbers and formulas stand in many places: the checker is asked once.
func (l *leakage) check(f exercises.Field, text string) exercises.Report {
	r, asked := l.said[text]
	if !asked {
		r = l.step.Check(context.Background(), over(l.before, l.info.Reference).With(f.Name, text))
		l.said[text] = r
	}
	return r
}

// tries are wrong answers: the example, those of misconceptions, and the formulas of
// text and question typed back.
func (l *leakage) tries(f exercises.Field) []string {
	out := []string{f.Placeholder, "1", "1234.5"}
	for _, m := range l.info.Misconceptions {
		out = append(out, m.Example[f.Name])
	}
	out = append(out, parts([]string{l.info.Question.String()})...)
	for _, b := range l.info.Text {
		if b.Kind == exercises.Formula {
			out = append(out, parts([]string{b.Text.String()})...)
		}
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(s string) bool { return strings.TrimSpace(s) == "" })
}

// shown notes the first text that is accepted.
func (l *leakage) shown(f exercises.Field, where string, texts ...string) {
	for _, text := range texts {
		if text == "" || strings.Contains(l.known, text) || !l.possible(f, text) {
			continue
		}
		if r := l.check(f, text); r.Accepted && r.Verdict != exercises.Noted {
			l.add("%s tells %q", where, text)
			return
		}
	}
}

// possible reports whether a text could be an answer, without asking the checker:
// a number where one is asked for, and something with a letter elsewhere.
func (l *leakage) possible(f exercises.Field, text string) bool {
	if _, number := telling(l.info.Reference[f.Name]); number {
		_, ok := telling(text)
		return ok
	}
	return len([]rune(text)) >= 4 && strings.ContainsAny(text, "abcdefghijklmnopqrstuvwxyzαφ")
}

// parts are the stretches of texts that could be answers: between relations, commas
// and words, and each number.
func parts(texts []string) []string {
	var out []string
	for _, s := range texts {
		if strings.HasPrefix(s, "[") {
			out = append(out, s)
		}
		for _, part := range between.Split(s, -1) {
			out = append(out, strings.Trim(part, " .?!:,;“”\"'"))
		}
		out = append(out, numeral.FindAllString(s, -1)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

var between = regexp.MustCompile(`[=:;→←≤≥?]|, | (?:is|are|and|or|for|at|the|of|in|to|with|as|needs|gives|write|also|form|yours)\b`)

// stageWords is everything that a scene shows at its start, in words.
func stageWords(s exercises.Scene) []string {
	figures, lines := s.Figures, slices.Concat(s.Notes, s.Formula)
	if s.Run != nil {
		frame := s.Run.Frame(0)
		figures = frame.Figures
		lines = slices.Concat(lines, []ascii.Line{frame.Status}, frame.Formula, frame.Notes)
	}
	var out []string
	for _, f := range figures {
		if f.Plot != nil {
			out = append(append(out, f.Title), f.Plot.Words()...)
		}
		if t, ok := f.Plot.(ascii.Table); ok {
			out = append(out, columnsOf(t)...)
		}
	}
	for _, l := range lines {
		out = append(out, l.String())
	}
	return out
}

// columnsOf are the columns of a table as vectors, which words tell row by row.
func columnsOf(t ascii.Table) []string {
	var out []string
	for j := range t.Columns {
		var cells []string
		for _, row := range t.Rows {
			if j < len(row) {
				cells = append(cells, row[j].String())
			}
		}
		out = append(out, "["+strings.Join(cells, ", ")+"]")
	}
	return out
}

func TestNothingTellsTheAnswer(t *testing.T) {
	eachExercise(t, seeds(thorough(3, 50)), func(t *testing.T, e *exercises.Exercise) {
		for _, v := range leaks(e) {
			t.Error(v)
		}
	})
}

// A number that is read off a slider's facts is not there before the slider has
// moved: by chance it may be, with a few seeds.
func TestSlidersDoNotStartAtTheAnswer(t *testing.T) {
	lib, told, asked := library(t), map[string]int{}, map[string]int{}
	for _, seed := range seeds(thorough(12, 50)) {
		for _, e := range open(t, lib, seed) {
			before := exercises.Answers{}
			for _, s := range e.Steps {
				in := s.Info()
				scene := s.Scene(context.Background(), before)
				for _, f := range in.Fields {
					name := e.ID + " " + in.Name + " " + f.Name
					if want, ok := numberIn(in.Reference[f.Name]); ok && len(scene.Controls) > 0 {
						asked[name]++
						if slices.Contains(numeralsIn(lineTexts(scene.Notes)...), want) {
							told[name]++
						}
					}
				}
				before = over(before, in.Reference)
			}
		}
	}
	for name, n := range told {
		if 2*n > asked[name] {
			t.Errorf("%s: with %d of %d seeds the answer stands beside the slider at its start", name, n, asked[name])
		}
	}
}

// numberIn is a text that is one number.
func numberIn(text string) (float64, bool) {
	all := numeralsIn(text)
	return append(all, 0)[0], len(all) == 1 && numeral.FindString(text) == strings.TrimLeft(text, "-−+")
}

func lineTexts(lines []ascii.Line) []string {
	var out []string
	for _, l := range lines {
		out = append(out, l.String())
	}
	return out
}

// teller is a step that tells its answer in one of the ways there are.
type teller struct{ example, start, cell, says string }

func (s teller) Info() exercises.Info {
	return exercises.Info{Name: "t", Question: ascii.Plain("What is x?"), Fields: []exercises.Field{{Name: "v", Placeholder: s.example}}, Reference: exercises.Answers{"v": "12.75"}}
}

func (s teller) Scene(context.Context, exercises.Answers) exercises.Scene {
	table := ascii.Table{Columns: []ascii.Column{{Title: "x"}}, Rows: [][]ascii.Line{{ascii.Plain(s.cell)}}}
	return exercises.Scene{Controls: []exercises.Control{{Name: "c", Value: s.start}}, Figures: []exercises.Figure{{Plot: table}}}
}

func (s teller) Check(_ context.Context, a exercises.Answers) exercises.Report {
	if a["v"] == "12.75" {
		return exercises.Report{Verdict: exercises.Equal, Accepted: true}
	}
	return exercises.Report{Verdict: exercises.OtherForm, Fact: []ascii.Line{ascii.Plain(s.says)}}
}

func TestTellingIsFound(t *testing.T) {
	for _, c := range []struct {
		step teller
		want int
	}{
		{teller{"0.5", "1", "3", "Yours is 7."}, 0}, {teller{example: "e.g. 12.75"}, 1}, {teller{start: "12.75"}, 1},
		{teller{cell: "12.75"}, 1}, {teller{says: "Another right form: 12.75."}, 1}, {teller{cell: "112.75", says: "12.7"}, 0},
	} {
		if got := leaks(&exercises.Exercise{Steps: []exercises.Step{c.step}}); min(len(got), 1) != c.want {
			t.Errorf("%+v: %q", c.step, got)
		}
	}
}
