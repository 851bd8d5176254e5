package cli

import (
	"context"
	"path/filepath"

	"github.com/spf13/cobra"

	"kernellab/lab/progress"
	"kernellab/lab/store"
)

const exportHelp = `Print every judged answer of a record, one JSON object per line, as
kernellab regrade reads them: student, time, exercise, step (the task), seed,
raw (the answers as typed), reading, status, verdict, accepted, note (the
misconception), hints, solution (it was shown), ms (since the task was opened).
student is a code that names nobody. A line with disputed repeats an answer to which the student has
rejected the advice.

Without --store it is the record of this machine's student. That of a class is
the file record.db in the folder of the host, or the address of PostgreSQL.`

// newStore returns the command for the record of a student or a class.
func newStore(s streams) *cobra.Command {
	var where string
	export := &cobra.Command{
		Use:     "export",
		Short:   "Print every judged answer as JSON Lines",
		Long:    exportHelp,
		Example: "  kernellab store export > answers.jsonl\n  kernellab store export --store /srv/kernellab/record.db",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return exportAnswers(cmd.Context(), s, where) },
	}
	export.Flags().StringVar(&where, "store", "", "a file record.db, or an address such as postgres://lab@db/class")
	cmd := &cobra.Command{Use: "store", Short: "Work on the record of what students have done"}
	cmd.AddCommand(export)
	return cmd
}

// exportedAnswer is a line of an export.
type exportedAnswer struct {
	Student string `json:"student"`
	progress.Answer
}

// exportAnswers prints the answers of all students in a record. If where is empty, it is
// the record of this machine's student.
func exportAnswers(ctx context.Context, s streams, where string) error {
	if where == "" {
		dir, err := progress.DefaultDir(s.env)
		if err != nil {
			return err
		}
		where = filepath.Join(dir, recordName)
	}
	db, err := store.Existing(where)
	if err != nil {
		return failf("--store takes a file record.db or an address of PostgreSQL", "there is no record: %v", err)
	}
	defer db.Close()
	students, err := db.Students(ctx)
	if err != nil {
		return err
	}
	for _, student := range students {
		if err := student.Answers(ctx, func(_ int64, a progress.Answer) error {
			return writeJSON(s.out, exportedAnswer{student.ID(), a})
		}); err != nil {
			return err
		}
	}
	return nil
}
