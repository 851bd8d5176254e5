package catalogue

import (
	"context"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
)

// A task must not show its answer before it is answered. The answer must not be on its stage or
// next to it, in the examples of its fields, in the initial value of a slider, or in the reports on
// wrong answers. For long answers, checkLeaks submits every part of these texts as an answer. A
// short number occurs in many places by chance. It gives the answer away if one place shows the
// answer for every seed, which checkNumbers tests.

func checkLeaks(t *testing.T, s task) {
	for _, leak := range leaks(t.Context(), s) {
		t.Error(leak)
	}
}

// leaks returns a message for each accepted answer that a task shows. It ignores the text and the
// question of the task.
func leaks(ctx context.Context, s task) []string {
	var found []string
	said := strings.Join(introTexts(s.info), "\n")
	for _, f := range s.info.Fields {
		if f.Kind != exercises.TextField || !unlikely(s.info.Reference[f.Name]) {
			continue
		}
		check := func(text string) exercises.Report { return s.Check(ctx, s.with(f.Name, text)) }
		shown := func(where string, texts ...string) {
			for _, text := range texts {
				if text == "" || strings.Contains(said, text) || !possible(s.info.Reference[f.Name], text) {
					continue
				}
				if r := check(text); r.Accepted && r.Verdict != exercises.Noted {
					found = append(found, fmt.Sprintf("%s: %s shows %q, which is accepted", f.Name, where, text))
					return
				}
			}
		}
		shown("the example", f.Placeholder, strings.TrimPrefix(f.Placeholder, "e.g. "))
		for place, text := range screenTexts(s, f.Name) {
			if !strings.HasPrefix(place, "text") && place != "question" {
				shown(place, append(parts(text), text)...)
			}
		}
		for _, wrong := range wrongAnswers(s.info, f) {
			if r := check(wrong); !r.Accepted {
				lines := append(texts(slices.Concat(r.Fact, r.Advice)), r.FirstLine())
				for _, field := range r.Fields {
					lines = append(lines, field.Message)
				}
				shown(fmt.Sprintf("the report on %q", wrong), parts(lines...)...)
			}
		}
	}
	return found
}

// introTexts returns the question and the text of a task.
func introTexts(in exercises.Info) []string {
	out := []string{in.Question.String()}
	for _, b := range in.Text {
		out = append(out, b.Text.String())
	}
	return out
}

// unlikely reports whether an answer is too long to occur by chance.
func unlikely(reference string) bool {
	return isLongNumber(reference) ||
		len([]rune(reference)) >= 4 && strings.ContainsAny(reference, "abcdefghijklmnopqrstuvwxyz")
}

// possible reports whether a text has the form of the reference answer, so that it is worth
// submitting.
func possible(reference, text string) bool {
	if isLongNumber(reference) {
		return isLongNumber(text)
	}
	return len([]rune(text)) >= 4 && strings.ContainsAny(text, "abcdefghijklmnopqrstuvwxyzαφ")
}

// isLongNumber reports whether a text is a number with at least three digits.
func isLongNumber(text string) bool {
	text = strings.TrimLeft(text, "+-")
	_, err := strconv.ParseFloat(text, 64)
	return err == nil && len(strings.TrimLeft(strings.ReplaceAll(text, ".", ""), "0")) >= 3
}

// wrongAnswers returns the example of a field, the examples of its misconceptions, and a number. In
// the nightly run it also returns other numbers, and the formulas in the text and the question.
func wrongAnswers(in exercises.Info, f exercises.Field) []string {
	out := []string{f.Placeholder, "1234.5"}
	for _, m := range in.Misconceptions {
		out = append(out, m.Example[f.Name])
	}
	if thorough(0, 1) == 1 {
		out = append(out, append(parts(in.Question.String()), "1", "0", "-0.0123")...)
		for _, b := range in.Text {
			if b.Kind == exercises.Formula {
				out = append(out, parts(b.Text.String())...)
			}
		}
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(s string) bool { return strings.TrimSpace(s) == "" })
}

var (
	between = regexp.MustCompile(
		`[=:;→←≤≥?]|, | (?:is|are|and|or|for|at|the|of|in|to|with|as|needs|gives|write|also|form|yours)\b`,
	)
	numeral = regexp.MustCompile(`\d+(?:\.\d+)?|\.\d+`)
	signed  = regexp.MustCompile(`(?:(?:^|[^\pL\d)])([-−]))?(\d+(?:\.\d+)?|\.\d+)`)
)

// parts returns the pieces of texts that could be answers: the pieces between relations, commas and
// short words, and each number.
func parts(texts ...string) []string {
	var out []string
	for _, s := range texts {
		for _, part := range between.Split(s, -1) {
			out = append(out, strings.Trim(part, " .?!:,;“”\"'"))
		}
		out = append(out, numeral.FindAllString(s, -1)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// screenTexts returns what a student sees of a task, or hears with --plain, while one field is still to
// be answered. Its keys are places on the screen. It omits the choices of fields and controls.
func screenTexts(s task, field string) map[string]string {
	out := map[string]string{"question": s.info.Question.String()}
	put := func(text string, format string, at ...any) { out[fmt.Sprintf(format, at...)] = text }
	for i, b := range s.info.Text {
		put(b.Text.String(), "text %d", i)
		put(b.SpokenText.String(), "text %d aloud", i)
	}
	for _, f := range s.info.Fields {
		put(f.Label, "label of %s", f.Name)
	}
	for i, t := range s.info.Tables {
		waiting := t.Table(func(name string) bool { return name != field }, func(string) ascii.Line { return nil })
		for place, text := range cells(waiting) {
			put(text, "table %d, %s", i, place)
		}
	}
	figures, frame := s.scene.Figures, exercises.Frame{Formula: s.scene.Formula}
	if s.scene.Run != nil {
		frame = s.scene.Run.Frame(0)
		figures = frame.Figures
	}
	for i, f := range figures {
		put(f.Title, "title of figure %d", i)
		for j, w := range f.Plot.Words() {
			put(w, "figure %d in words, %d", i, j)
		}
		if t, ok := f.Plot.(ascii.Table); ok {
			for place, text := range cells(t) {
				put(text, "figure %d, %s", i, place)
			}
		}
	}
	put(frame.Status.String(), "status")
	for i, l := range slices.Concat(s.scene.Predicted, s.scene.Notes, frame.Notes) {
		put(l.String(), "note %d", i)
	}
	for i, l := range frame.Formula {
		put(l.String(), "formula %d", i)
	}
	for _, c := range s.scene.Controls {
		if put(c.Label, "label of %s", c.Name); !c.IsChoice() {
			put(c.Value, "start of %s", c.Name)
		}
	}
	return out
}

// cells returns the entries of a table, and its columns as vectors, by their places.
func cells(t ascii.Table) map[string]string {
	out := map[string]string{}
	for j, c := range t.Columns {
		var column []string
		for i, row := range t.Rows {
			if j < len(row) {
				out[fmt.Sprintf("row %d, column %d", i, j)] = row[j].String()
				column = append(column, row[j].String())
			}
		}
		out[fmt.Sprintf("head of column %d", j)] = c.Title
		out[fmt.Sprintf("column %d", j)] = "[" + strings.Join(column, ", ") + "]"
	}
	return out
}

// shownNumbers lists the fields whose answer is on the screen for every seed, each with the reason.
var shownNumbers = map[string]string{
	"3.4 regions mirror": "the question is what f(x), which the text gives, says about f(−x): it is the same",
	"6.5 next b":         "b is the sum of the labels of the mistakes, and by the order of the points α₃ equals it",
	"7.3 box cap":        "the question is what bounds α: it is C, which the text gives",
	"7.9 first k":        "at α = 0 all points of a class have one error, so k is the first of +1, and a list of it begins so",
	"7.9 first l":        "as for k, in the class −1",
	"8.1 weights within": "the question is which share of C the weight is: all of it, and the text gives C",
	"8.4 folds fold3":    "fold 3 is a piece of the shuffled order, which the text gives",
	"8.3 new best":       "the words of the chart name the least error and its p, which the student should find with the slider",
	"9.4 table c1":       "x is drawn as a palindrome, so the last row of T begins as the first one does",
	"9.4 table c3":       "x is drawn as a palindrome, so the last row of T repeats the first one here",
}

// checkNumbers looks for places on the screen that show the answer for every seed, even if it is a
// short number.
func checkNumbers(t *testing.T, tasks []task) {
	found := numbersShown(tasks)
	for _, f := range tasks[0].info.Fields {
		name := fmt.Sprint(tasks[0].exercise.ID, " ", tasks[0].info.Name, " ", f.Name)
		place, shown := found[f.Name]
		if reason, known := shownNumbers[name]; known && !shown {
			t.Errorf("%s: got no answer on the screen, want none among the exceptions: %s", name, reason)
		} else if shown && !known {
			t.Errorf("%s: %s has the answer under each of %d seeds, here %q, want it nowhere", name, place,
				len(tasks), tasks[0].info.Reference[f.Name])
		}
	}
}

// numbersShown returns, for each field whose answers differ between seeds, a place on the screen
// that shows the answer for every seed. If there is none, it has no entry for the field.
func numbersShown(tasks []task) map[string]string {
	found := map[string]string{}
	for _, f := range tasks[0].info.Fields {
		answers, places := map[string]bool{}, placesOf(tasks[0], f)
		for _, s := range tasks {
			answers[s.info.Reference[f.Name]] = true
			here := placesOf(s, f)
			maps.DeleteFunc(places, func(place string, _ bool) bool { return !here[place] })
		}
		if len(answers) > 1 && len(places) > 0 {
			found[f.Name] = slices.Min(slices.Collect(maps.Keys(places)))
		}
	}
	return found
}

// placesOf returns the places on the screen of a task that show the answer to a field. The answer
// must be a number or a list of numbers. The text around it may differ between seeds. Therefore
// each place is described in three ways: by the position of the number from the start of its text,
// from the end, and by the words before it.
func placesOf(s task, f exercises.Field) map[string]bool {
	places, times := map[string]bool{}, map[string]int{}
	want := numbersIn(s.info.Reference[f.Name])
	if f.Kind != exercises.TextField ||
		strings.Trim(numeral.ReplaceAllString(s.info.Reference[f.Name], ""), "[]{}(),;/ +-") != "" {
		want = nil // a formula
	}
	for place, text := range screenTexts(s, f.Name) {
		numbers := numbersIn(text)
		for i, n := range numbers {
			front := []rune(numeral.ReplaceAllString(text[:n.offset], "#"))
			behind := fmt.Sprintf("a number behind %q", string(front[max(0, len(front)-12):]))
			times[behind]++
			if len(want) == 0 || !slices.EqualFunc(numbers[i:min(len(numbers), i+len(want))], want, sameNumber) {
				continue
			}
			places[fmt.Sprintf("%s, number %d", place, i+1)] = true
			places[fmt.Sprintf("%s, number %d from the end", place, len(numbers)-i)] = true
			places[behind] = true
		}
	}
	maps.DeleteFunc(places, func(place string, _ bool) bool { return times[place] > 1 })
	return places
}

// number is a number in a text. offset counts bytes.
type number struct {
	offset int
	value  float64
	digits int // number of digits after the point
}

func numbersIn(text string) []number {
	var out []number
	for _, at := range signed.FindAllStringSubmatchIndex(text, -1) {
		n := number{offset: at[0]}
		n.value, _ = strconv.ParseFloat(text[at[4]:at[5]], 64)
		if at[2] >= 0 {
			n.value = -n.value
		}
		if _, fraction, ok := strings.Cut(text[at[4]:at[5]], "."); ok {
			n.digits = len(fraction)
		}
		out = append(out, n)
	}
	return out
}

// sameNumber reports whether two numbers agree in the decimals that both have. A
// whole number equals only itself.
func sameNumber(a, b number) bool {
	if n := min(a.digits, b.digits); n > 0 {
		return math.Abs(a.value-b.value) <= 0.5001*math.Pow10(-n)
	}
	return a.value == b.value
}
