package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/catalogue"
	"kernellab/exercises/worksheets"
	"kernellab/exercises/worksheets/kit"
	"kernellab/kernels/expr"
)

const checkHelp = `Check worksheet files, or every exercise against its own answers.

With files or folders it reads each worksheet strictly and lists every block, key,
judge and scene that it does not know, with line and column, and what would work.
Then it opens your exercises with many seeds, as it does with the built-in ones,
and says which hints and scenes contain an answer.

Without files it opens every exercise with many seeds and checks that the
reference answer is accepted, that an empty form is not, that no field shows an
answer as its example, and that each misconception has a message of its own and
is recognised in its example, and in no example of another misconception.

Exit 0 nothing found, 1 something found, 2 wrong usage.`

const checkExample = `  kernellab check my.md --seeds 50
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
		Use:     "check [FILE.md|FOLDER ...]",
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
			if cmd.Flags().Changed("exercise") {
				return usagef("kernellab check FILE.md, or kernellab check --exercise 3.2",
					"--exercise is for a check without files")
			}
			if !cmd.Flags().Changed("seeds") {
				f.seeds = fileSeeds
			}
			return checkFiles(cmd.Context(), s, args, f.seeds)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&f.seeds, "seeds", 200, "number of seeds with which each exercise is opened")
	flags.Lookup("seeds").DefValue = "200, for files 20"
	flags.StringVar(&f.exercise, "exercise", "all", "one exercise only")
	_ = cmd.RegisterFlagCompletionFunc("exercise", completeExercise)
	return cmd
}

// maxWorksheet is the maximum size of a worksheet in bytes.
const maxWorksheet = 4 << 20

// fileSeeds is the default number of seeds for worksheets in files.
const fileSeeds = 20

// checkFiles checks worksheets in files and folders, and prints their problems. If it finds none, it
// also audits the exercises, unless one of the files is built in.
func checkFiles(ctx context.Context, s streams, paths []string, seeds int) error {
	var files []worksheets.File
	for _, path := range paths {
		filesAtPath, err := s.worksheetsIn(ctx, path)
		if err != nil {
			return err
		}
		for _, file := range filesAtPath { // course.md comes with the worksheets beside it
			isSameFile := func(f worksheets.File) bool { return filepath.Clean(f.Name) == filepath.Clean(file.Name) }
			if !slices.ContainsFunc(files, isSameFile) {
				files = append(files, file)
			}
		}
	}
	var problems []string
	for _, file := range files {
		if file.IsCourse() { // catalogue.NewWithFiles checks it
			continue
		}
		for _, problem := range worksheets.Lint(file, kit.New()) {
			problems = append(problems, problem.Error())
		}
	}
	builtIn := slices.ContainsFunc(files, func(f worksheets.File) bool { // it may need Go code as well
		return slices.Contains(catalogue.Files(), filepath.Base(f.Name))
	})
	if len(problems) == 0 && !builtIn {
		var err error
		if problems, err = auditFiles(ctx, files, seeds); err != nil {
			return err
		}
	}
	for _, problem := range problems {
		fmt.Fprintln(s.out, problem)
	}
	if n := len(problems); n > 0 {
		return failf("", "%s found", ascii.Count(n, "problem"))
	}
	note := ""
	if builtIn {
		note = " in the text; kernellab check --exercise ID also tries the answers of a built-in exercise"
	}
	_, err := fmt.Fprintf(s.out, "%s, nothing found%s\n", ascii.Count(len(files), "file"), note)
	return err
}

// auditFiles audits each exercise of the worksheets with several seeds: it checks that the exercise
// accepts its own answers, see [catalogue.Audit]. It reports each problem once, with the first seed
// for which it occurs.
func auditFiles(ctx context.Context, files []worksheets.File, seeds int) (problems []string, err error) {
	lib, err := catalogue.NewWithFiles(files...)
	if err != nil {
		return strings.Split(err.Error(), "\n"), nil
	}
	for _, id := range lib.OwnExercises() {
		found, err := auditSeeds(ctx, lib, id, seeds)
		if err == nil {
			var neverDistinguished []string
			neverDistinguished, err = catalogue.NeverDistinguishable(ctx, lib, id, min(seeds, fileSeeds))
			for _, name := range neverDistinguished {
				found = append(found, fmt.Sprintf("all seeds: %s %s: this misconception never occurs, because its example "+
					"is right or equal to that of an earlier one", id, name))
			}
			leaks, leakErr := catalogue.RevealedAnswers(ctx, lib, id, min(seeds, fileSeeds))
			for _, leak := range leaks {
				found = append(found, "all seeds: "+id+" "+leak)
			}
			err = errors.Join(err, leakErr)
		}
		if err != nil {
			prefix := "\nexercise " + id + ": "
			firstProblems, _, _ := strings.Cut(err.Error(), prefix) // other seeds have the same problems
			found = append(found, strings.Split(strings.ReplaceAll(firstProblems, "\n", prefix), "\n")...)
		}
		seen := map[string]bool{}
		for _, p := range found {
			_, text, _ := strings.Cut(p, ": ")
			if !seen[text] {
				problems = append(problems, withPosition(files, id, p))
			}
			seen[text] = true
		}
	}
	return problems, ctx.Err()
}

// taskPattern matches the beginning of a problem, up to the name of the task that it is about.
var taskPattern = expr.Pattern(`^[a-z]+ (?:\d+|seeds): \S+ ([\w-]+)`)

// withPosition returns a problem of an exercise, preceded by its position: the file and the line
// with the heading of the task or, if the problem names no task, with the heading of the exercise.
func withPosition(files []worksheets.File, id, problem string) string {
	task := taskPattern().FindStringSubmatch(problem)
	if task == nil && strings.Contains(problem, ".md:") {
		return strings.TrimPrefix(problem, "exercise "+id+": ")
	}
	for _, f := range files {
		inExercise := false
		for i, line := range strings.Split(string(f.Text), "\n") {
			inExercise = inExercise || strings.HasPrefix(line, "# "+id+" ")
			if inExercise && (task == nil || strings.HasPrefix(line, "## "+task[1]+":")) {
				return fmt.Sprintf("%s:%d:1: %s", f.Name, i+1, problem)
			}
		}
	}
	return problem
}

// auditAll audits all exercises, or the one in the flags, and prints their problems.
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
	total := 0
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
		total += len(problems)
		fmt.Fprintf(s.err, "%s: %d seeds, %s\n", id, f.seeds, ascii.Count(len(problems), "problem"))
	}
	if total > 0 {
		return failf("", "%s found", ascii.Count(total, "problem"))
	}
	_, err = fmt.Fprintf(s.out, "%s, %d seeds each, nothing found\n", ascii.Count(len(ids), "exercise"), f.seeds)
	return err
}

func exerciseIDs(lib exercises.Library) []string {
	var ids []string
	for _, e := range exercises.Summaries(lib) {
		ids = append(ids, e.ID)
	}
	return ids
}

// auditSeeds audits one exercise with seeds 1 to n, on all processors.
func auditSeeds(ctx context.Context, lib exercises.Library, id string, n int) ([]string, error) {
	problems, errs := make([][]string, n), make([]error, n) // by seed
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for i := range n {
		slots <- struct{}{}
		wg.Go(func() {
			if ctx.Err() == nil {
				problems[i], errs[i] = auditSeed(ctx, lib, id, i+1)
			}
			<-slots
		})
	}
	wg.Wait()
	return slices.Concat(problems...), errors.Join(errs...)
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
