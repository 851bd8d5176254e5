// Command kernellab is a lab for learning kernel methods in the terminal. Students work
// through worksheets. Their answers are judged at once, and they can watch real solvers step
// by step.
//
// This comment describes the architecture: the layers, how an answer and how a step
// reach the screen, and the words that the code uses. README.md is for students and
// teachers, and CONTRIBUTING.md says how to change the program.
//
// # Layers
//
// The packages are listed from the lowest to the highest layer. A package may import only
// packages of lower layers. The table in main_test.go has the exact rules, and a test checks them. Read
// the comment of a package before its code: it names the types to start with, and what the
// package must not know.
//
// Mathematics, which knows neither exercises nor terminals:
//
//   - [kernellab/kernels]: kernels, feature maps, Gram matrices, expansions on a grid.
//     kernels/vec is for the arithmetic of vectors, and kernels/structured for kernels of
//     strings, sets and graphs. kernels/expr has what all notations for formulas share
//   - [kernellab/solvers]: one algorithm per file, each of which can be stepped. A solver
//     sees a Gram matrix and labels, but no kernel
//   - [kernellab/ascii]: figures, which draw themselves on a grid of cells and also
//     describe themselves in words
//
// Exercises, which know no screen:
//
//   - [kernellab/exercises]: the interface between exercises and the lab: exercise, task,
//     scene, run and report
//   - [kernellab/exercises/answer]: reads what a student types, and decides exactly
//     whether it is right. answer/matrix reads formulas in matrices and tries them on random
//     ones
//   - [kernellab/exercises/dataset] and [kernellab/exercises/runfile]: points and runs
//     as files
//   - [kernellab/exercises/anatomy]: what a step of each solver consists of: its
//     quantities, its rules and its pseudo-code. anatomy/explain derives explanations,
//     the ledger, predictions and breakpoints from that
//   - [kernellab/exercises/stage]: runs with their pictures, and forks.
//     [kernellab/exercises/bench] adds controls, and [kernellab/exercises/sandbox] lets
//     students place points and type kernels
//   - [kernellab/exercises/worksheets]: reads the Markdown of exercises.
//     [kernellab/exercises/worksheets/kit] has the judges and scenes that a worksheet
//     can name
//   - exercises/unit1 to unit9 and unitd: one worksheet per exercise, and Go code for the
//     exercises that need more. [kernellab/exercises/lesson] has what several units share
//   - [kernellab/exercises/catalogue]: all exercises by number
//
// The lab, which knows no mathematics:
//
//   - [kernellab/lab/progress] and [kernellab/lab/store]: what a student has done, and
//     the record of it in SQLite or PostgreSQL
//   - [kernellab/lab/study]: a student at work, without a screen
//   - [kernellab/lab/core]: what a student does with a run, without a screen
//   - [kernellab/lab/class]: what the members of a class share: the board, gates, votes,
//     messages, requests for help
//   - [kernellab/lab/ui]: components that know no exercises, and [kernellab/lab/theme]:
//     colours
//   - [kernellab/lab/session]: what the screens of one student share
//   - lab/contents, lab/exercise, lab/debug, lab/board and lab/follow: the screens, and
//     lab/pictures: the figures on the stage
//   - [kernellab/lab]: the Bubble Tea program, which routes messages to the screens
//   - [kernellab/lab/transcript]: the same lab as a conversation, for --plain
//   - [kernellab/lab/remote]: the lab over SSH. [kernellab/lab/rehearse] simulates a class
//   - [kernellab/lab/report]: reports on a class and on a student, and grades.
//     [kernellab/lab/handout] lays out worksheets for paper. [kernellab/lab/page] writes
//     reports and handouts as HTML and Markdown
//   - [kernellab/lab/cli]: commands and flags. It connects everything
//
// # From an answer to its verdict
//
//	key ──► lab.Model ──► exercise.Screen ──► study.Work
//	         routes it     edits the field     keeps the answers
//	                            │ enter
//	                            ▼ (in a command)
//	        exercises.Task.Check(ctx, answers)
//	          worksheets   finds the judge of each field
//	          answer       parses the text and decides
//	          worksheets   compares a wrong answer with the misconceptions
//	                            │ exercises.Report
//	                            ▼
//	        study.Work.Apply ──► progress.Event ──► store, and the teacher's board
//	                            │ study.Outcome
//	                            ▼
//	        exercise.Screen shows the verdict, the advice and the next task
//
// [kernellab/exercises.Task] is stateless: it maps answers to a scene, and answers to a
// report. The answers as typed are the only state of an exercise, so it can be saved,
// resumed and judged again. [kernellab/lab.Model] does no computation itself. Whatever can
// take more than 50 ms runs in a command with a context, and its result names the screen
// and the request that it belongs to.
//
// # From a step to the screen
//
//	solvers.SMO.Next ──► solvers.Step     numbers, never changed afterwards
//	        │
//	        ▼
//	stage.Run                             a recorded run, an exercises.Run
//	  anatomy    names the quantities, rules and pseudo-code of the step
//	  explain    why, ledger, predictions, breakpoints
//	  painters   figures for this step
//	        │ exercises.Frame
//	        ▼
//	core.Player                           position, play, jump, branches
//	        │
//	        ▼
//	pictures.Stage ──► ascii.Grid ──► one layer of the screen
//	transcript     ──► the words of the figures
//
// A [kernellab/exercises.Run] is immutable: Extend returns a longer run, and forking returns
// a different one. [kernellab/lab/core.Player] therefore needs no locks, and hundreds of
// sessions can share runs. Both front ends, the screens and the transcript, use the same
// player and the same [kernellab/ascii.Figure] values.
//
// # Glossary
//
//   - step: one iteration of a solver. Only flags and JSON still call a task a step
//   - task: one page of an exercise
//   - run: a recorded path of a solver with its pictures
//   - frame: one position in a run
//   - branch: the original run, or a run that was forked from another branch
//   - quantity: one number of a step
//   - derivation: in package anatomy, the table of all quantities of a step. Elsewhere, the
//     lines that a student types, or the scene of this name
//   - account: the data about one step that explanations need
//   - ledger: what must hold at every step
//   - breakpoint: a condition on steps at which a run stops
//   - prediction: an answer about something that the student has not seen yet
//   - attempt: the saved answers of a student to an exercise; in texts about homework, one judged
//     answer
//   - worksheet: a Markdown file with one or more exercises; a built-in worksheet has one
//   - lesson: the Go code of an exercise. In the code of package transcript, the open
//     exercise
//   - judge, scene: what checks a field, and what draws the stage
//   - seed: the number from which the numbers of an exercise are drawn
//   - room: the state of a class
//   - hub: the part of the host that distributes this state
//   - member: a session that takes part in the class
//   - gate: a task that nobody may pass until the teacher opens the gate. In CONTRIBUTING.md,
//     the checks that every change must pass
//   - pane, window, field, focus, footer, action: as in any terminal program
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"kernellab/lab/cli"
)

func main() {
	os.Exit(run(interruptible(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// interruptible returns a context that ends with Ctrl-C, SIGTERM, SIGQUIT or SIGHUP, so
// that work can be saved and terminals restored. SIGHUP is ignored under nohup. A
// second signal ends the program at once, with exit code 128 plus the number of the
// signal. A second SIGHUP does not, because a closed terminal often sends two. A goroutine
// calls signal.Notify, so that short commands do not wait for it.
func interruptible() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		signals := make(chan os.Signal, 2)
		signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT)
		if !signal.Ignored(syscall.SIGHUP) {
			signal.Notify(signals, syscall.SIGHUP)
		}
		<-signals
		cancel()
		for s := range signals {
			if s != syscall.SIGHUP {
				os.Exit(signalExitCode(s))
			}
		}
	}()
	return ctx
}

// signalExitCode returns the exit code of a program that was ended by a signal, as shells
// define it.
func signalExitCode(s os.Signal) int {
	if number, ok := s.(syscall.Signal); ok {
		return 128 + int(number)
	}
	return 1
}

// run runs the program with the given arguments and streams, so that tests can call it.
// It returns the exit code: 0 done, 1 failed, 2 wrong usage.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return cli.Run(ctx, args, stdin, stdout, stderr, os.Getenv)
}
