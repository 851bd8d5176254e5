package cli

import (
	"context"
	"fmt"
	"strings"

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

// judgeStep judges answers to step i of an exercise. Answers to earlier steps
// that are missing are taken from the reference.
func judgeStep(ctx context.Context, e *exercises.Exercise, i int, given exercises.Answers) judged {
	step := e.Steps[i]
	info := step.Info()
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
	r := step.Check(ctx, answers)
	out := judged{
		Exercise: e.ID, Seed: e.Seed, Step: info.Name, Accepted: r.Accepted,
		Status: statusOf(r.Verdict), Verdict: verdictOf(r.Verdict), Message: linesOf(r), Fields: map[string]judgedField{},
	}
	if r.Misconception != "" {
		out.MalRule = &r.Misconception
	}
	var readings []string
	for _, f := range info.Fields {
		j := judgeField(step, f, answers[f.Name], r)
		out.Fields[f.Name] = j
		if len(info.Fields) == 1 {
			readings = append(readings, j.Reading)
		} else if j.Reading != "" {
			readings = append(readings, strings.TrimSpace(f.Label+" "+j.Reading))
		}
	}
	out.Reading = strings.Join(readings, "; ")
	return out
}

func isField(info exercises.Info, name string) bool {
	for _, f := range info.Fields {
		if f.Name == name {
			return true
		}
	}
	return false
}

func judgeField(step exercises.Step, f exercises.Field, text string, r exercises.Report) judgedField {
	j := judgedField{Raw: text, Status: statusOf(r.Verdict), Verdict: verdictOf(r.Verdict)}
	if own, ok := r.Fields[f.Name]; ok {
		j.Status, j.Verdict = statusOf(own.Verdict), verdictOf(own.Verdict)
		j.Reading, j.Message, j.Fix = own.Reading, own.Message, own.Fix
		if own.At >= 0 && own.Verdict == exercises.Unreadable {
			j.At = &own.At
		}
		for _, reading := range own.Readings {
			j.Readings = append(j.Readings, reading.Text)
		}
	}
	for _, c := range f.Choices {
		if c.Value == text {
			j.Reading = c.Label
		}
	}
	if echoer, ok := step.(exercises.Echoer); ok && j.Reading == "" && strings.TrimSpace(text) != "" {
		j.Reading = echoer.Echo(f.Name, text).Reading
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

// statusOf names what became of a text before it was judged.
func statusOf(v exercises.Verdict) string {
	switch v {
	case exercises.Empty:
		return "empty"
	case exercises.Unreadable:
		return "invalid"
	case exercises.Ambiguous:
		return "ambiguous"
	case exercises.Undecided:
		return "undecided"
	}
	return "valid"
}

// verdictOf names a verdict on a valid answer; nil for all others and for a
// prediction, which is noted and not judged.
func verdictOf(v exercises.Verdict) *string {
	var name string
	switch v {
	case exercises.Equal:
		name = "equal"
	case exercises.OtherForm:
		name = "equal-other-form"
	case exercises.Close:
		name = "close"
	case exercises.NotEqual:
		name = "not-equal"
	default:
		return nil
	}
	return &name
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
