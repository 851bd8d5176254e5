package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kernellab/exercises"
	"kernellab/exercises/catalogue"
)

const judgeHelp = `Judge an answer and print what a student would see.
An exercise has tasks (called steps in flags and JSON), and a task has fields;
--list lists both. An argument such as --answer phi="[1, x1]" answers the field phi.
The task is the one that has the fields that you answer (the last one, if several
have them), or the one that --step names. A text without a field name goes to the
first task that asks for a single text and can read it, or to the task that --step
names. Earlier tasks count as answered with their references, and missing fields as
empty, so --step without --answer judges an empty form. A hyphen in place of the
text (--answer -) means standard input.
--json prints one object: exercise, seed, step, accepted, reading (the answer as
it was read, typeset), status (valid, empty, invalid, ambiguous, undecided),
verdict (equal, equal-other-form, close, not-equal, skipped; null if the
status is not valid, or if the task is a prediction, which is not judged), mal_rule
(the misconception recognised, or null), message (the lines shown), and fields:
for each field raw (the answer as typed), reading, status, verdict and, if there is
one, message; also at (the position) and fix (a corrected text) after some syntax
errors, and readings (if the text can be read in two ways).

Exit 0 accepted, 1 not accepted, 2 wrong usage.`

const judgeExample = `  kernellab judge 3.2 --answer "[1, √2x1, √2x2, x1^2, x2^2, √2x1x2]"
  kernellab judge 7.6 --seed 7 --answer ek=-0.4 --answer el=1.2 --json
  kernellab judge --list`

// defaultSeed is the seed of an exercise where no flag --seed gives one.
const defaultSeed uint64 = 1

// judgeFlags are the flags of judge.
type judgeFlags struct {
	seed    uint64
	task    string
	answers []string
	json    bool
	list    bool

	worksheets string
}

// newJudge returns the command that judges one answer.
func newJudge(s streams) *cobra.Command {
	var f judgeFlags
	cmd := &cobra.Command{
		Use:     "judge EXERCISE --answer TEXT",
		Short:   "Judge an answer and print what a student would see",
		Long:    judgeHelp,
		Example: judgeExample,
		Args:    func(_ *cobra.Command, args []string) error { return f.checkArgs(args) },

		ValidArgsFunction: completeExercise,
		RunE: func(cmd *cobra.Command, args []string) error {
			lib, err := s.library(cmd.Context(), f.worksheets)
			if err != nil {
				return err
			}
			if f.list {
				return listFields(s.out, lib, f)
			}
			return judge(cmd.Context(), s, lib, args[0], &f)
		},
	}
	flags := cmd.Flags()
	flags.Uint64Var(&f.seed, "seed", defaultSeed, "the seed from which the numbers of the exercise are drawn")
	flags.StringVar(&f.task, "step", "", "the task to judge")
	flags.StringArrayVar(&f.answers, "answer", nil,
		"text of the answer, or NAME=TEXT for one of several fields")
	addWorksheets(cmd.Flags(), &f.worksheets)
	flags.BoolVar(&f.json, "json", false, "print one JSON object, or with --list one list")
	flags.BoolVar(&f.list, "list", false, "list exercises, tasks, fields and their kinds")
	return cmd
}

func (f *judgeFlags) checkArgs(args []string) error {
	const hint = "kernellab judge --list names the exercises"
	switch {
	case f.list && len(args)+len(f.answers) > 0:
		return usagef("kernellab judge --list", "--list takes no exercise and no answer")
	case f.list:
		return nil
	case len(args) == 0:
		return usagef(hint, "judge needs an exercise")
	case len(args) > 1:
		return usagef(hint, "judge takes one exercise, not %d; put the answer behind --answer", len(args))
	case len(f.answers) == 0 && f.task == "":
		return usagef(`write --answer "[1, x1]", or --answer NAME=TEXT for each field`, "judge needs an answer")
	}
	return nil
}

func judge(ctx context.Context, s streams, lib exercises.Library, id string, f *judgeFlags) error {
	e, err := openExercise(lib, id, f.seed)
	if err != nil {
		return err
	}
	e = e.WithFormer() // with the tasks of earlier versions, whose answers can still be judged
	a, err := f.parseAnswers(ctx, e, s)
	if err != nil {
		return err
	}
	i, err := f.taskOf(e, a)
	if err != nil {
		return err
	}
	out := judgeTask(ctx, e, i, completedAnswers(e, i, a))
	if err := printJudged(s.out, out, f.json); err != nil {
		return err
	}
	if !out.Accepted {
		return errSilent
	}
	return nil
}

// taskOf returns the index of the task to judge: the task that --step names, or
// else the task that the answers belong to.
func (f *judgeFlags) taskOf(e *exercises.Exercise, a exercises.Answers) (int, error) {
	if f.task == "" {
		return lastTaskWith(e, a), nil
	}
	var names []string
	for i, task := range e.Tasks {
		info := task.Info()
		if len(info.Fields) == 0 {
			continue
		}
		if info.Name == f.task {
			return i, nil
		}
		names = append(names, info.Name)
	}
	return 0, usagef("exercise "+e.ID+" asks for answers in "+strings.Join(names, ", "),
		"exercise %s has no task %s that asks for an answer", e.ID, f.task)
}

// openExercise opens an exercise. If the id does not exist, it returns a usage
// error.
func openExercise(lib exercises.Library, id string, seed uint64) (*exercises.Exercise, error) {
	e, err := lib.Open(id, exercises.Options{Seed: seed})
	var unknown *catalogue.UnknownError
	if errors.As(err, &unknown) {
		return nil, usagef("there are "+strings.Join(unknown.Known, ", "), "there is no exercise %s", id)
	}
	return e, err
}

// parseAnswers parses the flags into answers by field.
func (f *judgeFlags) parseAnswers(ctx context.Context, e *exercises.Exercise, s streams) (exercises.Answers, error) {
	a := exercises.Answers{}
	for _, arg := range f.answers {
		name, text, hasName := strings.Cut(arg, "=")
		if !slices.ContainsFunc(e.Tasks, func(t exercises.Task) bool { return hasName && isField(t.Info(), name) }) {
			text, hasName = arg, false
		}
		if text == stdinName {
			input, _, err := s.readFile(ctx, stdinName, 1<<20)
			if err != nil {
				return nil, err
			}
			text = strings.TrimRight(string(input), "\r\n")
		}
		if !hasName {
			var err error
			if name, err = f.fieldFor(ctx, e, text); err != nil {
				return nil, err
			}
		}
		if _, repeated := a[name]; repeated {
			return nil, usagef("give each field once", "two answers to %s", name)
		}
		a[name] = text
	}
	return a, nil
}

// fieldFor returns the name of the field that an unnamed text belongs to. If
// --step names a task, it is that task's single field. Otherwise it is the field
// of the first task that asks for a single text and can read this one. If no task
// can read the text, it is the field of the task that reads the most of it without an error.
func (f *judgeFlags) fieldFor(ctx context.Context, e *exercises.Exercise, text string) (string, error) {
	bestField, furthestError := "", -2
	for i, task := range e.Tasks {
		info := task.Info()
		if len(info.Fields) != 1 || f.task != "" && info.Name != f.task {
			continue
		}
		field := info.Fields[0]
		if f.task != "" {
			return field.Name, nil
		}
		if field.Kind != exercises.TextField {
			continue
		}
		j := judgeTask(ctx, e, i, completedAnswers(e, i, exercises.Answers{field.Name: text})).Fields[field.Name]
		if j.Status != "invalid" {
			return field.Name, nil
		}
		at := -1
		if j.At != nil {
			at = *j.At
		}
		if at > furthestError {
			bestField, furthestError = field.Name, at
		}
	}
	if bestField == "" {
		return "", f.noFieldError(e, text)
	}
	return bestField, nil
}

// noFieldError returns a usage error that lists the fields a text could belong to.
func (f *judgeFlags) noFieldError(e *exercises.Exercise, text string) error {
	var names []string
	for _, task := range e.Tasks {
		for _, field := range task.Info().Fields {
			names = append(names, field.Name)
		}
	}
	if len(names) == 0 {
		return usagef("kernellab judge --list names the exercises that ask", "exercise %s asks nothing", e.ID)
	}
	hint := "write --answer NAME=TEXT; exercise " + e.ID + " has the fields " + strings.Join(names, ", ")
	if f.task != "" {
		return usagef(hint, "exercise %s has no task %s with a single field, for %q", e.ID, f.task, text)
	}
	return usagef(hint, "there is no field for %q", text)
}

func printJudged(w io.Writer, j judgedTask, asJSON bool) error {
	if asJSON {
		return writeJSON(w, j)
	}
	var b strings.Builder
	if j.Reading != "" {
		fmt.Fprintf(&b, "read as  %s\n", j.Reading)
	}
	for _, line := range j.Message {
		fmt.Fprintln(&b, line)
	}
	for _, name := range sortedKeys(j.Fields) {
		for _, reading := range j.Fields[name].Readings {
			fmt.Fprintf(&b, "  it may mean  %s\n", reading)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeJSON prints a value as one line of JSON. It does not escape < and >.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// judgedTask is the result of judging the answers to one task, as judge prints it.
type judgedTask struct {
	Exercise      string   `json:"exercise"`
	Seed          uint64   `json:"seed"`
	Task          string   `json:"step"`
	Accepted      bool     `json:"accepted"`
	Reading       string   `json:"reading"`
	Status        string   `json:"status"`
	Verdict       *string  `json:"verdict"`
	Misconception *string  `json:"mal_rule"`
	Message       []string `json:"message"`
	// Fields has an entry for each field of the task.
	Fields map[string]judgedField `json:"fields"`
}

// judgedField is the result for one field. Raw is the answer as typed.
type judgedField struct {
	Raw      string   `json:"raw"`
	Reading  string   `json:"reading"`
	Status   string   `json:"status"`
	Verdict  *string  `json:"verdict"`
	Message  string   `json:"message,omitempty"`
	At       *int     `json:"at,omitempty"` // the rune to which a syntax error points, from 0
	Fix      string   `json:"fix,omitempty"`
	Readings []string `json:"readings,omitempty"`
}

// completedAnswers returns the answers to task i, completed from the references. It adds missing
// answers to earlier tasks, and inputs of the task that are not fields.
func completedAnswers(e *exercises.Exercise, i int, taskAnswers exercises.Answers) exercises.Answers {
	info := e.Tasks[i].Info()
	answers := exercises.Answers{}
	for _, task := range e.Tasks[:i] {
		answers = answers.Joined(task.Info().Reference)
	}
	for name, text := range info.Reference {
		if !isField(info, name) { // for example the position of a slider
			answers = answers.With(name, text)
		}
	}
	return answers.Joined(taskAnswers)
}

// judgeTask judges answers to task i of an exercise without completing them.
func judgeTask(ctx context.Context, e *exercises.Exercise, i int, answers exercises.Answers) judgedTask {
	task := e.Tasks[i]
	info := task.Info()
	r := task.Check(ctx, answers)
	out := judgedTask{
		Exercise: e.ID, Seed: e.Seed, Task: info.Name, Accepted: r.Accepted,
		Reading: exercises.ReadingsOf(ctx, task, info.Fields, answers, r),
		Status:  r.Verdict.Status(), Verdict: verdictOf(r.Verdict), Message: linesOf(r),
		Fields: map[string]judgedField{},
	}
	if r.Misconception != "" {
		out.Misconception = &r.Misconception
	}
	for _, f := range info.Fields {
		out.Fields[f.Name] = judgeField(ctx, task, f, answers[f.Name], r)
	}
	return out
}

func isField(info exercises.Info, name string) bool {
	return slices.ContainsFunc(info.Fields, func(f exercises.Field) bool { return f.Name == name })
}

func judgeField(ctx context.Context, task exercises.Task, f exercises.Field, text string,
	r exercises.Report) judgedField {
	j := judgedField{Raw: text, Reading: exercises.ReadingOf(ctx, task, f, text, r), Status: r.Verdict.Status(),
		Verdict: verdictOf(r.Verdict)}
	if fieldReport, ok := r.Fields[f.Name]; ok {
		j.Status, j.Verdict = fieldReport.Verdict.Status(), verdictOf(fieldReport.Verdict)
		j.Message, j.Fix = fieldReport.Message, fieldReport.Fix
		if fieldReport.At >= 0 && fieldReport.Verdict == exercises.Unreadable {
			j.At = &fieldReport.At
		}
		for _, reading := range fieldReport.Readings {
			j.Readings = append(j.Readings, reading.Text)
		}
	}
	return j
}

// linesOf returns the lines that a student sees. The first one contains the verdict.
func linesOf(r exercises.Report) []string {
	out := []string{r.FirstLine()}
	for _, l := range slices.Concat(r.Fact, r.Advice) {
		out = append(out, l.String())
	}
	return out
}

// verdictOf returns the name of a verdict, or nil if it has no name.
func verdictOf(v exercises.Verdict) *string {
	if name := v.Name(); name != "" {
		return &name
	}
	return nil
}

// lastTaskWith returns the index of the last task that has one of the fields named in
// the answers.
func lastTaskWith(e *exercises.Exercise, a exercises.Answers) (index int) {
	for i, task := range e.Tasks {
		for _, f := range task.Info().Fields {
			if _, ok := a[f.Name]; ok {
				index = i
			}
		}
	}
	return index
}
