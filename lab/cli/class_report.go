package cli

import (
	"cmp"
	"context"
	"encoding/csv"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"kernellab/exercises"
	"kernellab/exercises/runfile"
	"kernellab/exercises/sandbox"
	"kernellab/lab/board"
	"kernellab/lab/class"
	"kernellab/lab/progress"
	"kernellab/lab/report"
	"kernellab/lab/session"
	"kernellab/lab/store"
	"kernellab/lab/study"
)

const classReportHelp = `Describe what a class has done: how far it got, time against plan, the hardest
tasks, the commonest misconceptions and those that come back in a later exercise,
and wrong answers that match no known misconception. Without --html or --markdown it is
Markdown on standard output. --html writes one page with pictures, which loads
nothing from elsewhere and fits on A4. Both may be given.
The report has no names, but answers as students typed them: look through it
before you pass it on. --names adds a list of the students.`

// reportFlags are the flags of class report.
type reportFlags struct {
	report.Options
	pageFlags
	since, worksheets string // a day, and the source of worksheets
}

func (f *reportFlags) add(flags *pflag.FlagSet) {
	f.pageFlags.add(flags)
	addWorksheets(flags, &f.worksheets)
	flags.StringVar(&f.Exercise, "exercise", "", "report on one exercise, such as 7.7")
	flags.StringVar(&f.since, "since", "", "leave out what was before a day, such as 2026-11-27")
	flags.BoolVar(&f.Names, "names", false, "list the students by name")
}

// report writes a report on the class.
func (c *classCommand) report(ctx context.Context, _ []string) error {
	f := &c.reportFlags
	library, err := c.library(ctx, f.worksheets)
	if err != nil {
		return err
	}
	if err := f.check(library); err != nil {
		return err
	}
	f.Typed = typedAnswers(library, true)
	f.Explain = mistakeAdvice(ctx, library)
	people, notes, err := studentsOf(ctx, c.DB)
	if err != nil {
		return err
	}
	room := class.Room{}.WithNotes(notes...)
	f.Votes = append(room.EndedVotes, room.Vote)
	r, begunIDs := report.New(library, f.Options), map[string]bool{}
	for _, p := range people {
		events, _, err := historyOf(ctx, c.DB, p.ID, begunIDs)
		if err != nil {
			return err
		}
		r.Add(p.ID, p.Name, events)
	}
	c.reportMissingExercises(library, begunIDs)
	d, err := r.Document()
	if err != nil {
		return err
	}
	return f.write(c.out, d)
}

// check checks the flags, and sets Since.
func (f *reportFlags) check(library exercises.Library) (err error) {
	if f.Exercise != "" {
		if _, err := library.Open(f.Exercise, exercises.Options{Seed: defaultSeed}); err != nil {
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

const classExportHelp = `Print everything that the students of a class have done, with their names, as CSV
in UTF-8 with a header, one line per event: name, id, time, exercise, task, kind
(answer, prediction, hint, solution, opened, gate, help, vote, follow or
unfollow), verdict (or why there is none, such as invalid), misconception, hints
(shown so far), ms (since the task was opened), answer (as typed) and reading.
A spreadsheet would execute cells that begin with =, +, -, @, a tab or a line
break, so they get an apostrophe before them: it is not part of the answer.
With --json it prints JSON Lines as "kernellab store export" does, with the name of
the student in each.
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
	typed := typedAnswers(library, false)
	out := csv.NewWriter(c.out)
	if !c.asJSON {
		_ = out.Write(exportColumns) // Error below reports what fails
	}
	for _, p := range people {
		if err := c.Student(p.ID).Events(ctx, func(e progress.Event) error {
			if c.asJSON {
				return writeJSON(c.out, namedEvent{p.Name, e})
			}
			return out.Write(escapeCells(p.Name, e.Student, e.Time.UTC().Format(time.RFC3339), e.Exercise, e.Task,
				string(e.Kind), cmp.Or(e.Verdict, e.Status), e.Misconception, strconv.Itoa(e.Hints),
				strconv.FormatInt(e.Milliseconds, 10), typed(e), e.Reading))
		}); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// escapeCells puts an apostrophe before each of the cells that a spreadsheet would execute. It
// returns the same slice.
func escapeCells(cells ...string) []string {
	for i, cell := range cells {
		if cell != "" && strings.ContainsRune("=+-@\t\r\n", rune(cell[0])) {
			cells[i] = "'" + cell
		}
	}
	return cells
}

// typedAnswers returns a function that returns what a student typed at the task of an event. The
// event holds the answers of the whole exercise. If only one field of the task is not empty, the
// function returns its text. For several fields, it returns NAME=TEXT for each of them. If the task
// no longer exists, or if the event is a vote, which has no fields, it returns everything in the
// event. If usesLabels is set and the task has a choice, it returns the reading of a valid answer,
// which has the label of the choice instead of its ID.
func typedAnswers(library exercises.Library, usesLabels bool) func(progress.Event) string {
	fieldsByExercise := map[string][]taskField{}
	return func(e progress.Event) string {
		if fieldsByExercise[e.Exercise] == nil {
			fieldsByExercise[e.Exercise], _ = fieldsOf(library, e.Exercise) // none if the exercise no longer exists
		}
		var names []string
		taskExists := false
		for _, f := range fieldsByExercise[e.Exercise] {
			if f.Task == e.Task {
				taskExists = true
				if usesLabels && f.Kind == "choice" && e.Status == "valid" {
					return e.Reading
				}
				if e.Raw[f.Name] != "" {
					names = append(names, f.Name)
				}
			}
		}
		if !taskExists || e.Kind == progress.VoteCast {
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

const classBoardHelp = `Show what every student of a class does now: one row per student and one column
per task, who is stuck and why, who asks for help, and the most common wrong
answers. Teachers who log in over SSH have the same board. On it you can also
hold the class at a task, ask it to vote, and send hints and announcements.
With --plain or without a terminal, the board is printed once.

To show something to the class, give your own points with --data, or a run with its
branches with --run. The sandbox has them: q leaves the board, S opens the sandbox,
and f9 leads. Students who press f7 then see your exercise on their own screens.`

// boardFlags are the flags of class board.
type boardFlags struct {
	plain                 bool
	data, run, worksheets string // files; worksheets can also be a folder
}

func (f *boardFlags) add(flags *pflag.FlagSet) {
	addWorksheets(flags, &f.worksheets)
	flags.BoolVar(&f.plain, "plain", false, "print the board once, for screen readers and files")
	flags.StringVar(&f.data, "data", "", "your own data (CSV or LIBSVM), to show to the class")
	flags.StringVar(&f.run, "run", "", "run file to show to the class, from the export of a run")
}

// open returns the teacher with the data or the run that the flags name, and the exercise to
// open. Nothing that the teacher does in exercises is saved.
func (f boardFlags) open(ctx context.Context, s streams, library exercises.Library) (*study.Student, string, error) {
	o, memory, start := study.Options{}, &progress.Memory{}, ""
	switch {
	case f.run != "" && f.data != "":
		return nil, "", usagef("a run file has its own data", "--data and --run: choose one of them")
	case f.run != "":
		file, err := readRun(ctx, s, f.run)
		if err != nil {
			return nil, "", err
		}
		doc, err := sandboxWith(ctx, file)
		if err != nil {
			return nil, "", failf("kernellab replay shows it", "%s: %v", f.run, err)
		}
		o.Data, start = file.Set, doc.ID
		if err := memory.SaveExercise(doc); err != nil {
			return nil, "", err
		}
	case f.data != "":
		set, err := ownData(ctx, f.data)
		if err != nil {
			return nil, "", err
		}
		o.Data = set
	}
	student, _, err := study.Open(library, memory, o)
	return student, start, err
}

// sandboxWith returns the document of the sandbox with the run of a file and its branches.
func sandboxWith(ctx context.Context, f runfile.File) (doc progress.Exercise, err error) {
	answers, root, err := sandbox.Answers(ctx, f)
	if err != nil {
		return doc, err
	}
	d := &progress.Debug{Root: root, LastFrame: f.Branches[0].Steps, BranchesMade: len(f.Branches) - 1}
	branches := map[string]progress.Branch{}
	for i, b := range f.Branches[1:] {
		parent := branches[b.From]
		fork := progress.Fork{Frame: b.At, Choices: b.Choose, Name: b.Name}
		branches[b.Name] = progress.Branch{Number: i + 1, Parent: parent.Number,
			Forks: append(slices.Clone(parent.Forks), fork), LastFrame: b.Steps}
		d.Branches = append(d.Branches, branches[b.Name])
	}
	summary := sandbox.Summary()
	return progress.Exercise{ID: summary.ID, Attempt: progress.Attempt{Seed: study.SandboxSeed, Started: time.Now(),
		Answers: answers, Task: summary.Tasks[0],
		Tasks: map[string]progress.Task{summary.Tasks[0]: {Seen: true, Debug: d}}}}, nil
}

// hostRecord is the record of a class, its database, on this machine.
type hostRecord struct {
	*store.DB
	dir string // folder of the host
}

// Post posts a note. If no host has locked the folder, nobody would see the note, so Post returns
// [progress.ErrNoHost]. The hosts of a shared record may be on other machines.
func (r hostRecord) Post(n progress.Note) error {
	if r.IsShared() {
		return r.DB.Post(n)
	}
	lock := folderLock(r.dir)
	isFree, _ := lock.TryRLock()
	_ = lock.Close()
	if isFree {
		return progress.ErrNoHost
	}
	return r.DB.Post(n)
}

// printedWidth is the width of a printed board.
const printedWidth = 120

// board shows the board of the class to a teacher on this machine.
func (c *classCommand) board(ctx context.Context, _ []string) error {
	library, err := c.library(ctx, c.boardFlags.worksheets)
	if err != nil {
		return err
	}
	out, _ := c.out.(*os.File)
	tty := isTerminal(c.out)
	choice, err := detectColor(c.streams, tty, "auto")
	if err != nil {
		return err
	}
	student, start, err := c.boardFlags.open(ctx, c.streams, library)
	if err != nil {
		return err
	}
	hub := newHub(library, hostRecord{c.DB, c.dataDir}, nil)
	teacher := hub.Join(class.Person{ID: "host", Name: "Teacher", Teacher: true})
	config := session.Config{Student: student, Start: start,
		Profile: choice.Profile, Class: teacher, Context: ctx, Write: writeNewFile}
	if c.boardFlags.plain || choice.Plain || !tty {
		if err := hub.Read(ctx); err != nil {
			return err
		}
		lab := session.New(config, nil)
		lab.Width = printedWidth
		lab.Room, _ = teacher.Next(ctx)
		return board.New(lab).Print(ctx, c.out)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go hub.Run(ctx)
	return runScreen(ctx, c.streams, out, config)
}
