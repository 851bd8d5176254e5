package cli

import (
	"context"
	"path/filepath"

	"github.com/spf13/cobra"

	"kernellab/lab/progress"
	"kernellab/lab/store"
)

const exportHelp = `Print everything that a record logs, one JSON object per line: student (a code
that names nobody), seq (the number of the event, for each student), kind
(answer, prediction, hint or solution), time, exercise, step (the task), seed,
raw (the answers as typed), reading, status, verdict, accepted, note (the
misconception), hints (shown so far), solution (it was shown), ms (since the
task was opened). A line with disputed repeats an answer to which the student
has rejected the advice. kernellab regrade reads these lines.

Without --store it is the record of this machine's student. That of a class is
the file record.db in the folder of the host, or the address of PostgreSQL.`

// newStore returns the command for the record of a student or a class.
func newStore(s streams) *cobra.Command {
	var where string
	export := &cobra.Command{
		Use:     "export",
		Short:   "Print every answer, hint and solution as JSON Lines",
		Long:    exportHelp,
		Example: "  kernellab store export > events.jsonl\n  kernellab store export --store /srv/kernellab/record.db",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return exportEvents(cmd.Context(), s, where) },
	}
	export.Flags().StringVar(&where, "store", "", "a file record.db, or an address such as postgres://lab@db/class")
	cmd := &cobra.Command{Use: "store", Short: "Work on the record of what students have done"}
	cmd.AddCommand(export)
	return cmd
}

// exportEvents prints the events of all students in a record. If where is empty, it is
// the record of this machine's student.
func exportEvents(ctx context.Context, s streams, where string) error {
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
		if err := student.Events(ctx, func(e progress.Event) error { return writeJSON(s.out, e) }); err != nil {
			return err
		}
	}
	return nil
}
