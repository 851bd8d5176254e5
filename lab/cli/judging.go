package cli

import (
	"context"
	"fmt"
	"slices"

	"kernellab/ascii"
	"kernellab/exercises"
)

// judged is what the checker says of answers to one step, as judge prints it
// and regrade compares it.
type judged struct {
	Exercise string   `json:"exercise"`
	Seed     uint64   `json:"seed"`
	Step     string   `json:"step"`
	Accepted bool     `json:"accepted"`
	Reading  string   `json:"reading"`
	Status   string   `json:"status"`
	Verdict  *string  `json:"verdict"`
	MalRule  *string  `json:"mal_rule"`
	Message  []string `json:"message"`
	// Fields has an entry for each field of the step that was looked at.
	Fields map[string]judgedField `json:"fields"`
}

// judgedField is what is said of one field.
type judgedField struct {
	Raw      string   `json:"raw"`
	Reading  string   `json:"reading"`
	Status   string   `json:"status"`
	Verdict  *string  `json:"verdict"`
	Message  string   `json:"message,omitempty"`
	At       *int     `json:"at,omitempty"` // the rune a syntax error points at, from 0
	Fix      string   `json:"fix,omitempty"`
	Readings []string `json:"readings,omitempty"`
}

// withEarlier is answers to step i of an exercise with those to earlier steps that
// are missing, and what else belongs to the step, taken from the references.
func withEarlier(e *exercises.Exercise, i int, given exercises.Answers) exercises.Answers {
	info := e.Steps[i].Info()
	answers := exercises.Answers{}
	for _, s := range e.Steps[:i] {
		for name, text := range s.Info().Reference {
			answers = answers.With(name, text)
		}
	}
	for name, text := range info.Reference {
		if !isField(info, name) { // a slider of the scene, say
			answers = answers.With(name, text)
		}
	}
	for name, text := range given {
		answers = answers.With(name, text)
	}
	return answers
}

// judgeStep judges answers to step i of an exercise, as they are.
func judgeStep(ctx context.Context, e *exercises.Exercise, i int, answers exercises.Answers) judged {
	step := e.Steps[i]
	info := step.Info()
	r := step.Check(ctx, answers)
	out := judged{
		Exercise: e.ID, Seed: e.Seed, Step: info.Name, Accepted: r.Accepted,
		Reading: exercises.ReadAllAs(ctx, step, info.Fields, answers, r),
		Status:  r.Verdict.Status(), Verdict: verdictOf(r.Verdict), Message: linesOf(r), Fields: map[string]judgedField{},
	}
	if r.Misconception != "" {
		out.MalRule = &r.Misconception
	}
	for _, f := range info.Fields {
		out.Fields[f.Name] = judgeField(ctx, step, f, answers[f.Name], r)
	}
	return out
}

func isField(info exercises.Info, name string) bool {
	return slices.ContainsFunc(info.Fields, func(f exercises.Field) bool { return f.Name == name })
}

func judgeField(ctx context.Context, step exercises.Step, f exercises.Field, text string, r exercises.Report) judgedField {
	j := judgedField{Raw: text, Reading: exercises.ReadAs(ctx, step, f, text, r), Status: r.Verdict.Status(), Verdict: verdictOf(r.Verdict)}
	if own, ok := r.Fields[f.Name]; ok {
		j.Status, j.Verdict = own.Verdict.Status(), verdictOf(own.Verdict)
		j.Message, j.Fix = own.Message, own.Fix
		if own.At >= 0 && own.Verdict == exercises.Unreadable {
			j.At = &own.At
		}
		for _, reading := range own.Readings {
			j.Readings = append(j.Readings, reading.Text)
		}
	}
	return j
}

// linesOf are the lines a student is shown, the first with the verdict.
func linesOf(r exercises.Report) []string {
	out := []string{r.FirstLine()}
	for _, lines := range [][]ascii.Line{r.Fact, r.Advice} {
		for _, l := range lines {
			out = append(out, l.String())
		}
	}
	return out
}

// verdictOf names a verdict, nil where it has no name.
func verdictOf(v exercises.Verdict) *string {
	if name := v.Name(); name != "" {
		return &name
	}
	return nil
}

// stepWith returns the last step of an exercise that has one of the fields
// named in the answers.
func stepWith(e *exercises.Exercise, a exercises.Answers) (int, error) {
	at := -1
	for i, s := range e.Steps {
		for _, f := range s.Info().Fields {
			if _, ok := a[f.Name]; ok {
				at = i
			}
		}
	}
	if at < 0 {
		return 0, fmt.Errorf("no step of exercise %s has these fields", e.ID)
	}
	return at, nil
}
