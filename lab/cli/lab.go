package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/spf13/cobra"

	"kernellab/exercises"
	"kernellab/exercises/catalogue"
	"kernellab/exercises/dataset"
	"kernellab/lab"
	"kernellab/lab/progress"
	"kernellab/lab/study"
	"kernellab/lab/theme"
)

const rootHelp = `kernellab walks you through worksheets on kernel methods. Real solvers check
your answers, and every step of theirs can be watched.

Without a command it opens the lab where you left it. Progress is kept in
$XDG_DATA_HOME/kernellab, by default ~/.local/share/kernellab.`

// labFlags are the flags of the lab itself.
type labFlags struct {
	data  once[string]
	seed  once[uint64]
	unit  once[string]
	plain once[bool]
	color once[string]
}

func (f *labFlags) add(cmd *cobra.Command) {
	addOnce(cmd, &f.data, "data", "FILE", "", "your own data (CSV or LIBSVM), for the exercises that take any", "", text("data", "points.csv"))
	addOnce(cmd, &f.seed, "seed", "N", "", "draw the numbers of the exercises from this seed", 0, seed)
	addOnce(cmd, &f.unit, "unit", "ID", "", "open this exercise, such as 7.7", "", text("unit", "7.7"))
	addOnce(cmd, &f.plain, "plain", "bool", "", "a linear transcript instead of a screen, for screen readers and dumb terminals", false, boolean("plain"))
	addOnce(cmd, &f.color, "color", "PROFILE", "auto", strings.Join(theme.Flags(), ", "), "auto", colorFlag)
}

// openLab opens the lab on the student's own terminal.
func openLab(ctx context.Context, s streams, f *labFlags) error {
	library, err := catalogue.New()
	if err != nil {
		return err
	}
	if err := knownExercise(library, f.unit.value); err != nil {
		return err
	}
	out, isFile := s.out.(*os.File)
	tty := isFile && isTerminal(s.out)
	choice, err := theme.Detect(s.env, tty, f.color.value)
	if err != nil {
		return usagef("use one of "+strings.Join(theme.Flags(), ", "), "%v", err)
	}
	student, err := openStudent(s, library, f)
	if err != nil {
		return err
	}
	if f.plain.value || choice.Plain {
		return runPlain(ctx, s, student, f.unit.value, choice.Profile)
	}
	if !tty {
		return failf("kernellab --plain works without one; kernellab solve and plot print results", "the lab needs a terminal to draw on")
	}
	return runScreen(ctx, s, out, student, lab.Config{
		Student: student, Profile: choice.Profile, Start: f.unit.value, Context: ctx, Write: writeHere, Picture: pictureOf,
	})
}

// knownExercise reports an exercise that does not exist; "" is none.
func knownExercise(library exercises.Library, id string) error {
	if id == "" {
		return nil
	}
	var ids []string
	for _, u := range library.Units() {
		for _, e := range u.Exercises {
			ids = append(ids, e.ID)
		}
	}
	if slices.Contains(ids, id) {
		return nil
	}
	return usagef("there are "+strings.Join(ids, ", "), "--unit %s: there is no such exercise", id)
}

// openStudent reads what the student has done so far and says on stderr what
// had to be set aside.
func openStudent(s streams, library exercises.Library, f *labFlags) (*study.Student, error) {
	o := study.Options{}
	if f.seed.isSet {
		o.Seed = &f.seed.value
	}
	if f.data.isSet {
		set, err := dataset.Load(f.data.value, dataset.Options{})
		if err != nil {
			return nil, dataError(err)
		}
		o.Data = set
	}
	dir, err := progress.DefaultDir(s.env)
	if err != nil {
		return nil, err
	}
	store, warnings := progress.Open(dir)
	o.Log = progress.NewAnswerLog(dir)
	student, more, err := study.Open(library, store, o)
	if err != nil {
		return nil, err
	}
	for _, w := range append(warnings, more...) {
		fmt.Fprintln(s.err, "kernellab:", w)
	}
	return student, nil
}

// runScreen runs the Bubble Tea program until the student leaves or ctx ends,
// and writes what is not yet written.
func runScreen(ctx context.Context, s streams, out *os.File, student *study.Student, c lab.Config) error {
	options := []tea.ProgramOption{
		tea.WithOutput(out),
		// The lab encodes its own colours; the library must not convert them.
		tea.WithColorProfile(colorprofile.TrueColor),
		tea.WithoutSignalHandler(),
	}
	if s.in != nil {
		options = append(options, tea.WithInput(s.in))
	}
	program := tea.NewProgram(lab.New(c), options...)
	stop := context.AfterFunc(ctx, program.Quit)
	_, err := program.Run()
	stop()
	return errors.Join(err, leave(student))
}

// leave writes everything that has not been written.
func leave(student *study.Student) error {
	if save := student.Leave(); save != nil {
		return save()
	}
	return nil
}
