package cli

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"kernellab/exercises"
)

// listed is one step of an exercise in judge --list --json.
type listed struct {
	Exercise string        `json:"exercise"`
	Title    string        `json:"title"`
	Step     string        `json:"step"`
	Question string        `json:"question"`
	Fields   []listedField `json:"fields"`
	MalRules []string      `json:"mal_rules"`
}

type listedField struct {
	Name    string   `json:"name"`
	Label   string   `json:"label"`
	Kind    string   `json:"kind"` // text, choice
	Example string   `json:"example,omitempty"`
	Choices []string `json:"choices,omitempty"`
	Reasons []string `json:"reasons,omitempty"`
}

// listFields names what can be judged.
func listFields(w io.Writer, lib exercises.Library, f judgeFlags) error {
	var steps []listed
	for _, u := range lib.Units() {
		for _, summary := range u.Exercises {
			e, err := openExercise(lib, summary.ID, f.seed)
			if err != nil {
				return err
			}
			steps = append(steps, listSteps(e)...)
		}
	}
	if f.json {
		return writeJSON(w, steps)
	}
	var b strings.Builder
	last := ""
	for _, s := range steps {
		if s.Exercise != last {
			fmt.Fprintf(&b, "%s  %s\n", s.Exercise, s.Title)
			last = s.Exercise
		}
		fmt.Fprintf(&b, "  %s: %s\n", s.Step, s.Question)
		for _, field := range s.Fields {
			fmt.Fprintf(&b, "    %-12s %s\n", field.Name, field.about())
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// listSteps lists the steps of an exercise that ask for something.
func listSteps(e *exercises.Exercise) []listed {
	var out []listed
	for _, s := range e.Steps {
		info := s.Info()
		if len(info.Fields) == 0 {
			continue
		}
		l := listed{Exercise: e.ID, Title: e.Title, Step: info.Name, Question: info.Question.String(), MalRules: []string{}}
		for _, f := range info.Fields {
			l.Fields = append(l.Fields, fieldListed(f))
		}
		for _, m := range info.Misconceptions { // once for each of its examples
			if !slices.Contains(l.MalRules, m.ID) {
				l.MalRules = append(l.MalRules, m.ID)
			}
		}
		out = append(out, l)
	}
	return out
}

func fieldListed(f exercises.Field) listedField {
	out := listedField{Name: f.Name, Label: f.Label, Kind: "text", Example: f.Placeholder, Reasons: f.Reasons}
	for _, c := range f.Choices {
		out.Kind = "choice"
		out.Choices = append(out.Choices, c.Value)
	}
	return out
}

func (f listedField) about() string {
	if f.Kind == "choice" {
		return "choice  " + strings.Join(f.Choices, " | ")
	}
	return strings.TrimRight("text    "+f.Example, " ")
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
