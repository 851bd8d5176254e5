package cli

import (
	"context"
	"os"

	"kernellab/exercises/catalogue"
	"kernellab/lab/board"
	"kernellab/lab/class"
	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/study"
)

const classBoardHelp = `Show what every student of a class does now: one row per student and one column
per task, who is stuck and why, who asks for help, and the commonest wrong
answers. Teachers who log in over SSH have the same board. From here, too, it
holds the class at a task, asks it to vote, and sends hints and announcements.
With --plain or without a terminal, the board is printed once.`

// printedWidth is the width of a printed board.
const printedWidth = 120

// board shows the board of the class to a teacher on this machine.
func (c classRecord) board(ctx context.Context, s streams, plain bool) error {
	library, err := catalogue.New()
	if err != nil {
		return err
	}
	out, isFile := s.out.(*os.File)
	tty := isFile && isTerminal(s.out)
	choice, err := detectColor(s, tty, "auto")
	if err != nil {
		return err
	}
	student, _, err := study.Open(library, &progress.Memory{}, study.Options{})
	if err != nil {
		return err
	}
	hub := newHub(library, c.DB, nil)
	teacher := hub.Join(class.Person{ID: "host", Name: "host", Teacher: true})
	config := session.Config{Student: student, Profile: choice.Profile, Class: teacher, Context: ctx, Write: writeHere}
	if plain || choice.Plain || !tty {
		if err := hub.Read(ctx); err != nil {
			return err
		}
		lab := session.New(config, nil)
		lab.Width = printedWidth
		lab.Room, _ = teacher.Next(ctx)
		return board.New(lab).Print(ctx, s.out)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go hub.Run(ctx)
	return runScreen(ctx, s, out, config)
}
