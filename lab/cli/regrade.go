package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/progress"
)

const regradeHelp = `Judge the answers of a log again and list what changes.

The command "kernellab store export" prints such a log. After a change of a judge or
a worksheet, this command judges each answer and prediction again and prints those
whose status, verdict or misconception has changed. Answers that depend on a
student's own data cannot be judged without the data and are only counted. If there
are answers to worksheets of your own, set $KERNELLAB_WORKSHEETS to their folder. A
hyphen in place of the file means standard input.

Exit 0 done, 1 the file cannot be read, 2 wrong usage.`

// newRegrade returns the command that judges a log of answers again.
func newRegrade(s streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "regrade FILE",
		Short:   "Judge a log of answers again and list what changes",
		Long:    regradeHelp,
		Example: "  kernellab store export | kernellab regrade -\n  kernellab regrade answers.jsonl\n  kernellab regrade - --json < answers.jsonl",
		Args:    countArgs("file"),
		RunE:    func(cmd *cobra.Command, args []string) error { return regrade(cmd.Context(), s, args[0], asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object for each change")
	return cmd
}

// change is an answer with a new verdict.
type change struct {
	Line     int               `json:"line"`
	Exercise string            `json:"exercise"`
	Task     string            `json:"step"`
	Seed     uint64            `json:"seed"`
	Raw      map[string]string `json:"raw"`
	Before   outcome           `json:"before"`
	After    outcome           `json:"after"`
}

// outcome is the part of a report that regrade compares.
type outcome struct {
	Status        string `json:"status"`
	Verdict       string `json:"verdict,omitempty"`
	Misconception string `json:"mal_rule,omitempty"`
}

func (o outcome) String() string {
	text := cmp.Or(o.Verdict, o.Status)
	if o.Misconception != "" {
		text += " (" + o.Misconception + ")"
	}
	return text
}

// regrader judges the answers of a log.
type regrader struct {
	examiner
	out          io.Writer
	asJSON       bool
	answerCount  int
	changedCount int
	skipped      map[string]int // number of skipped answers by reason
}

func regrade(ctx context.Context, s streams, file string, asJSON bool) error {
	lib, err := s.library(ctx, "")
	if err != nil {
		return err
	}
	in, name, err := s.open(ctx, file)
	if err != nil {
		return err
	}
	defer in.Close()
	r := &regrader{examiner: examiner{library: lib}, out: s.out, asJSON: asJSON, skipped: map[string]int{}}
	events := 0
	problems, err := progress.ReadEvents(in, func(line int, e progress.Event) error {
		events++
		return r.answer(ctx, line, e)
	})
	if err != nil {
		return readError(ctx, name, err)
	}
	if events == 0 && len(problems) > 0 {
		return failf("regrade reads JSON Lines, as kernellab class export --json prints them", "%s: %v", name, problems[0])
	}
	for _, p := range problems {
		fmt.Fprintf(s.err, "%s: %v\n", file, p)
	}
	for _, reason := range sortedKeys(r.skipped) {
		fmt.Fprintf(s.err, "not judged: %d %s\n", r.skipped[reason], reason)
	}
	fmt.Fprintf(s.err, "%s, %d changed\n", ascii.Count(r.answerCount, "answer"), r.changedCount)
	return nil
}

// answer judges one line of the log.
func (r *regrader) answer(ctx context.Context, line int, a progress.Event) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if !a.IsJudged() || a.Disputed { // a disputed answer repeats the previous one
		return nil
	}
	r.answerCount++
	report, reason := r.judgeAgain(ctx, a)
	if reason != "" {
		r.skipped[reason]++
		return nil
	}
	before := outcome{a.Status, a.Verdict, a.Misconception}
	after := outcome{report.Verdict.Status(), report.Verdict.Name(), report.Misconception}
	if before == after {
		return nil
	}
	r.changedCount++
	return r.print(change{line, a.Exercise, a.Task, a.Seed, a.Raw, before, after})
}

// examiner judges answers again. It keeps the exercise of the last answer open.
type examiner struct {
	library exercises.Library
	current *exercises.Exercise
}

// judgeAgain judges the answer of an event. If that is impossible, reason says which answers cannot
// be judged, such as "on the student's own data".
func (x *examiner) judgeAgain(ctx context.Context, a progress.Event) (r exercises.Report, reason string) {
	if a.Data != "" {
		return r, "on the student's own data"
	}
	if x.current == nil || x.current.ID != a.Exercise || x.current.Seed != a.Seed {
		e, err := x.library.Open(a.Exercise, exercises.Options{Seed: a.Seed})
		if err != nil {
			return r, "of exercises that do not exist any more"
		}
		x.current = e.WithFormer()
	}
	i := slices.IndexFunc(x.current.Tasks, func(t exercises.Task) bool { return t.Info().Name == a.Task })
	if i < 0 {
		return r, "of tasks that do not exist any more"
	}
	task := x.current.Tasks[i]
	info := task.Info()
	if len(a.Raw) == 0 && a.Accepted && len(info.Reference) > 0 {
		return r, "of tasks that only showed something then, and ask now"
	}
	raw := exercises.MigrateAnswers(info.Fields, a.Raw)
	hasAnswer := func(f exercises.Field) bool { return raw[f.Name] != "" }
	if a.Status == exercises.Equal.Status() && len(info.Fields) > 0 && !slices.ContainsFunc(info.Fields, hasAnswer) {
		return r, "of tasks that ask in other fields now"
	}
	return task.Check(ctx, raw), ""
}

// mistakeAdvice returns a function that judges the answer of an event again and returns the first line of
// advice on its misconception, or "" if there is none any more.
func mistakeAdvice(ctx context.Context, library exercises.Library) func(progress.Event) string {
	x := &examiner{library: library}
	return func(e progress.Event) string {
		r, _ := x.judgeAgain(ctx, e)
		if r.Misconception != e.Misconception || len(r.Advice) == 0 {
			return ""
		}
		return r.Advice[0].String()
	}
}

func (r *regrader) print(c change) error {
	if r.asJSON {
		return writeJSON(r.out, c)
	}
	_, err := fmt.Fprintf(r.out, "line %d: %s %s, seed %d: %s → %s  %s\n", c.Line, c.Exercise, c.Task, c.Seed, c.Before,
		c.After, exercises.Answers(c.Raw))
	return err
}
