package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"kernellab/exercises"
	"kernellab/exercises/catalogue"
	"kernellab/exercises/worksheets"
	"kernellab/exercises/worksheets/kit"
)

const checkHelp = `Check worksheet files, or every exercise against its own answers.

With files it reads each one strictly and lists every block, key, judge and scene
that it does not know, with line and column, and what would work. What depends on
the lesson of an exercise, such as its variables, is checked without files.

Without files it opens every exercise with many seeds and checks that the
reference answer is accepted, that an empty form is not, that no field shows an
answer as its example, and that the example of each misconception is recognised
as that one, with a message of its own, and is not the example of another one.

Exit 0 nothing found, 1 something found, 2 wrong usage.`

const checkExample = `  kernellab check exercises/unit3/3.1-expand-the-square.md
  kernellab check
  kernellab check --seeds 20 --exercise 3.2`

// checkFlags holds the flags of check.
type checkFlags struct {
	seeds    int
	exercise string
}

// newCheck returns the command that checks worksheet files and exercises.
func newCheck(s streams) *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:     "check [FILE.md ...]",
		Short:   "Check worksheet files, or every exercise against its own answers",
		Long:    checkHelp,
		Example: checkExample,
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.seeds < 1 {
				return usagef("write --seeds 20", "--seeds %d: it must be 1 or more", f.seeds)
			}
			if len(args) == 0 {
				return auditAll(cmd.Context(), s, f)
			}
			if cmd.Flags().Changed("seeds") || cmd.Flags().Changed("exercise") {
				return usagef("kernellab check FILE.md, or kernellab check --seeds 20",
					"--seeds and --exercise are for a check without files")
			}
			return lintAll(cmd.Context(), s, args)
		},
	}
	cmd.Flags().IntVar(&f.seeds, "seeds", 200, "how many seeds to open each exercise with")
	cmd.Flags().StringVar(&f.exercise, "exercise", "all", "one exercise only")
	_ = cmd.RegisterFlagCompletionFunc("exercise", completeExercise)
	return cmd
}

// maxWorksheet is the maximum size of a worksheet in bytes.
const maxWorksheet = 4 << 20

// lintAll checks worksheet files and prints their problems.
func lintAll(ctx context.Context, s streams, files []string) error {
	found := 0
	for _, file := range files {
		src, err := s.readWorksheet(ctx, file)
		if err != nil {
			return err
		}
		for _, problem := range worksheets.Lint(filepath.Base(file), src, kit.New()) {
			fmt.Fprintln(s.out, problem)
			found++
		}
	}
	if found > 0 {
		return failf("", "%d problem%s found", found, plural(found))
	}
	fmt.Fprintf(s.out, "%d worksheet%s, nothing found\n", len(files), plural(len(files)))
	return nil
}

// readWorksheet reads a worksheet.
func (s streams) readWorksheet(ctx context.Context, file string) ([]byte, error) {
	in, name, err := s.open(ctx, file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	src, err := io.ReadAll(io.LimitReader(in, maxWorksheet+1))
	if err != nil {
		return nil, readError(ctx, name, err)
	}
	if len(src) > maxWorksheet {
		return nil, failf("", "%s: a worksheet has at most %d bytes", file, maxWorksheet)
	}
	return src, nil
}

// auditAll opens every exercise with many seeds and prints all violated rules.
func auditAll(ctx context.Context, s streams, f checkFlags) error {
	lib, err := catalogue.LoadAll()
	if err != nil {
		return err
	}
	ids := exerciseIDs(lib)
	if f.exercise != "all" {
		if _, err := openExercise(lib, f.exercise, 1); err != nil {
			return err
		}
		ids = []string{f.exercise}
	}
	found := 0
	for _, id := range ids {
		problems, err := auditSeeds(ctx, lib, id, f.seeds)
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return failf("", "interrupted at exercise %s", id)
		}
		for _, p := range problems {
			fmt.Fprintln(s.out, p)
		}
		found += len(problems)
		fmt.Fprintf(s.err, "%s: %d seeds, %d problem%s\n", id, f.seeds, len(problems), plural(len(problems)))
	}
	if found > 0 {
		return failf("", "%d problem%s found", found, plural(found))
	}
	fmt.Fprintf(s.out, "%d exercise%s, %d seeds each, nothing found\n", len(ids), plural(len(ids)), f.seeds)
	return nil
}

func exerciseIDs(lib exercises.Library) []string {
	var ids []string
	for _, u := range lib.Units() {
		for _, e := range u.Exercises {
			ids = append(ids, e.ID)
		}
	}
	return ids
}

// auditSeeds audits one exercise with seeds 1 to n, on all processors.
func auditSeeds(ctx context.Context, lib exercises.Library, id string, n int) ([]string, error) {
	found, errs := make([][]string, n), make([]error, n) // by seed
	room := make(chan struct{}, runtime.GOMAXPROCS(0))
	var work sync.WaitGroup
	for i := range n {
		room <- struct{}{}
		work.Go(func() {
			if ctx.Err() == nil {
				found[i], errs[i] = auditSeed(ctx, lib, id, i+1)
			}
			<-room
		})
	}
	work.Wait()
	return slices.Concat(found...), errors.Join(errs...)
}

func auditSeed(ctx context.Context, lib exercises.Library, id string, seed int) ([]string, error) {
	e, err := lib.Open(id, exercises.Options{Seed: uint64(seed)})
	if err != nil {
		return nil, err
	}
	problems := catalogue.Audit(ctx, e)
	for i, p := range problems {
		problems[i] = fmt.Sprintf("seed %d: %s", seed, strings.ReplaceAll(p, "\n", " "))
	}
	return problems, nil
}
