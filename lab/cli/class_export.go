package cli

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kernellab/exercises"
	"kernellab/exercises/catalogue"
	"kernellab/lab/progress"
)

const classExportHelp = `Print everything that the students of a class have done, with their names, as CSV
in UTF-8 with a header, one line per event: name, id, time, exercise, task, kind
(answer, prediction, hint, solution, opened, gate, help or vote), verdict (or why
there is none, such as invalid), misconception, hints (shown so far), ms (since
the task was opened), answer (as typed) and reading.
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
func (c classRecord) export(ctx context.Context, s streams, asJSON bool) error {
	people, err := c.People(ctx)
	if err != nil {
		return err
	}
	library, err := catalogue.New()
	if err != nil {
		return err
	}
	typed := typedAnswers{library, map[string][]taskField{}}
	out := csv.NewWriter(s.out)
	if !asJSON {
		_ = out.Write(exportColumns) // Error below reports what fails
	}
	for _, p := range people {
		if err := c.Student(p.ID).Events(ctx, func(e progress.Event) error {
			if asJSON {
				return writeJSON(s.out, namedEvent{p.Name, e})
			}
			return out.Write(harmless(p.Name, e.Student, e.Time.UTC().Format(time.RFC3339), e.Exercise, e.Task,
				string(e.Kind), cmp.Or(e.Verdict, e.Status), e.Note, strconv.Itoa(e.Hints), strconv.FormatInt(e.MS, 10),
				typed.of(e), e.Reading))
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

// typedAnswers selects, from the answers of a whole exercise in an event, the answers that
// belong to the event's task.
type typedAnswers struct {
	library exercises.Library
	fields  map[string][]taskField // by exercise
}

// of returns the text of the task's only field, or NAME=TEXT for each of several fields.
// If the task no longer exists, it returns all answers.
func (t typedAnswers) of(e progress.Event) string {
	fields, isOpen := t.fields[e.Exercise]
	if !isOpen {
		fields, _ = fieldsOf(t.library, e.Exercise) // none if the exercise does not exist any more
		t.fields[e.Exercise] = fields
	}
	names := sortedKeys(e.Raw)
	if own := fieldNames(fields, e.Task); len(own) > 0 {
		names = slices.DeleteFunc(own, func(name string) bool { return e.Raw[name] == "" })
	}
	if len(names) == 1 {
		return e.Raw[names[0]]
	}
	var texts []string
	for _, name := range names {
		texts = append(texts, fmt.Sprintf("%s=%s", name, e.Raw[name]))
	}
	return strings.Join(texts, "; ")
}

// fieldNames returns the names of the fields of a task.
func fieldNames(fields []taskField, task string) (names []string) {
	for _, f := range fields {
		if f.Step == task {
			names = append(names, f.Name)
		}
	}
	return names
}
