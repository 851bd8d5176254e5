package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab"
	"kernellab/lab/pictures"
	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/store"
	"kernellab/lab/study"
	"kernellab/lab/theme"
	"kernellab/lab/transcript"
	"kernellab/solvers"
)

const rootHelp = `kernellab walks you through worksheets on kernel methods. Real solvers check
your answers, and you can watch every step that they take.

Without a command it opens the contents, where enter continues where you left off.
Progress is kept in record.db in $XDG_DATA_HOME/kernellab; if that variable is not
set, on Linux in ~/.local/share/kernellab.`

// labFlags are the flags of kernellab without a command, which opens the lab.
type labFlags struct {
	data     string
	seed     uint64
	hasSeed  bool
	exercise string // to open first; "" for the contents
	plain    bool
	color    string

	worksheets string
}

func (f *labFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.exercise, "unit", "", "open this exercise, such as 7.7")
	_ = cmd.RegisterFlagCompletionFunc("unit", completeExercise)
	addWorksheets(cmd.Flags(), &f.worksheets)
	f.addShared(cmd)
}

// addShared adds the flags that do not choose the exercise.
func (f *labFlags) addShared(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.data, "data", "", "your own data (CSV or LIBSVM), for the exercises that can use it")
	flags.Uint64Var(&f.seed, "seed", 0, "draw the numbers of the exercises from this seed")
	flags.BoolVar(&f.plain, "plain", false,
		"a linear transcript instead of a screen, for screen readers and dumb terminals")
	flags.StringVar(&f.color, "color", "auto", "colours: "+strings.Join(theme.Flags(), ", "))
	registerCompletion(cmd, "color", theme.Flags()...)
}

// openLab opens the lab on the student's own terminal.
func openLab(ctx context.Context, s streams, f *labFlags) error {
	library, err := s.library(ctx, f.worksheets)
	if err != nil {
		return err
	}
	if err := checkExerciseID(library, f.exercise); err != nil {
		return err
	}
	local, err := openStudent(ctx, s, library, f, study.Options{})
	if err != nil {
		return err
	}
	defer local.close()
	return showLab(ctx, s, f, local, session.Config{})
}

// showLab shows the lab of a student, as a screen or as a transcript (line by line, in sentences).
// c configures what is special about this screen.
func showLab(ctx context.Context, s streams, f *labFlags, local localStudent, c session.Config) error {
	out, _ := s.out.(*os.File)
	tty := isTerminal(s.out)
	choice, err := detectColor(s, tty, f.color)
	if err != nil {
		return err
	}
	ctx = solvers.WithMemoryBudget(ctx, solvers.NewMemoryBudget(solvers.RunMemory, nil))
	if f.plain || choice.Plain {
		return runPlain(ctx, s, local, f.exercise, choice.Profile)
	}
	if !tty {
		return failf("kernellab --plain works without one; kernellab solve and plot print results",
			"the lab needs a terminal to draw on")
	}
	c.Student, c.Profile, c.Start, c.Context = local.student, choice.Profile, f.exercise, ctx
	c.Write, c.Warnings = writeNewFile, local.warnings
	return runScreen(ctx, s, out, c)
}

// checkExerciseID returns an error if the exercise does not exist. An empty id is
// valid and means no exercise.
func checkExerciseID(library exercises.Library, id string) error {
	if id == "" {
		return nil
	}
	ids := exerciseIDs(library)
	if lib, ok := library.(exercises.Sandboxed); ok {
		ids = append(ids, lib.Sandbox().ID)
	}
	if slices.Contains(ids, id) {
		return nil
	}
	return usagef("there are "+strings.Join(ids, ", "), "--unit %s: there is no such exercise", id)
}

// localStudent is the student who works on this machine, rather than over SSH.
type localStudent struct {
	student      *study.Student
	warnings     []string // shown at once
	savesNothing bool     // nothing is saved, and a warning says so
	close        func()
}

// addSeedAndData adds the seed and the data that the flags name.
func (f *labFlags) addSeedAndData(ctx context.Context, o *study.Options) error {
	if f.hasSeed {
		o.Seed = &f.seed
	}
	if f.data != "" {
		set, err := ownData(ctx, f.data)
		if err != nil {
			return err
		}
		o.Data = set
	}
	return nil
}

// openStudent reads what the student has done. It also prints the warnings on stderr, where they
// remain visible after the screen is closed.
func openStudent(ctx context.Context, s streams, library exercises.Library, f *labFlags,
	o study.Options) (localStudent, error) {
	if err := f.addSeedAndData(ctx, &o); err != nil {
		return localStudent{}, err
	}
	out := localStudent{close: func() {}}
	documents := progress.Store(&progress.Memory{})
	record, db, dir, err := openLocalRecord(s, o.SaveWorkOnly)
	switch {
	case err != nil:
		out.savesNothing = true
		out.warnings = []string{
			fmt.Sprintf("Nothing you do can be saved: %v. You can work, but it is lost when you leave.", err),
		}
	case record != nil:
		documents, out.close = record, func() { _ = db.Close() }
		if !o.SaveWorkOnly {
			o.Log = record
		}
		out.warnings = importFolder(ctx, s, record, dir)
	}
	student, warnings, err := study.Open(library, documents, o)
	if err != nil {
		return localStudent{}, err
	}
	out.student = student
	for _, w := range warnings {
		out.warnings = append(out.warnings, progress.Explain(w), w.Error())
	}
	for _, w := range out.warnings {
		fmt.Fprintln(s.err, "kernellab:", w)
	}
	return out, nil
}

// recordName is the name of the database file in the folder of a student or a class.
const recordName = "record.db"

// localStudentID is the id of the student in the record of this machine.
const localStudentID = "home"

// openLocalRecord returns the saved work of this machine's student, its database, and the folder. If
// onlyIfExists is set and the folder does not exist, all results are zero, so that nothing is
// created. It returns an error if the environment determines no folder.
func openLocalRecord(s streams, onlyIfExists bool) (student *store.Student, db *store.DB, dir string, err error) {
	dir, err = progress.DefaultDir(s.env)
	if err != nil {
		return nil, nil, "", err
	}
	if _, err := os.Stat(dir); onlyIfExists && errors.Is(err, fs.ErrNotExist) {
		return nil, nil, "", nil
	}
	db = store.Open(filepath.Join(dir, recordName), store.NoQuota)
	return db.Student(localStudentID), db, dir, nil
}

// largeFolder is the size in bytes of a folder whose import takes about a second.
const largeFolder = 8 << 20

// importFolder adds what an older kernellab saved in a folder and returns warnings. If
// that takes long, it prints a message first.
func importFolder(ctx context.Context, s streams, student *store.Student, dir string) (warnings []string) {
	if p, err := student.Person(ctx); err == nil && p.Bytes == 0 && sizeOf(dir) > largeFolder {
		fmt.Fprintln(s.err, "kernellab: importing what an older kernellab saved; this happens once and takes some seconds")
	}
	damaged, err := student.Import(ctx, dir)
	for _, e := range damaged {
		warnings = append(warnings, e.Error())
	}
	// If the error is a *progress.FolderError, opening the record has reported it already.
	if _, isReported := errors.AsType[*progress.FolderError](err); err != nil && !isReported {
		warnings = append(warnings, fmt.Sprintf("What an older kernellab saved in %s is not in the record yet: %v.", dir, err))
	}
	return warnings
}

// sizeOf returns the size in bytes of the files in a folder.
func sizeOf(dir string) (bytes int64) {
	files, _ := os.ReadDir(dir)
	for _, f := range files {
		if info, err := f.Info(); err == nil {
			bytes += info.Size()
		}
	}
	return bytes
}

// runScreen runs the Bubble Tea program until the student leaves or ctx ends. Then
// it writes all unwritten work.
func runScreen(ctx context.Context, s streams, out *os.File, c session.Config) error {
	options := []tea.ProgramOption{
		tea.WithOutput(out),
		// The lab encodes its own colours; the library must not convert them.
		tea.WithColorProfile(colorprofile.TrueColor),
		tea.WithoutSignalHandler(),
	}
	if s.in != nil {
		options = append(options, tea.WithInput(repairMouse(s.in)))
	}
	model := lab.New(c)
	program := tea.NewProgram(model, options...)
	stop := context.AfterFunc(ctx, program.Quit)
	_, err := program.Run()
	stop()
	model.Close()
	return errors.Join(err, notSavedError(saveUnwritten(c.Student)))
}

// saveUnwritten writes all unwritten work. It returns an error if some of the work could
// not be written.
func saveUnwritten(student *study.Student) error {
	if save := student.Leave(); save != nil {
		return save()
	}
	return nil
}

// notSavedError turns an error of saveUnwritten into a message with a hint. It returns nil if err
// is nil.
func notSavedError(err error) error {
	if err == nil {
		return nil
	}
	return failf(err.Error(), "not everything you did is saved: %s", progress.Cause(err))
}

// runPlain runs the linear transcript on the normal screen.
func runPlain(ctx context.Context, s streams, local localStudent, start string, p ascii.Profile) error {
	err := transcript.Run(ctx, local.student, s.in, s.out, transcript.Options{
		Width: columnsOf(s.out), Profile: p, Start: start, Echo: !isTerminal(s.in), SavesNothing: local.savesNothing,
		Files: transcript.Files{Write: writeNewFile, Picture: writePicture},
	})
	var unsaved *transcript.UnsavedError
	if errors.As(err, &unsaved) {
		err = nil // the call of saveUnwritten below reports what is still unsaved
	}
	return errors.Join(err, notSavedError(saveUnwritten(local.student)))
}

// columnsOf returns the width of the terminal that w writes to if it is narrower than a transcript.
// Otherwise it returns 0, which selects the transcript's own width.
func columnsOf(w io.Writer) int {
	if !isTerminal(w) {
		return 0
	}
	columns, _, err := term.GetSize(w.(*os.File).Fd())
	if err != nil || columns >= transcript.DefaultWidth {
		return 0
	}
	return columns
}

// defaultPictureSize returns the size that the pictures have on a screen of 120 × 36.
func defaultPictureSize() pictureSize { return pictureSize{76, 32} }

// writePicture writes the pictures of a frame in the default size.
func writePicture(w io.Writer, title string, f exercises.Frame) error {
	return pictures.WritePicture(w, title, f, defaultPictureSize().w, defaultPictureSize().h)
}
