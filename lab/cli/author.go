package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kernellab/exercises"
	"kernellab/exercises/catalogue"
	"kernellab/exercises/worksheets"
	"kernellab/lab/handout"
	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/study"
)

const newHelp = `Write a worksheet to begin with. It has comments and runs as it is:

  kernellab new my.md
  kernellab run my.md
  kernellab new course.md

If the file is called course.md, it is a syllabus, which chooses exercises and says
when each opens and is due. The file must not exist yet. FORMAT.md, in the folder
exercises/worksheets of the repository, describes everything that a worksheet and a
syllabus can contain.`

// newNew returns the command that writes a new worksheet.
func newNew() *cobra.Command {
	return &cobra.Command{
		Use:   "new FILE.md",
		Short: "Write a worksheet with comments, as a starting point",
		Long:  newHelp,
		Args:  countArgs("file"),
		RunE: func(_ *cobra.Command, args []string) error {
			err := writeNew(args[0], func(out io.Writer) error {
				text := worksheets.Starter
				if filepath.Base(args[0]) == worksheets.CourseName {
					text = worksheets.CourseStarter
				}
				_, err := io.WriteString(out, text)
				return err
			})
			if errors.Is(err, os.ErrExist) {
				return failf("choose another name", "%s exists already", args[0])
			} else if err != nil {
				return failf("", "%v", err)
			}
			return nil
		},
	}
}

const runHelp = `Open a worksheet in the lab while you write it. When you save the file, the lab shows
the new text of the task that is open. If the file has a mistake, a window says what
and where, until you have corrected it. What you do in the lab is not kept.`

// newRun returns the command that opens a worksheet in the lab and reloads it when it changes.
func newRun(s streams) *cobra.Command {
	var f labFlags
	cmd := &cobra.Command{
		Use:     "run FILE.md",
		Short:   "Open a worksheet in the lab, and reload it whenever you save it",
		Long:    runHelp,
		Example: "  kernellab run my.md\n  kernellab run my.md --seed 3",
		Args:    countArgs("file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.hasSeed = cmd.Flags().Changed("seed")
			return runWorksheet(cmd.Context(), s, args[0], &f)
		},
	}
	f.addShared(cmd)
	return cmd
}

// draft is a worksheet, a file with exercises, that an author is writing.
type draft struct {
	streams
	ctx       context.Context
	path      string
	lastStamp [2]int64 // size and modification time of the file when it was last read
}

// runWorksheet opens a worksheet in the lab.
func runWorksheet(ctx context.Context, s streams, path string, f *labFlags) error {
	d := &draft{streams: s, ctx: ctx, path: path}
	library, err := d.read()
	if err != nil {
		return err
	}
	if len(library.OwnExercises()) == 0 {
		return failf("kernellab --worksheets "+path+" opens a course", "%s: there is no exercise to open", path)
	}
	f.exercise = library.OwnExercises()[0]
	var o study.Options
	if err := f.addSeedAndData(ctx, &o); err != nil {
		return err
	}
	student, _, err := study.Open(library, &progress.Memory{}, o)
	if err != nil {
		return err
	}
	return showLab(ctx, s, f, localStudent{student: student, savesNothing: true}, session.Config{Reload: d.reload})
}

// reload returns the exercises if the file has changed, and nil otherwise. It returns an error if
// the file has mistakes.
func (d *draft) reload() (exercises.Library, error) {
	if info, err := os.Stat(d.path); err == nil && d.lastStamp == fileStamp(info) {
		return nil, nil
	}
	library, err := d.read()
	if err != nil {
		return nil, err
	}
	return library, nil
}

// fileStamp returns the size and the modification time of a file.
func fileStamp(info os.FileInfo) [2]int64 { return [2]int64{info.Size(), info.ModTime().UnixNano()} }

// read reads the file and opens each of its exercises once, because some mistakes only appear when
// an exercise is opened.
func (d *draft) read() (*catalogue.Catalogue, error) {
	if info, err := os.Stat(d.path); err == nil {
		d.lastStamp = fileStamp(info)
	}
	library, err := d.library(d.ctx, d.path)
	if err != nil {
		return nil, err
	}
	for _, id := range library.OwnExercises() {
		if _, err := library.Open(id, exercises.Options{Seed: defaultSeed}); err != nil {
			return nil, fmt.Errorf("%s: %w", d.path, err)
		}
	}
	return library, nil
}

const printHelp = `Print the worksheet of an exercise for paper, with the numbers of a seed, its
figures, and blanks for the answers. Without --html it is Markdown on standard
output. --html writes a page that prints on A4 and Letter, in black on white.
Choices are boxes to tick. --solutions adds the solutions on a new page.`

// newPrint returns the command that prints a worksheet.
func newPrint(s streams) *cobra.Command {
	var seed uint64
	var source string
	var solutions bool
	var f pageFlags
	cmd := &cobra.Command{
		Use:     "print EXERCISE",
		Short:   "Print a worksheet for paper, as Markdown or a page of HTML",
		Long:    printHelp,
		Example: "  kernellab print 7.6 --seed 3\n  kernellab print 7.6 --seed 3 --solutions --html smo.html",
		Args:    countArgs("exercise"),

		ValidArgsFunction: completeExercise,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(); err != nil {
				return err
			}
			library, err := s.library(cmd.Context(), source)
			if err != nil {
				return err
			}
			e, err := openExercise(library, args[0], seed)
			if err != nil {
				return err
			}
			return f.write(s.out, handout.New(cmd.Context(), e, solutions))
		},
	}
	cmd.Flags().Uint64Var(&seed, "seed", defaultSeed, "the seed from which the numbers of the exercise are drawn")
	cmd.Flags().BoolVar(&solutions, "solutions", false, "add the solutions on a new page")
	addWorksheets(cmd.Flags(), &source)
	f.add(cmd.Flags())
	return cmd
}

// worksheetsVariable is the environment variable that is used without the flag --worksheets.
const worksheetsVariable = "KERNELLAB_WORKSHEETS"

func addWorksheets(flags *pflag.FlagSet, source *string) {
	flags.StringVar(source, "worksheets", "",
		"file or folder of your own worksheets, added to the built-in ones, or a course.md, which chooses from all (default $"+worksheetsVariable+")")
}

// library returns the built-in exercises and the exercises of the worksheets at the path source, see
// worksheetsIn. If source is empty, it uses $KERNELLAB_WORKSHEETS instead.
func (s streams) library(ctx context.Context, source string) (*catalogue.Catalogue, error) {
	ownFiles, err := s.worksheetsIn(ctx, cmp.Or(source, s.env(worksheetsVariable)))
	if err != nil {
		return nil, err
	}
	library, err := catalogue.NewWithFiles(ownFiles...)
	if err != nil && len(ownFiles) > 0 {
		return nil, failf("kernellab check "+ownFiles[0].Name+" says more", "%v", err)
	}
	return library, err
}

// worksheetsIn reads the worksheet at the path source. If source is a folder, or the course.md in
// one, worksheetsIn reads all worksheets in the folder except README.md. It skips symbolic links, so
// that a folder from a stranger cannot refer to files elsewhere. If source is empty, there are no
// worksheets.
func (s streams) worksheetsIn(ctx context.Context, source string) (files []worksheets.File, err error) {
	if source == "" {
		return nil, nil
	}
	isCourse := filepath.Base(source) == worksheets.CourseName
	if isCourse {
		source = filepath.Dir(source)
	}
	paths := []string{source}
	if info, err := os.Stat(source); err == nil && info.IsDir() {
		entries, err := os.ReadDir(source)
		if err != nil {
			return nil, failf("", "%v", err)
		}
		paths = nil
		for _, e := range entries {
			if e.Type().IsRegular() && filepath.Ext(e.Name()) == ".md" && e.Name() != "README.md" {
				paths = append(paths, filepath.Join(source, e.Name()))
			}
		}
		course := filepath.Join(source, worksheets.CourseName)
		if _, err := os.Lstat(course); (isCourse || err == nil) && !slices.Contains(paths, course) {
			return nil, failf("", "%s: there is no such file, or it is a link, which is not read", course)
		}
		if len(paths) == 0 {
			return nil, failf("kernellab new "+filepath.Join(source, "my.md")+" writes one",
				"%s: no worksheet in this folder", source)
		}
	}
	var size atomic.Int64 // total size of the worksheets and of the files that they name
	for _, path := range paths {
		text, _, err := s.readFile(ctx, path, maxWorksheet)
		if err != nil {
			return nil, err
		}
		if size.Add(int64(len(text))) > maxWorksheet {
			return nil, failf("", "%s: the worksheets have more than %d bytes", source, maxWorksheet)
		}
		files = append(files,
			worksheets.File{Name: path, Text: text, ReadSibling: folderReader(filepath.Dir(path), &size)})
	}
	return files, nil
}

// folderReader returns a function that reads files in a folder, and adds their sizes to size. It
// refuses links and names with a folder, so that a worksheet from a stranger can read nothing else.
func folderReader(dir string, size *atomic.Int64) func(string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		info, err := os.Lstat(filepath.Join(dir, name))
		switch {
		case strings.ContainsAny(name, `/\`) || !filepath.IsLocal(name):
			return nil, fmt.Errorf("%q must be the name of a file in the folder of the worksheet", name)
		case err != nil:
			return nil, fmt.Errorf("there is no file %q in the folder of the worksheet", name)
		case !info.Mode().IsRegular():
			return nil, fmt.Errorf("%q is a link or a folder, which is not read", name)
		case size.Add(info.Size()) > maxWorksheet:
			return nil, fmt.Errorf("with %q, the worksheets have more than %d bytes", name, maxWorksheet)
		}
		file, err := os.OpenInRoot(dir, name)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		return io.ReadAll(io.LimitReader(file, info.Size()))
	}
}
