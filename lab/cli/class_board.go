package cli

import (
	"context"
	"os"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"kernellab/exercises"
	"kernellab/exercises/runfile"
	"kernellab/exercises/sandbox"
	"kernellab/lab/board"
	"kernellab/lab/class"
	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/study"
)

const classBoardHelp = `Show what every student of a class does now: one row per student and one column
per task, who is stuck and why, who asks for help, and the most common wrong
answers. Teachers who log in over SSH have the same board. On it you can also
hold the class at a task, ask it to vote, and send hints and announcements.
With --plain or without a terminal, the board is printed once.

To show something to the class, open your own points with --data, or a run and its
branches in the sandbox with --run, and press f9: the class follows on its own
screens.`

// boardFlags are the flags of class board.
type boardFlags struct {
	plain          bool
	data, run, own string // files; own can also be a folder
}

func (f *boardFlags) add(flags *pflag.FlagSet) {
	addWorksheets(flags, &f.own)
	flags.BoolVar(&f.plain, "plain", false, "print the board once, for screen readers and files")
	flags.StringVar(&f.data, "data", "", "your own data (CSV or LIBSVM), to show to the class")
	flags.StringVar(&f.run, "run", "", "run file to show to the class, from the export of a run")
}

// open returns the teacher with the data or the run that the flags name, and the exercise to
// open. Nothing that the teacher does in exercises is saved.
func (f boardFlags) open(ctx context.Context, s streams, library exercises.Library) (*study.Student, string, error) {
	o, kept, start := study.Options{}, &progress.Memory{}, ""
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
		if err := kept.SaveExercise(doc); err != nil {
			return nil, "", err
		}
	case f.data != "":
		set, err := ownData(ctx, f.data)
		if err != nil {
			return nil, "", err
		}
		o.Data = set
	}
	student, _, err := study.Open(library, kept, o)
	return student, start, err
}

// sandboxWith returns the document of the sandbox with the run of a file and its branches.
func sandboxWith(ctx context.Context, f runfile.File) (doc progress.Exercise, err error) {
	answers, root, err := sandbox.Answers(ctx, f)
	if err != nil {
		return doc, err
	}
	d := &progress.Debug{Root: root, Last: f.Branches[0].Steps, Made: len(f.Branches) - 1}
	numbers, forks := map[string]int{}, map[string][]progress.Fork{}
	for i, b := range f.Branches[1:] {
		numbers[b.Name] = i + 1
		forks[b.Name] = append(slices.Clone(forks[b.From]), progress.Fork{Frame: b.At, Choices: b.Choose, Name: b.Name})
		d.Branches = append(d.Branches, progress.Branch{Number: i + 1, Parent: numbers[b.From], Forks: forks[b.Name],
			Last: b.Steps})
	}
	box := sandbox.Summary()
	return progress.Exercise{ID: box.ID, Seed: study.SandboxSeed, Started: time.Now(), Answers: answers,
		Task: box.Tasks[0], Tasks: map[string]progress.Task{box.Tasks[0]: {Seen: true, Debug: d}}}, nil
}

// printedWidth is the width of a printed board.
const printedWidth = 120

// board shows the board of the class to a teacher on this machine.
func (c *classCommand) board(ctx context.Context, _ []string) error {
	library, err := c.library(ctx, c.boardFlags.own)
	if err != nil {
		return err
	}
	out, isFile := c.out.(*os.File)
	tty := isFile && isTerminal(c.out)
	choice, err := detectColor(c.streams, tty, "auto")
	if err != nil {
		return err
	}
	student, start, err := c.boardFlags.open(ctx, c.streams, library)
	if err != nil {
		return err
	}
	hub := newHub(library, c.DB, nil)
	teacher := hub.Join(class.Person{ID: "host", Name: "Teacher", Teacher: true})
	config := session.Config{Student: student, Start: start,
		Profile: choice.Profile, Class: teacher, Context: ctx, Write: writeHere}
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
