package cli

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kernellab/exercises"
	"kernellab/lab/study"
)

// newList returns the command that prints units and exercises with the student's
// progress.
func newList(s streams) *cobra.Command {
	var asJSON bool
	var worksheets string
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List units and exercises, with your progress",
		Args:  noArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return list(cmd.Context(), s, worksheets, asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object for each exercise")
	addWorksheets(cmd.Flags(), &worksheets)
	return cmd
}

func list(ctx context.Context, s streams, worksheets string, asJSON bool) error {
	library, err := s.library(ctx, worksheets)
	if err != nil {
		return err
	}
	local, err := openStudent(ctx, s, library, &labFlags{}, study.Options{SaveWorkOnly: true})
	if err != nil {
		return err
	}
	defer local.close()
	var text strings.Builder
	for _, u := range local.student.Units() {
		fmt.Fprintf(&text, "Unit %s  %s\n", u.ID, u.Title)
		for _, e := range u.Exercises {
			if !asJSON {
				fmt.Fprintf(&text, "  %-5s %-44s %s\n", e.ID, e.Title, stateWords(e))
				continue
			}
			line := listedExercise(e)
			if line.Fields, err = fieldsOf(library, e.ID); err != nil {
				return err
			}
			if err := writeJSON(s.out, line); err != nil {
				return err
			}
		}
	}
	if !asJSON {
		_, err = io.WriteString(s.out, text.String())
	}
	return err
}

// stateWords describes the state of an exercise in a few words.
func stateWords(e study.ExerciseView) string {
	words := e.State.Words()
	switch {
	case !e.Delay.Opens.IsZero():
		words = e.Delay.Words()
	case e.State == study.Untouched:
		words = fmt.Sprintf("%d min", e.Minutes)
	case e.State == study.Begun:
		words = fmt.Sprintf("begun, step %d of %d", e.TaskIndex+1, len(e.Tasks))
	}
	return words + e.DueWords()
}

// exerciseLine is an exercise in list --json.
type exerciseLine struct {
	Unit      string   `json:"unit"`
	Exercise  string   `json:"exercise"`
	Title     string   `json:"title"`
	Minutes   int      `json:"minutes"`
	Needs     []string `json:"needs"`
	Tasks     []string `json:"steps"`
	State     string   `json:"state"`
	Task      string   `json:"step,omitempty"` // the student's current task
	TasksDone int      `json:"steps_done"`
	Seconds   number   `json:"seconds"`
	UsesSeed  bool     `json:"drawn"`
	Opens     string   `json:"opens,omitempty"` // in a course
	Due       string   `json:"due,omitempty"`

	Fields []taskField `json:"fields"`
}

// taskField is a field of one of the exercise's tasks.
type taskField struct {
	Task string `json:"step"`
	listedField
	Example    string `json:"example"` // present even if empty
	Judge      string `json:"judge"`
	Prediction bool   `json:"prediction"`
}

// fieldsOf returns the fields of all tasks of an exercise, whose numbers are drawn from defaultSeed.
func fieldsOf(library exercises.Library, id string) ([]taskField, error) {
	e, err := library.Open(id, exercises.Options{Seed: defaultSeed})
	if err != nil {
		return nil, err
	}
	out := []taskField{}
	for _, task := range e.Tasks {
		info := task.Info()
		for _, f := range info.Fields {
			out = append(out, taskField{info.Name, newListedField(f), f.Placeholder, f.Judge, f.IsPrediction()})
		}
	}
	return out, nil
}

func listedExercise(e study.ExerciseView) exerciseLine {
	unit, _, _ := strings.Cut(e.ID, ".")
	l := exerciseLine{
		Unit: unit, Exercise: e.ID, Title: e.Title, Minutes: e.Minutes, Needs: append([]string{}, e.Needs...),
		Tasks: e.Tasks,
		State: e.State.Words(), TasksDone: e.TasksDone, Seconds: number(e.TimeSpent.Seconds()), UsesSeed: e.UsesSeed,
	}
	if e.State != study.Untouched {
		l.Task = e.Tasks[e.TaskIndex]
	}
	if !e.Opens.IsZero() {
		l.Opens = e.Opens.Format(time.RFC3339)
	}
	if !e.Due.IsZero() {
		l.Due = e.Due.Format(time.RFC3339)
	}
	return l
}

// listedTask is one task of an exercise in judge --list --json.
type listedTask struct {
	Exercise       string        `json:"exercise"`
	Title          string        `json:"title"`
	Task           string        `json:"step"`
	Question       string        `json:"question"`
	Fields         []listedField `json:"fields"`
	Misconceptions []string      `json:"mal_rules"`
}

type listedField struct {
	Name    string   `json:"name"`
	Label   string   `json:"label"`
	Kind    string   `json:"kind"` // text, choice
	Example string   `json:"example,omitempty"`
	Choices []string `json:"choices,omitempty"`
	Reasons []string `json:"reasons,omitempty"`
}

// listFields prints the fields that judge can judge.
func listFields(w io.Writer, lib exercises.Library, f judgeFlags) error {
	var tasks []listedTask
	for _, id := range exerciseIDs(lib) {
		e, err := openExercise(lib, id, f.seed)
		if err != nil {
			return err
		}
		tasks = append(tasks, listTasks(e)...)
	}
	if f.json {
		return writeJSON(w, tasks)
	}
	var b strings.Builder
	lastExercise := ""
	for _, task := range tasks {
		if task.Exercise != lastExercise {
			fmt.Fprintf(&b, "%s  %s\n", task.Exercise, task.Title)
			lastExercise = task.Exercise
		}
		fmt.Fprintf(&b, "  %s: %s\n", task.Task, task.Question)
		for _, field := range task.Fields {
			fmt.Fprintf(&b, "    %-12s %s\n", field.Name, field.kindWords())
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// listTasks returns the tasks of an exercise that have fields.
func listTasks(e *exercises.Exercise) []listedTask {
	var out []listedTask
	for _, task := range e.Tasks {
		info := task.Info()
		if len(info.Fields) == 0 {
			continue
		}
		l := listedTask{Exercise: e.ID, Title: e.Title, Task: info.Name, Question: info.Question.String(),
			Misconceptions: []string{}}
		for _, f := range info.Fields {
			l.Fields = append(l.Fields, newListedField(f))
		}
		for _, m := range info.Misconceptions { // one of them may have several examples
			if !slices.Contains(l.Misconceptions, m.ID) {
				l.Misconceptions = append(l.Misconceptions, m.ID)
			}
		}
		out = append(out, l)
	}
	return out
}

func newListedField(f exercises.Field) listedField {
	out := listedField{Name: f.Name, Label: f.Label, Kind: "text", Example: f.Placeholder, Reasons: f.Reasons}
	for _, c := range f.Choices {
		out.Kind = "choice"
		out.Choices = append(out.Choices, c.Value)
	}
	return out
}

func (f listedField) kindWords() string {
	if f.Kind == "choice" {
		return "choice  " + strings.Join(f.Choices, " | ")
	}
	return strings.TrimRight("text    "+f.Example, " ")
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
