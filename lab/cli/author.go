package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"kernellab/exercises"
	"kernellab/exercises/catalogue"
	"kernellab/exercises/worksheets"
	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/study"
)

const newHelp = `Write a worksheet to begin with. It has comments and runs as it is:

  kernellab new my.md
  kernellab run my.md
  kernellab new course.md

If the file is called course.md, it is a syllabus, which chooses exercises and says
when each opens and is due. The file must not exist yet. exercises/worksheets/FORMAT.md
describes everything that a worksheet and a syllabus can contain.`

// newNew returns the command that writes a new worksheet.
func newNew() *cobra.Command {
	return &cobra.Command{
		Use:   "new FILE.md",
		Short: "Write a worksheet to begin with, with comments",
		Long:  newHelp,
		Args:  argsInUse("file"),
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
		Short:   "Open a worksheet in the lab, again whenever you save it",
		Long:    runHelp,
		Example: "  kernellab run my.md\n  kernellab run my.md --seed 3",
		Args:    argsInUse("file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.hasSeed = cmd.Flags().Changed("seed")
			return runWorksheet(cmd.Context(), s, args[0], &f)
		},
	}
	f.addShared(cmd)
	return cmd
}

// draft is a worksheet that an author is writing.
type draft struct {
	streams
	ctx  context.Context
	path string
	seen [2]int64 // stamp of the file when it was last read
}

// runWorksheet opens a worksheet in the lab.
func runWorksheet(ctx context.Context, s streams, path string, f *labFlags) error {
	d := &draft{streams: s, ctx: ctx, path: path}
	library, err := d.read()
	if err != nil {
		return err
	}
	if len(library.Own()) == 0 {
		return failf("kernellab --worksheets "+path+" opens a course", "%s: there is no exercise to open", path)
	}
	f.unit = library.Own()[0]
	var o study.Options
	if err := f.complete(ctx, &o); err != nil {
		return err
	}
	student, _, err := study.Open(library, &progress.Memory{}, o)
	if err != nil {
		return err
	}
	return showLab(ctx, s, f, localStudent{student: student, forgets: true}, session.Config{Reload: d.reload})
}

// reload returns the exercises if the file has changed, and nil otherwise. It returns an error if
// the file has mistakes.
func (d *draft) reload() (exercises.Library, error) {
	if info, err := os.Stat(d.path); err == nil && d.seen == stamp(info) {
		return nil, nil
	}
	library, err := d.read()
	if err != nil {
		return nil, err
	}
	return library, nil
}

// stamp returns the size and the modification time of a file.
func stamp(info os.FileInfo) [2]int64 { return [2]int64{info.Size(), info.ModTime().UnixNano()} }

// read reads the file and opens each of its exercises once, because some mistakes show only then.
func (d *draft) read() (*catalogue.Catalogue, error) {
	if info, err := os.Stat(d.path); err == nil {
		d.seen = stamp(info)
	}
	library, err := d.library(d.ctx, d.path)
	if err != nil {
		return nil, err
	}
	for _, id := range library.Own() {
		if _, err := library.Open(id, exercises.Options{Seed: judgedSeed}); err != nil {
			return nil, fmt.Errorf("%s: %w", d.path, err)
		}
	}
	return library, nil
}
