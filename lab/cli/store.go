package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kernellab/ascii"
	"kernellab/lab/progress"
	"kernellab/lab/store"
)

const exportHelp = `Print everything that a record logs, one JSON object per line: student (a code that
names nobody), seq (the number of the event, for each student), kind (answer,
prediction, hint, solution, opened, gate, help, vote, follow or unfollow), time,
exercise, step (the task), seed, raw (the answers as typed), reading, status,
verdict, accepted, note (the misconception), hints (shown so far), solution (it was
shown), ms (since the task was opened). If a line has the field "disputed", it
repeats an answer: the student has said that the message about the answer was about
a different mistake.
The command "kernellab regrade" reads these lines.
`

const backupHelp = `Write everything in a record, in SQLite or PostgreSQL, to a new SQLite file. The
host may be running: the backup is the record at one moment. It contains the secret
that connects students with their keys, so keep it as private as the record.
`

const restoreHelp = `Fill an empty record from a backup: of a student at home, or of a class in SQLite
or PostgreSQL. A record that is not empty is left unchanged. For a host, also copy
the file ssh_host_ed25519_key from its old folder.
`

const importHelp = `Add to a record the events that "kernellab store export" has printed. Events that
the record has already are skipped. An event keeps its number if that is free;
otherwise it gets the next free number. If a line cannot be read, nothing is added.
A hyphen in place of the file means standard input. An export has only events, so it
does not say, for example, at which task a student is; a backup does.
`

const recordHelp = `
Without --store, the command uses the record of the student who works on this
machine. For a class, give --store the file record.db in the folder of the host, or
the address of PostgreSQL.`

// newStore returns the commands for the record of a student or a class, which is a database of
// their work.
func newStore(s streams) *cobra.Command {
	cmd := &cobra.Command{Use: "store", Short: "Copy, fill and print the record of what students have done",
		Args: checkCommand, RunE: showHelp}
	add := func(run func(ctx context.Context, db *store.DB, file string) error, create bool, c *cobra.Command) {
		var location string
		addStore(c.Flags(), &location, storeUsage)
		c.Long += recordHelp
		c.Args = countArgs("file")
		c.RunE = func(cmd *cobra.Command, args []string) error {
			db, err := s.openChosenRecord(location, false, create)
			if err != nil {
				return err
			}
			defer db.Close()
			return run(cmd.Context(), db, strings.Join(args, ""))
		}
		cmd.AddCommand(c)
	}
	add(s.exportEvents, false, &cobra.Command{
		Use: "export", Short: "Print every event, such as an answer, hint or vote, as JSON Lines", Long: exportHelp,
		Example: "  kernellab store export > events.jsonl\n  kernellab store export --store /srv/kernellab/record.db",
	})
	add(s.importEvents, true, &cobra.Command{
		Use: "import FILE", Short: "Add the events of an export to a record", Long: importHelp,
		Example: "  kernellab store import events.jsonl --store /srv/kernellab/record.db",
	})
	add(s.backup, false, &cobra.Command{
		Use: "backup FILE", Short: "Copy a record to a new file", Long: backupHelp,
		Example: "  kernellab store backup monday.db --store /srv/kernellab/record.db",
	})
	add(s.restore, true, &cobra.Command{
		Use: "restore FILE", Short: "Fill an empty record from a backup", Long: restoreHelp,
		Example: "  kernellab store restore monday.db --store postgres://lab@db/class",
	})
	return cmd
}

// storeUsage describes the flag --store of commands that accept every kind of record.
const storeUsage = "a file record.db, or an address such as postgres://lab@db/class"

// addStore adds the flag --store. An empty value is an error, because it may come from an
// unset variable of the shell, and the command must not use another record then.
func addStore(flags *pflag.FlagSet, location *string, usage string) {
	flags.Func("store", usage, func(text string) error {
		if text == "" {
			return usagef("name a record, or leave --store out", "--store is empty")
		}
		*location = text
		return nil
	})
}

// countArgs returns a check that a command has as many arguments as its usage line names.
// noun describes an argument.
func countArgs(noun string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		wanted := strings.Count(cmd.Use, " ")
		if len(args) == wanted {
			return nil
		}
		return usagef(cmd.Parent().CommandPath()+" "+cmd.Use, "%s takes %s, not %d", cmd.Name(),
			ascii.Count(wanted, noun), len(args))
	}
}

// openRecordAt opens a record. Unless create is set, the record must exist.
func openRecordAt(location string, create bool) (*store.DB, error) {
	if create {
		return store.Open(location, store.NoQuota), nil
	}
	db, err := store.OpenExisting(location)
	if err != nil {
		return nil, failf("the lab makes a record when somebody works in it; --store names another one", "there is no record: %v", err)
	}
	return db, nil
}

// exportEvents prints the events of all students in a record.
func (s streams) exportEvents(ctx context.Context, db *store.DB, _ string) error {
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

func (s streams) importEvents(ctx context.Context, db *store.DB, file string) error {
	in, name, err := s.open(ctx, file)
	if err != nil {
		return err
	}
	defer in.Close()
	added, err := db.ImportEvents(in)
	if err != nil {
		return readError(ctx, name, err)
	}
	fmt.Fprintf(s.err, "%s added\n", ascii.Count(added, "event"))
	return nil
}

func (s streams) backup(ctx context.Context, db *store.DB, file string) error {
	err := db.Backup(ctx, file)
	if errors.Is(err, fs.ErrExist) {
		return failf("name a file that does not exist yet",
			"%s exists already, and a backup never overwrites a file", file)
	}
	if err != nil {
		return failf("", "there is no backup: %v", err)
	}
	return nil
}

func (s streams) restore(ctx context.Context, db *store.DB, file string) error {
	err := db.Restore(ctx, file)
	if errors.Is(err, store.ErrNotEmpty) {
		return failf("name another one with --store", "the record is not empty, so it is left as it is")
	}
	if err != nil {
		return failf("restore takes a file of kernellab store backup", "nothing is restored: %v", err)
	}
	return nil
}
