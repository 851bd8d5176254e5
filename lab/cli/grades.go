package cli

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"kernellab/exercises"
	"kernellab/exercises/sandbox"
	"kernellab/lab/class"
	"kernellab/lab/handout"
	"kernellab/lab/page"
	"kernellab/lab/progress"
	"kernellab/lab/report"
	"kernellab/lab/store"
	"kernellab/lab/theme"
	"kernellab/solvers"
)

const gradesHelp = `Print what each student has done at each task that asks for an answer: student,
id, exercise, task, state (not begun, begun, skipped, out of attempts, tested out
or done), first_try (whether the first answer was right, and the solution had not
been shown before), tries (without answers that could not be read), hints,
solution (it was shown before the task was done), minutes (until it was done) and
when (in UTC). Only exercises that the student has begun or tested out of are
listed.
--summary prints one line for each student, also for those on the list of the
class who have not logged in yet, unless the list has their fingerprint. Names are
those of the list. Teachers are left out.
--csv prints CSV in UTF-8, which R reads and Excel can import. A cell that a
spreadsheet would execute gets an apostrophe before it.
The state of a task that a student has left without a right answer is "skipped", or
"out of attempts" if all attempts that homework allows are used.
Exercises from worksheets of your own are listed only with --worksheets.

Without --store, the command reads the record of the class on this machine or, if
there is none, your own.`

// The headers of grades and of grades --summary.
var (
	gradeColumns = []string{"student", "id", "exercise", "task", "state", "first_try", "tries", "hints", "solution",
		"minutes", "when"}
	summaryColumns = []string{"student", "id", "exercises", "done", "first_try", "skipped", "tested_out", "tries",
		"hints", "solutions", "minutes", "when", "out_of_attempts"}
)

// gradesCommand prints grades.
type gradesCommand struct {
	streams
	store, worksheets string // a record, and worksheets
	asCSV, asSummary  bool
}

func newGrades(s streams) *cobra.Command {
	c := &gradesCommand{streams: s}
	cmd := &cobra.Command{
		Use:     "grades",
		Short:   "Print what each student has done at each task, as a table or as CSV",
		Long:    gradesHelp,
		Example: "  kernellab grades --csv > grades.csv\n  kernellab grades --summary",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return c.run(cmd.Context()) },
	}
	flags := cmd.Flags()
	addStore(flags, &c.store, storeUsage)
	flags.BoolVar(&c.asCSV, "csv", false, "print CSV")
	flags.BoolVar(&c.asSummary, "summary", false, "print one line for each student")
	addWorksheets(cmd.Flags(), &c.worksheets)
	return cmd
}

func (c *gradesCommand) run(ctx context.Context) error {
	library, err := c.library(ctx, c.worksheets)
	if err != nil {
		return err
	}
	db, err := c.openChosenRecord(c.store, true, false)
	if err != nil {
		return err
	}
	defer db.Close()
	rows, err := c.rows(ctx, db, library)
	if err != nil {
		return err
	}
	if c.asCSV {
		for _, row := range rows {
			escapeCells(row...)
		}
		return csv.NewWriter(c.out).WriteAll(rows)
	}
	out := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(out, strings.TrimRight(strings.Join(row, "\t"), "\t"))
	}
	return out.Flush()
}

// rows returns the header and the rows to print.
func (c *gradesCommand) rows(ctx context.Context, db *store.DB, library exercises.Library) ([][]string, error) {
	people, _, err := studentsOf(ctx, db)
	if err != nil {
		return nil, err
	}
	roster, err := db.Roster(ctx)
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, r := range roster {
		if r.Student == "" {
			people = append(people, store.Person{Name: r.Name}) // a student who has not logged in yet
		} else {
			names[r.Student] = r.Name
		}
	}
	gradebook, out, begunIDs := report.NewGradebook(library), [][]string{gradeColumns}, map[string]bool{}
	if c.asSummary {
		out[0] = summaryColumns
	}
	for _, p := range people {
		events, docs, err := historyOf(ctx, db, p.ID, begunIDs)
		if err != nil {
			return nil, err
		}
		exerciseGrades, err := gradebook.Grades(events, docs)
		if err != nil {
			return nil, err
		}
		studentCells := []string{cmp.Or(names[p.ID], p.Name), p.ID}
		if c.asSummary {
			out = append(out, append(studentCells, summaryCells(exerciseGrades, p.LastSeen)...))
			continue
		}
		for _, e := range exerciseGrades {
			for _, g := range e.Grades {
				solution := map[bool]string{true: "yes", false: "no"}[g.SolutionShown]
				out = append(out, append(studentCells, g.Exercise, g.Task, g.State, g.FirstTry(), strconv.Itoa(g.Tries),
					strconv.Itoa(g.Hints), solution, formatMinutes(g.TimeTaken), formatTime(g.When)))
			}
		}
	}
	c.reportMissingExercises(library, begunIDs)
	return out, nil
}

// reportMissingExercises prints which of the exercises in begunIDs are not in the library.
func (s streams) reportMissingExercises(library exercises.Library, begunIDs map[string]bool) {
	for _, e := range exercises.Summaries(library) {
		delete(begunIDs, e.ID)
	}
	delete(begunIDs, "") // events in the contents have no exercise
	delete(begunIDs, sandbox.Summary().ID)
	if len(begunIDs) > 0 {
		fmt.Fprintf(s.err, "left out: %s, of worksheets that are not here; name their file or folder with --worksheets\n",
			strings.Join(sortedKeys(begunIDs), ", "))
	}
}

// historyOf returns the events of a student (what the student did) in order, and the documents (the
// saved states of the exercises) by exercise. It adds the IDs of the exercises to begunIDs.
func historyOf(ctx context.Context, db *store.DB, id string, begunIDs map[string]bool) (events []progress.Event,
	docs map[string]progress.Exercise, err error) {
	student := db.Student(id)
	if err := student.Events(ctx, func(e progress.Event) error {
		events, begunIDs[e.Exercise] = append(events, e), true
		return nil
	}); err != nil {
		return nil, nil, err
	}
	state, err := student.Documents(ctx)
	return events, state.Exercises, err
}

func summaryCells(grades []report.ExerciseGrades, lastSeen time.Time) (cells []string) {
	var t report.Totals
	for _, e := range grades {
		t.Add(e)
	}
	for _, n := range []int{t.Finished, t.Done, t.RightAtFirst, t.Skipped, t.TestedOut, t.Tries, t.Hints, t.Solutions} {
		cells = append(cells, strconv.Itoa(n))
	}
	return append(cells, formatMinutes(t.Took), formatTime(lastSeen), strconv.Itoa(t.OutOfAttempts))
}

// formatMinutes returns a time in minutes, or "" if it is 0.
func formatMinutes(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return fmt.Sprintf("%.1f", d.Minutes())
}

// formatTime returns a time in UTC as spreadsheets read it, or "" if it is unknown.
func formatTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.DateTime)
}

// openChosenRecord opens the database that --store names. Without --store it opens a database on
// this machine. This is the database of the class if ofClass is set and a class has been taught
// here. Otherwise it is the database of the student who works here. Unless create is set, the
// database must exist.
func (s streams) openChosenRecord(location string, ofClass, create bool) (*store.DB, error) {
	if location == "" {
		dir, err := progress.DefaultDir(s.env)
		if err != nil {
			return nil, err
		}
		location = filepath.Join(dir, recordName)
		hostDir, _ := hostFolder("", s.env)
		if _, err := os.Stat(filepath.Join(hostDir, recordName)); ofClass && err == nil {
			location = filepath.Join(hostDir, recordName)
		}
	}
	return openRecordAt(location, create)
}

// studentsOf returns the students of a class without its teachers, and the messages of the
// class.
func studentsOf(ctx context.Context, db *store.DB) (students []store.Person, notes []progress.Note, err error) {
	people, err := db.People(ctx)
	if err != nil {
		return nil, nil, err
	}
	if notes, err = db.Notes(ctx, 0); err != nil {
		return nil, nil, err
	}
	teachers := map[string]bool{}
	for _, n := range notes {
		if class.IsFromTeacher(n) {
			teachers[n.Sender] = true
		}
	}
	for _, p := range people {
		if !teachers[p.ID] {
			students = append(students, p)
		}
	}
	return students, notes, nil
}

const studentReportHelp = `Describe the work of one student: exercises and time against plan, misconceptions
and whether they came back, every answer as typed with its verdict, and the last
picture of each finished exercise. Exercises from worksheets of your own are left
out without --worksheets. Without STUDENT it is your own work on this machine.
STUDENT is a whole name, or the beginning of an id. It is looked up in the record of
the class on this machine or, with --store, in that record. Without --html or
--markdown it is Markdown on standard output. --html writes one page with pictures,
which loads nothing from elsewhere and fits on A4.`

// newReport returns the command that reports on one student.
func newReport(s streams) *cobra.Command {
	var location, source string
	var f pageFlags
	cmd := &cobra.Command{
		Use:     "report [STUDENT]",
		Short:   "Describe the work of one student, as Markdown or a page of HTML",
		Long:    studentReportHelp,
		Example: "  kernellab report --html mine.html\n  kernellab report \"Ada Lovelace\" --html ada.html",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if location != "" && len(args) == 0 {
				return usagef("kernellab grades --summary lists the students", "report --store needs a student")
			}
			if err := f.check(); err != nil {
				return err
			}
			db, err := s.openChosenRecord(location, len(args) > 0, false)
			if err != nil {
				return err
			}
			defer db.Close()
			d, err := s.studentReport(cmd.Context(), db, source, cmp.Or(strings.Join(args, " "), localStudentID))
			if err != nil {
				return err
			}
			return f.write(s.out, d)
		},
	}
	addStore(cmd.Flags(), &location, storeUsage)
	f.add(cmd.Flags())
	addWorksheets(cmd.Flags(), &source)
	return cmd
}

// studentReport returns the report on a student. text is the student's name or the beginning of the
// student's id. source names worksheets, as for library.
func (s streams) studentReport(ctx context.Context, db *store.DB, source, text string) (d page.Document, err error) {
	library, err := s.library(ctx, source)
	if err != nil {
		return d, err
	}
	p, err := studentNamed(ctx, db, text)
	if err != nil {
		return d, err
	}
	begunIDs := map[string]bool{}
	events, docs, err := historyOf(ctx, db, p.ID, begunIDs)
	if err != nil {
		return d, err
	}
	s.reportMissingExercises(library, begunIDs)
	ctx = solvers.WithMemoryBudget(ctx, solvers.NewMemoryBudget(solvers.RunMemory, nil))
	d, err = report.OfStudent(library, events, docs, report.StudentOptions{Name: p.Name,
		Typed: typedAnswers(library, true), Explain: mistakeAdvice(ctx, library),
		Picture: func(doc progress.Exercise) []page.Part {
			e, err := library.Open(doc.ID, exercises.Options{Seed: doc.Seed})
			if err != nil || doc.Data != "" { // the student's own data are not in the record
				return nil
			}
			return handout.LastPicture(ctx, e, doc)
		}})
	d.Colour = theme.Light()
	return d, err
}
