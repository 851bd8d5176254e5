package cli

import (
	"cmp"
	"context"
	"encoding/csv"
	"strconv"
	"strings"
	"time"

	"kernellab/exercises"
	"kernellab/lab/progress"
)

const classExportHelp = `Print everything that the students of a class have done, with their names, as CSV
in UTF-8 with a header, one line per event: name, id, time, exercise, task, kind
(answer, prediction, hint, solution, opened, gate, help, vote, follow or
unfollow), verdict (or why there is none, such as invalid), misconception, hints
(shown so far), ms (since the task was opened), answer (as typed) and reading.
A spreadsheet would execute cells that begin with =, +, -, @, a tab or a line
break, so they get an apostrophe before them: it is not part of the answer.
With --json it is JSON Lines as in store export, each with a name.
Keep the result as private as the record.`

// exportColumns is the header of class export.
var exportColumns = []string{"name", "id", "time", "exercise", "task", "kind", "verdict", "misconception", "hints",
	"ms", "answer", "reading"}

// namedEvent is one line of class export --json.
type namedEvent struct {
	Name string `json:"name"`
	progress.Event
}

// export prints the events of the class, sorted by the names of the students.
func (c *classCommand) export(ctx context.Context, _ []string) error {
	people, err := c.People(ctx)
	if err != nil {
		return err
	}
	library, err := c.library(ctx, "")
	if err != nil {
		return err
	}
	typed := typedAnswers(library)
	out := csv.NewWriter(c.out)
	if !c.asJSON {
		_ = out.Write(exportColumns) // Error below reports what fails
	}
	for _, p := range people {
		if err := c.Student(p.ID).Events(ctx, func(e progress.Event) error {
			if c.asJSON {
				return writeJSON(c.out, namedEvent{p.Name, e})
			}
			return out.Write(harmless(p.Name, e.Student, e.Time.UTC().Format(time.RFC3339), e.Exercise, e.Task,
				string(e.Kind), cmp.Or(e.Verdict, e.Status), e.Note, strconv.Itoa(e.Hints), strconv.FormatInt(e.MS, 10),
				typed(e), e.Reading))
		}); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// harmless puts an apostrophe before each cell that a spreadsheet would execute. It
// returns cells.
func harmless(cells ...string) []string {
	for i, cell := range cells {
		if cell != "" && strings.ContainsRune("=+-@\t\r\n", rune(cell[0])) {
			cells[i] = "'" + cell
		}
	}
	return cells
}

// typedAnswers returns a function that returns what a student typed at the task of an event,
// which holds the answers of the whole exercise: the text of the only field that is not
// empty, or NAME=TEXT for each of several. If the task no longer exists, it returns all
// answers.
func typedAnswers(library exercises.Library) func(progress.Event) string {
	known := map[string][]taskField{} // by exercise
	return func(e progress.Event) string {
		fields, isKnown := known[e.Exercise]
		if !isKnown {
			fields, _ = fieldsOf(library, e.Exercise) // none if the exercise no longer exists
			known[e.Exercise] = fields
		}
		var names []string
		found := false
		for _, f := range fields {
			if f.Step == e.Task {
				found = true
				if e.Raw[f.Name] != "" {
					names = append(names, f.Name)
				}
			}
		}
		if !found {
			names = sortedKeys(e.Raw)
		}
		if len(names) == 1 {
			return e.Raw[names[0]]
		}
		for i, name := range names {
			names[i] = name + "=" + e.Raw[name]
		}
		return strings.Join(names, "; ")
	}
}
