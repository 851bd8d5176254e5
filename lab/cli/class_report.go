package cli

import (
	"context"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"kernellab/exercises"
	"kernellab/exercises/catalogue"
	"kernellab/lab/progress"
	"kernellab/lab/report"
)

const classReportHelp = `Describe what a class has done: how far it got, time against plan, the hardest
tasks, the commonest misconceptions and those that come back in a later exercise,
and wrong answers that no rule recognised. Without --html or --markdown it is
Markdown on standard output. --html writes one page with pictures, which loads
nothing from elsewhere and fits on A4. Both may be given.
The report has no names, but answers as students typed them: look through it
before you pass it on. --names adds a list of the students.`

// reportFlags are the flags of class report.
type reportFlags struct {
	html, markdown, exercise, since string
	names                           bool
}

// newClassReport returns the command that prints a report. Its caller adds the function that runs it.
func newClassReport(f *reportFlags) *cobra.Command {
	cmd := &cobra.Command{Use: "report", Short: "Describe what the class has done, as Markdown or a page of HTML",
		Long:    classReportHelp,
		Example: "  kernellab class report\n  kernellab class report --html report.html --exercise 7.7"}
	cmd.Flags().StringVar(&f.html, "html", "", "write a page with pictures to this file, which ends in .html")
	cmd.Flags().StringVar(&f.markdown, "markdown", "", "write Markdown to this file, which ends in .md")
	cmd.Flags().StringVar(&f.exercise, "exercise", "", "report on one exercise, such as 7.7")
	cmd.Flags().StringVar(&f.since, "since", "", "leave out what was before a day, such as 2026-11-27")
	cmd.Flags().BoolVar(&f.names, "names", false, "list the students by name")
	return cmd
}

// options checks the flags.
func (f reportFlags) options(library exercises.Library) (o report.Options, err error) {
	o = report.Options{Exercise: f.exercise, Names: f.names}
	if f.exercise != "" {
		if _, err := library.Open(f.exercise, exercises.Options{Seed: judgedSeed}); err != nil {
			return o, usagef("kernellab list has the exercises", "--exercise %s: there is no such exercise", f.exercise)
		}
	}
	if f.since != "" {
		if o.Since, err = time.ParseInLocation(time.DateOnly, f.since, time.Local); err != nil {
			return o, usagef("write --since 2026-11-27", "--since %q: it is not a day", f.since)
		}
	}
	if err := checkEnding("html", f.html, ".html", ".htm"); err != nil {
		return o, err
	}
	return o, checkEnding("markdown", f.markdown, ".md")
}

// report writes a report on the class.
func (c classRecord) report(ctx context.Context, s streams, f reportFlags) error {
	library, err := catalogue.New()
	if err != nil {
		return err
	}
	o, err := f.options(library)
	if err != nil {
		return err
	}
	typed := typedAnswers{library, map[string][]taskField{}}
	o.Typed = typed.of
	o.Explain = func(e progress.Event) string { return adviceOn(ctx, library, e) }
	r := report.New(library, o)
	people, err := c.People(ctx)
	if err != nil {
		return err
	}
	for _, p := range people {
		if p.Name != "" {
			r.Name(map[string]string{p.ID: p.Name})
		}
		if err := c.Student(p.ID).Events(ctx, func(e progress.Event) error {
			r.Add(e)
			return nil
		}); err != nil {
			return err
		}
	}
	return f.write(s.out, r)
}

// write writes the report in the formats asked for.
func (f reportFlags) write(out io.Writer, r *report.Report) error {
	if f.html == "" && f.markdown == "" {
		return r.Markdown(out)
	}
	if f.html != "" {
		if err := writeFile("html", f.html, r.HTML); err != nil {
			return err
		}
	}
	if f.markdown == "" {
		return nil
	}
	return writeFile("markdown", f.markdown, r.Markdown)
}

// adviceOn judges the answer of an event again and returns the first line of advice on its
// misconception. It returns "" if there is none any more, or if the answer depends on the
// student's own data.
func adviceOn(ctx context.Context, library exercises.Library, e progress.Event) string {
	opened, err := library.Open(e.Exercise, exercises.Options{Seed: e.Seed})
	if err != nil || e.Data != "" {
		return ""
	}
	tasks := opened.Judged().Tasks
	i := slices.IndexFunc(tasks, func(t exercises.Task) bool { return t.Info().Name == e.Task })
	if i < 0 {
		return ""
	}
	r := tasks[i].Check(ctx, exercises.MigrateAnswers(tasks[i].Info().Fields, e.Raw))
	if r.Misconception != e.Note || len(r.Advice) == 0 {
		return ""
	}
	return r.Advice[0].String()
}
