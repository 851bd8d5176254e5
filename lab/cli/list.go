package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"kernellab/exercises/catalogue"
	"kernellab/lab/study"
)

// newList is the command that prints the units and exercises with progress.
func newList(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List units and exercises, with your progress",
		Args:  noArgs,
		RunE:  func(*cobra.Command, []string) error { return list(s) },
	}
}

func list(s streams) error {
	library, err := catalogue.New()
	if err != nil {
		return err
	}
	own, err := openStudent(s, library, &labFlags{}, study.Options{WorkOnly: true})
	if err != nil {
		return err
	}
	for _, u := range own.student.Units() {
		fmt.Fprintf(s.out, "Unit %s  %s\n", u.ID, u.Title)
		for _, e := range u.Exercises {
			fmt.Fprintf(s.out, "  %-5s %-44s %s\n", e.ID, e.Title, stateWords(e))
		}
	}
	return nil
}

// stateWords is how far an exercise is, in a few words.
func stateWords(e study.ExerciseView) string {
	switch e.State {
	case study.Untouched:
		return fmt.Sprintf("%d min", e.Minutes)
	case study.Begun:
		return fmt.Sprintf("begun, step %d of %d", e.Index+1, len(e.Steps))
	}
	return e.State.Words()
}
