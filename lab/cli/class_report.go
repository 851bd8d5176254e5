package cli

import (
	"cmp"
	"context"
	"encoding/csv"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"kernellab/exercises"
	"kernellab/lab/class"
	"kernellab/lab/progress"
	"kernellab/lab/report"
)

const classReportHelp = `Describe what a class has done: how far it got, time against plan, the hardest
tasks, the commonest misconceptions and those that come back in a later exercise,
and wrong answers that no rule recognised. Without --html or --markdown it is
Markdown on standard output. --html writes one page with pictures, which loads
nothing from elsewhere and fits on A4. Both may be given.
The report has no names, but answers as students typed them: look through it
before you pass it on. --names adds a list of the students.`

// reportFlags are the flags of class report.
type reportFlags struct {
	report.Options
	pageFlags
	since, own string // a day, and worksheets
}

func (f *reportFlags) add(flags *pflag.FlagSet) {
	f.pageFlags.add(flags)
	addWorksheets(flags, &f.own)
	flags.StringVar(&f.Exercise, "exercise", "", "report on one exercise, such as 7.7")
	flags.StringVar(&f.since, "since", "", "leave out what was before a day, such as 2026-11-27")
	flags.BoolVar(&f.Names, "names", false, "list the students by name")
}

// report writes a report on the class.
func (c *classCommand) report(ctx context.Context, _ []string) error {
	f := &c.reportFlags
	library, err := c.library(ctx, f.own)
	if err != nil {
		return err
	}
	if err := f.check(library); err != nil {
		return err
	}
	f.Typed = typedAnswers(library)
	f.Explain = func(e progress.Event) string { return adviceOn(ctx, library, e) }
	people, notes, err := studentsOf(ctx, c.DB)
	if err != nil {
		return err
	}
	room := class.Room{}.With(notes...)
	f.Votes = append(room.Ended, room.Vote)
	r, begun := report.New(library, f.Options), map[string]bool{}
	for _, p := range people {
		r.Join(p.ID, p.Name)
		if err := c.Student(p.ID).Events(ctx, func(e progress.Event) error {
			begun[e.Exercise] = true
			return r.Add(e)
		}); err != nil {
			return err
		}
	}
	c.sayLeftOut(library, begun)
	d, err := r.Document()
	if err != nil {
		return err
	}
	return f.write(c.out, d)
}

// check checks the flags, and sets Since.
func (f *reportFlags) check(library exercises.Library) (err error) {
	if f.Exercise != "" {
		if _, err := library.Open(f.Exercise, exercises.Options{Seed: judgedSeed}); err != nil {
			return usagef("kernellab list has the exercises", "--exercise %s: there is no such exercise", f.Exercise)
		}
	}
	if f.since != "" {
		if f.Since, err = time.ParseInLocation(time.DateOnly, f.since, time.Local); err != nil {
			return usagef("write --since 2026-11-27", "--since %q: it is not a day", f.since)
		}
	}
	return f.pageFlags.check()
}

// adviceOn judges the answer of an event again and returns the first line of advice on its
// misconception. It returns "" if there is none any more, or if the answer depends on the
// student's own data.
func adviceOn(ctx context.Context, library exercises.Library, e progress.Event) string {
	opened, err := library.Open(e.Exercise, exercises.Options{Seed: e.Seed})
	if err != nil || e.Data != "" {
		return ""
	}
	tasks := opened.WithFormer().Tasks
	i := slices.IndexFunc(tasks, func(t exercises.Task) bool { return t.Info().Name == e.Task })
	if i < 0 {
		return ""
	}
	r := tasks[i].Check(ctx, exercises.MigrateAnswers(tasks[i].Info().Fields, e.Raw))
	if r.Misconception != e.Note || len(r.Advice) == 0 {
		return ""
	}
	return r.Advice[0].String()
}

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
