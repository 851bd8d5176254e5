package cli

import (
	"bufio"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"kernellab/ascii"
	"kernellab/lab/progress"
	"kernellab/lab/store"
)

const classHelp = `Work on the class of a host, which may be running meanwhile.

The class is that of the host's folder --data-dir, or the one in --store.
A student is named by name, or by the beginning of the id in class list.`

const createHelp = `Store the list of the class and print a name and a personal code, as CSV, for
each student without a fingerprint. Such a student types the code once, at the
first login; codes that have been used are not printed again. A new list replaces
the old one. Students on both keep their codes, and everybody who has joined
stays in the class.`

const mergeHelp = `A student who has lost a key comes with another one, as another student. Put the
work of both together: OLD is the student from before, NEW the one with the key
that works. Events are numbered again in order of time.`

const forgetHelp = `Delete everything of a student: name, work, events, and what an older kernellab
saved in the host's folder. A key on the list of the class can join again.
Backups, exports, and the copy that is made before a newer kernellab changes the
record still have it; delete those as well.`

const purgeHelp = `Delete all students of the class, and its list. The host and its key stay.
Backups, exports, and the copy that is made before a newer kernellab changes the
record still have the work; delete those as well.`

// classPlace holds the flags that locate a class.
type classPlace struct{ store, dataDir string }

// newClass returns the commands for the class of a host.
func newClass(s streams) *cobra.Command {
	var at classPlace
	cmd := &cobra.Command{Use: "class", Short: "Work on the list and the students of a host's class", Long: classHelp,
		Args: knownCommand, RunE: showHelp}
	addStore(cmd.PersistentFlags(), &at.store, "a file record.db, or an address such as postgres://lab@db/class")
	cmd.PersistentFlags().StringVar(&at.dataDir, "data-dir", "", "folder of the host")
	cmd.PersistentFlags().Lookup("data-dir").DefValue = "server, under your data folder"
	add := func(c *cobra.Command, run func(context.Context, classRecord, []string) error) *cobra.Command {
		c.Args = argsInUse("student")
		c.RunE = func(cmd *cobra.Command, args []string) error {
			record, err := openClass(s, at, c.Name() == "create")
			if err != nil {
				return err
			}
			return errors.Join(run(cmd.Context(), record, args), record.Close())
		}
		cmd.AddCommand(c)
		return c
	}
	var roster string
	create := add(&cobra.Command{Use: "create", Short: "Store the list of the class and print personal codes",
		Long: createHelp, Example: "  kernellab class create --roster class.csv > codes.csv"},
		func(ctx context.Context, c classRecord, _ []string) error { return c.create(ctx, s, roster) })
	create.Flags().StringVar(&roster, "roster", "", "CSV file: name, and the fingerprint of a key or nothing")
	add(&cobra.Command{Use: "list", Short: "List the students: name, id, last seen, events"},
		func(ctx context.Context, c classRecord, _ []string) error { return c.list(ctx, s) })
	var asJSON bool
	add(&cobra.Command{Use: "export", Short: "Print all events with the names of the students, as CSV",
		Long: classExportHelp, Example: "  kernellab class export > class.csv"},
		func(ctx context.Context, c classRecord, _ []string) error { return c.export(ctx, s, asJSON) },
	).Flags().BoolVar(&asJSON, "json", false, "print JSON Lines")
	var shown boardFlags
	shown.add(add(&cobra.Command{Use: "board", Short: "Show what every student does now, who is stuck, and wrong answers",
		Long: classBoardHelp, Example: "  kernellab class board --run forks.run"},
		func(ctx context.Context, c classRecord, _ []string) error { return c.board(ctx, s, shown) }))
	var about reportFlags
	add(newClassReport(&about),
		func(ctx context.Context, c classRecord, _ []string) error { return c.report(ctx, s, about) })
	add(&cobra.Command{Use: "merge OLD NEW", Short: "Put the work of a lost key and of its successor together",
		Long: mergeHelp},
		func(ctx context.Context, c classRecord, args []string) error { return c.merge(ctx, s, args) })
	var sure bool
	forget := add(&cobra.Command{Use: "forget STUDENT", Short: "Delete everything of one student", Long: forgetHelp},
		func(ctx context.Context, c classRecord, args []string) error { return c.forget(ctx, s, args[0], sure) })
	purge := add(&cobra.Command{Use: "purge", Short: "Delete the class", Long: purgeHelp},
		func(ctx context.Context, c classRecord, _ []string) error { return c.purge(ctx, s, sure) })
	archive := add(newClassArchive(),
		func(ctx context.Context, c classRecord, args []string) error { return c.archive(ctx, s, args, sure) })
	archive.Args = nil
	for _, c := range []*cobra.Command{forget, purge, archive} {
		c.Flags().BoolVar(&sure, "yes", false, "do not ask")
	}
	return cmd
}

// classRecord is the record of a class and the folder of its host.
type classRecord struct {
	*store.DB
	dir string
}

// openClass opens the record of a class. Unless create is set, the record must exist.
func openClass(s streams, at classPlace, create bool) (classRecord, error) {
	dir := at.dataDir
	if dir == "" && at.store != "" && !strings.Contains(at.store, "://") {
		dir = filepath.Dir(at.store)
	}
	dir, err := hostFolder(dir, s.env)
	if err != nil {
		return classRecord{}, err
	}
	where := cmp.Or(at.store, filepath.Join(dir, recordName))
	db, err := openRecordAt(where, create)
	return classRecord{db, dir}, err
}

// create stores the list of the class and prints the codes that nobody has claimed.
func (c classRecord) create(ctx context.Context, s streams, roster string) error {
	if roster == "" {
		return usagef("write --roster class.csv", "class create needs the list of the class")
	}
	if err := setRoster(ctx, c.DB, roster); err != nil {
		return err
	}
	rows, err := c.Roster(ctx)
	out := csv.NewWriter(s.out)
	for _, r := range rows {
		if r.Code != "" && r.Student == "" {
			_ = out.Write([]string{r.Name, r.Code}) // Error below reports what fails
		}
	}
	out.Flush()
	return errors.Join(err, out.Error())
}

// list prints the students of the class.
func (c classRecord) list(ctx context.Context, s streams) error {
	people, err := c.People(ctx)
	if err != nil {
		return err
	}
	out := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "name\tid\tlast seen\tevents")
	for _, p := range people {
		seen := "-"
		if !p.Seen.IsZero() {
			seen = p.Seen.Local().Format(time.DateTime)
		}
		fmt.Fprintf(out, "%s\t%.8s\t%s\t%d\n", cmp.Or(p.Name, "-"), p.ID, seen, p.Events)
	}
	return out.Flush()
}

// student returns the student whose name is text, or else whose id begins with text.
func (c classRecord) student(ctx context.Context, text string) (store.Person, error) {
	people, err := c.People(ctx)
	if err != nil {
		return store.Person{}, err
	}
	var named, withID []store.Person
	for _, p := range people {
		if strings.EqualFold(p.Name, text) {
			named = append(named, p)
		} else if strings.HasPrefix(p.ID, text) {
			withID = append(withID, p)
		}
	}
	if len(named) == 0 {
		named = withID
	}
	switch {
	case len(named) == 0 || text == "":
		return store.Person{}, failf("kernellab class list prints names and ids", "there is no student %q", text)
	case len(named) == 1:
		return named[0], nil
	}
	var candidates []string
	for _, p := range named {
		candidates = append(candidates, title(p))
	}
	return store.Person{}, failf("write the beginning of one id", "%q may be %s", text, strings.Join(candidates, ", "))
}

// title returns the name and the beginning of the id of a student.
func title(p store.Person) string { return fmt.Sprintf("%s (%.8s)", cmp.Or(p.Name, "somebody"), p.ID) }

// merge moves the work of the student in args[1] to the student in args[0].
func (c classRecord) merge(ctx context.Context, s streams, args []string) error {
	into, err := c.student(ctx, args[0])
	if err != nil {
		return err
	}
	from, err := c.student(ctx, args[1])
	if err != nil {
		return err
	}
	if err := c.Merge(into.ID, from.ID); err != nil {
		return failf("", "%s and %s are not merged: %v", title(into), title(from), err)
	}
	fmt.Fprintf(s.err, "%s has the work of %s\n", title(into), title(from))
	return nil
}

// forget deletes a student.
func (c classRecord) forget(ctx context.Context, s streams, text string, sure bool) error {
	p, err := c.student(ctx, text)
	if err != nil {
		return err
	}
	if err := confirm(ctx, s, sure, fmt.Sprintf("Delete everything of %s, with %d event%s?", title(p), p.Events,
		plural(int(p.Events)))); err != nil {
		return err
	}
	if err := c.Forget(p.ID); err != nil || p.Folder == "" {
		return err
	}
	return os.RemoveAll(filepath.Join(progress.Students(c.dir), filepath.Base(p.Folder)))
}

// purge deletes the class.
func (c classRecord) purge(ctx context.Context, s streams, sure bool) error {
	people, err := c.People(ctx)
	if err != nil {
		return err
	}
	question := "Delete the class, with its list and " + ascii.Count(len(people), "student") + "?"
	if err := confirm(ctx, s, sure, question); err != nil {
		return err
	}
	if err := c.Purge(); err != nil {
		return err
	}
	return os.RemoveAll(progress.Students(c.dir))
}

// confirm asks a question and returns an error unless the answer is yes.
func confirm(ctx context.Context, s streams, sure bool, question string) error {
	if sure {
		return nil
	}
	fmt.Fprint(s.err, question+" Type yes: ")
	answer, err := withGrace(ctx, func() (string, error) {
		line, _ := bufio.NewReader(s.in).ReadString('\n')
		return strings.TrimSpace(line), nil
	})
	if err == nil && answer != "yes" {
		err = failf("type yes, or add --yes", "nothing is deleted")
	}
	return err
}
