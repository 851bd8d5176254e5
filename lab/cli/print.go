package cli

import (
	"github.com/spf13/cobra"

	"kernellab/lab/handout"
)

const printHelp = `Print the worksheet of an exercise for paper, with the numbers of a seed, its
figures, and blanks for the answers. Without --html it is Markdown on standard
output. --html writes a page that prints on A4 and Letter, in black on white.
Choices are boxes to tick. --solutions adds the solutions on a new page.`

// newPrint returns the command that prints a worksheet.
func newPrint(s streams) *cobra.Command {
	var seed uint64
	var worksheets string
	var solutions bool
	var f pageFlags
	cmd := &cobra.Command{
		Use:     "print EXERCISE",
		Short:   "Print a worksheet for paper, as Markdown or a page of HTML",
		Long:    printHelp,
		Example: "  kernellab print 7.6 --seed 3\n  kernellab print 7.6 --seed 3 --solutions --html smo.html",
		Args:    argsInUse("exercise"),

		ValidArgsFunction: completeExercise,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(); err != nil {
				return err
			}
			library, err := s.library(cmd.Context(), worksheets)
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
	cmd.Flags().Uint64Var(&seed, "seed", judgedSeed, "the seed from which the numbers of the exercise are drawn")
	cmd.Flags().BoolVar(&solutions, "solutions", false, "add the solutions on a new page")
	addWorksheets(cmd.Flags(), &worksheets)
	f.add(cmd.Flags())
	return cmd
}
