package worksheets

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/budget"
	"kernellab/exercises/dataset"
)

// boundTask is a task of a worksheet, the Markdown file of an exercise, together with what the
// lesson, the Go code of the exercise, adds to it.
type boundTask struct {
	info           exercises.Info
	scene          SceneFunc // nil if there is none
	check          func(context.Context, exercises.Answers) exercises.Report
	given          func(exercises.Answers) Vars
	form           *form
	misconceptions map[string][]exercises.Block // messages by ID; only the variables of given are not replaced yet
	judgesFields   bool                         // whether the judges of the fields decide, and not the lesson
	context        *makerContext
}

var (
	_ exercises.Task   = (*boundTask)(nil)
	_ exercises.Echoer = (*boundTask)(nil)
)

// Renamed returns a copy of a worksheet's task with the name and title of another task.
func Renamed(t exercises.Task, as exercises.Info) exercises.Task {
	out := *t.(*boundTask)
	out.info.Name, out.info.Title = as.Name, as.Title
	return &out
}

// Info returns the text of the task, which is shared and must not be modified.
func (b *boundTask) Info() exercises.Info { return b.info }

// Scene returns what the task shows next to its text. It is empty if there is nothing.
func (b *boundTask) Scene(ctx context.Context, a exercises.Answers) (s exercises.Scene) {
	defer recoverScene(&s)
	if b.scene == nil {
		return exercises.Scene{}
	}
	return b.scene(budget.StartCall(ctx, budget.CallLimits()), b.context.labelsToStrip.stripAll(a))
}

// Check judges the answers. A task without fields is done at once, with the verdict Noted.
// If a choice is not offered or a statement does not belong to its field, the answer is
// unreadable. No judge sees an unreadable answer or an answer that leaves out the task.
func (b *boundTask) Check(ctx context.Context, a exercises.Answers) (r exercises.Report) {
	defer recoverCheck(&r)
	if b.check == nil {
		return exercises.Report{Verdict: exercises.Noted, Accepted: true, Headline: "Read."}
	}
	if r, refused := b.notOffered(a); refused {
		return r
	}
	if r, refused := b.context.labelsToStrip.refusal(b.info.Fields, a); refused {
		return r
	}
	a = b.context.labelsToStrip.stripAll(b.asOffered(a))
	if b.info.LeavesOut(a) {
		return exercises.Report{Verdict: exercises.Skipped, Accepted: true,
			Fact: ascii.PlainLines("This task no longer keeps the exercise open. You can come back to it.")}
	}
	ctx = budget.StartCall(ctx, budget.CallLimits())
	report := b.check(ctx, a)
	for name, f := range report.Fields {
		if _, listed := b.misconceptions[f.Misconception]; listed {
			report = report.WithoutVagueMessage(name)
		}
	}
	if report.Verdict.CountsAsAttempt() && !report.Accepted {
		_, listed := b.misconceptions[report.Misconception]
		// An example of several fields is more specific than one of a single field.
		if m := b.recognizedMistake(ctx, a); m != nil && (!listed || b.judgesFields && b.form.calculation == nil) {
			report.Misconception, report.Advice = m.id, nil
			for name, f := range report.Fields {
				if m.example[name] != "" {
					f.Misconception = ""
					report.Fields[name] = f
				}
				report = report.WithoutVagueMessage(name)
			}
		}
	}
	b.explain(&report, a)
	if report.Accepted && report.Verdict.CountsAsAttempt() {
		report.Fact = append(slices.Clip(report.Fact), values(nil).reportLines(b.info.Insight)...)
	}
	return report
}

// explain adds the explanation of the first mistake as advice, and the explanations of
// mistakes in other fields as the messages of these fields.
func (b *boundTask) explain(report *exercises.Report, a exercises.Answers) {
	var v values
	if b.given != nil {
		v = values{b.given(a)}
	}
	if message, ok := b.misconceptions[report.Misconception]; ok && len(report.Advice) == 0 {
		report.Advice = v.reportLines(message)
	}
	for name, f := range report.Fields {
		message, ok := b.misconceptions[f.Misconception]
		if ok && f.IsSlip() && f.Misconception != report.Misconception {
			f.Message = ascii.Join(v.reportLines(message), " ", ascii.Line.String)
			report.Fields[name] = f
		}
	}
}

// notOffered reports the first answer that is not among the choices of its field.
func (b *boundTask) notOffered(a exercises.Answers) (exercises.Report, bool) {
	for _, f := range b.info.Fields {
		if a[f.Name] == "" || f.Kind != exercises.ChoiceField {
			continue
		}
		if _, ok := exercises.FindChoice(f.Choices, a[f.Name]); ok {
			continue
		}
		values := ascii.Join(f.Choices, ", ", func(c exercises.Choice) string { return c.Value })
		message := "Choose one of: " + values + "."
		return exercises.Report{
			Verdict: exercises.Unreadable, Fact: ascii.PlainLines(message),
			Fields: map[string]exercises.FieldReport{f.Name: {Verdict: exercises.Unreadable, Message: message, At: -1}},
		}, true
	}
	return exercises.Report{}, false
}

// asOffered returns the answers with the choices spelled as they are offered.
func (b *boundTask) asOffered(a exercises.Answers) exercises.Answers {
	for _, f := range b.info.Fields {
		if value, ok := exercises.FindChoice(f.Choices, a[f.Name]); ok && value != a[f.Name] {
			a = a.With(f.Name, value)
		}
	}
	return a
}

// recognizedMistake returns the first mistake whose example the answers match in every field, or nil.
func (b *boundTask) recognizedMistake(ctx context.Context, a exercises.Answers) *mistake {
	for i, m := range b.info.Misconceptions {
		if b.judgesFields && len(b.form.mistakes[i].example) == 1 {
			continue // the field's judge has already compared this example
		}
		if !slices.ContainsFunc(b.info.Fields, func(f exercises.Field) bool {
			return !b.form.sameAnswer(ctx, f.Name, a[f.Name], m.Example[f.Name])
		}) {
			return &b.form.mistakes[i]
		}
	}
	return nil
}

// Echo returns how a field's judge understands a text. The echo is empty if the judge does not look
// at texts before they are submitted.
func (b *boundTask) Echo(ctx context.Context, field, text string) (e exercises.Echo) {
	defer recoverEcho(&e)
	j := b.context.judges[field]
	if j.Echo == nil {
		return exercises.Echo{At: -1}
	}
	if err := b.context.labelsToStrip.statementError(field, text); err != nil {
		return exercises.Echo{Problem: err.Error(), At: err.At, Fix: err.Fix}
	}
	text = b.context.labelsToStrip.stripAll(exercises.Answers{field: text})[field]
	return exercises.EchoWhileTyping(ctx, func(ctx context.Context) exercises.Echo { return j.Echo(ctx, text) })
}

// A lesson that panics on an answer must not crash the lab: the answer is saved, so the lab
// would crash again at every start. The functions below are deferred around calls of a
// lesson. Scenes and reports then describe the failure, and an echo is empty.

func recoverScene(s *exercises.Scene) {
	if v := recover(); v != nil {
		*s = exercises.Scene{Notes: []ascii.Line{failureLine(v)}}
	}
}

func recoverCheck(r *exercises.Report) {
	if v := recover(); v != nil {
		*r = exercises.Report{Verdict: exercises.Undecided, Fact: []ascii.Line{failureLine(v)}}
	}
}

func recoverEcho(e *exercises.Echo) {
	if v := recover(); v != nil {
		*e = exercises.Echo{At: -1}
	}
}

func failureLine(v any) ascii.Line {
	return ascii.Plainf(
		"The lab failed on this answer (%v). That is its mistake, not yours. It may understand the answer in another form.",
		v,
	)
}

// setLimits bounds the sets of worksheets, because a worksheet may come from a stranger.
var setLimits = dataset.Options{MaxBytes: 1 << 20, MaxRows: 1000, MaxColumns: 50}

// maxSets is the maximum number of sets in an exercise.
const maxSets = 20

// sets reads the block named sets, which maps the name of each set to a list of rows or the
// name of a file.
func (b *builder) sets(c chunk) {
	b.exercise.sets = map[string]exercises.Data{}
	var m node
	if b.outline || !decode(c, &m, b.problems) {
		return
	}
	if len(m.keys) == 0 || len(m.keys) > maxSets {
		b.addLine(c.line, "write mine: and, below it, rows such as - [0.5, 2, -1]", "sets needs 1 to %d sets", maxSets)
	}
	takenNames := append(dataset.Names(), "own", "placed")
	for _, e := range m.mapped(strings.TrimSpace, c.place).keys[:min(len(m.keys), maxSets)] {
		if !fieldName().MatchString(e.key) || slices.Contains(takenNames, e.key) {
			b.add(e.at, "use small letters, digits, - and _, and no name of a built-in set", "the name %q of a set", e.key)
		}
		set, err := b.set(e)
		if err == nil {
			b.exercise.sets[e.key] = set
			continue
		}
		at := e.value.at
		if fault, ok := errors.AsType[*nodeError](err); ok {
			at = fault.at
		}
		message, _, _ := strings.Cut(err.Error(), dataset.FlagHint)
		b.add(at, "", "the set %s: %s", e.key, message)
	}
}

// set reads a set from its rows, or from a file in the folder of the worksheet.
func (b *builder) set(e entry) (*dataset.Set, error) {
	switch {
	case e.value.kind != textNode:
		return setOf(e)
	case b.readSibling == nil:
		return nil, errors.New("there is no folder with files here")
	}
	text, err := b.readSibling(e.value.text)
	if err != nil {
		return nil, err
	}
	return dataset.Read(e.value.text, bytes.NewReader(text), setLimits)
}

// setOf reads rows of coordinates and a label, in the same way as a CSV file with a header.
func setOf(e entry) (*dataset.Set, error) {
	rows := e.value.list
	var text bytes.Buffer
	out := csv.NewWriter(&text)
	for i, row := range rows {
		var cells, header []string
		for j, cell := range row.list {
			cells, header = append(cells, cell.text), append(header, fmt.Sprint("x", j+1))
		}
		if len(cells) < 2 {
			return nil, &nodeError{row.at, "a row needs coordinates and a label; write - [0.5, 2, -1]"}
		}
		if i == 0 {
			header[len(header)-1] = "label"
			_ = out.Write(header) // a buffer has no errors
		}
		_ = out.Write(cells)
	}
	out.Flush()
	set, err := dataset.Read(e.key, &text, setLimits)
	fault, ok := errors.AsType[*dataset.Error](err)
	if !ok {
		return set, err
	}
	at := e.value.at
	if i := fault.Line - 2; i >= 0 && i < len(rows) {
		at = rows[i].at
		if j := fault.Column - 1; j >= 0 && j < len(rows[i].list) {
			at = rows[i].list[j].at
		}
	}
	fault.Line = 0
	return nil, &nodeError{at, strings.TrimPrefix(fault.Error(), e.key+": ")}
}
