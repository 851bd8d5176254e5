package cli

import (
	"bufio"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kernellab/ascii"
	"kernellab/lab/progress"
	"kernellab/lab/store"
)

const classHelp = `Show and change the class of a host. The host may be running.

The record of the class is in the folder of the host, --data-dir, or in --store.
To name a student, give the whole name, or the first characters of the id that
"kernellab class list" prints.`

const createHelp = `Store the list of the class. Print, as CSV, a name and a personal code for each
student whose line in the list has no fingerprint of a key. Such a student types the
code once, at the first login; codes that have been used are not printed again. A
new list replaces the old one. Students on both lists keep their codes, and
everybody who has joined stays in the class.`

const mergeHelp = `A student who has lost a key and logs in with another one counts as another
student. This command joins the work of both: OLD is the earlier student, NEW the
one with the key that works. Events are numbered again in order of time.`

const forgetHelp = `Delete everything of a student: name, work, events, and what an older kernellab
saved in the host's folder. A key on the list of the class can join again.
All this is still in backups, in exports, and in the copy that is made before a newer
kernellab changes the record: delete these as well.`

const purgeHelp = `Delete all students of the class, and its list. The host and its key stay.
The work is still in backups, in exports, and in the copy that is made before a newer
kernellab changes the record: delete these as well.`

// classCommand runs one of the commands of kernellab class. It holds the flags of all of them, and
// the record of the class, which is a database.
type classCommand struct {
	streams
	*store.DB
	store, dataDir        string // flags that locate the class
	roster                string // file
	asJSON, skipsQuestion bool
	boardFlags            boardFlags
	reportFlags           reportFlags
}

// newClass returns the commands for the class of a host, which lets students work over SSH.
func newClass(s streams) *cobra.Command {
	c := &classCommand{streams: s}
	cmd := &cobra.Command{Use: "class", Short: "Show and change the list and the students of a class", Long: classHelp,
		Args: checkCommand, RunE: showHelp}
	addStore(cmd.PersistentFlags(), &c.store, storeUsage)
	cmd.PersistentFlags().StringVar(&c.dataDir, "data-dir", "", "folder of the host")
	cmd.PersistentFlags().Lookup("data-dir").DefValue = "server, under your data folder"
	add := func(run func(context.Context, []string) error, sub *cobra.Command) *pflag.FlagSet {
		if sub.Args == nil {
			sub.Args = countArgs("student")
		}
		sub.RunE = func(cmd *cobra.Command, args []string) error {
			if err := c.openRecord(sub.Name() == "create"); err != nil {
				return err
			}
			return errors.Join(run(cmd.Context(), args), c.Close())
		}
		cmd.AddCommand(sub)
		return sub.Flags()
	}
	add(c.create, &cobra.Command{Use: "create", Short: "Store the list of the class and print personal codes",
		Long: createHelp, Example: "  kernellab class create --roster class.csv > codes.csv"},
	).StringVar(&c.roster, "roster", "", "list of the class, a CSV file: name, and the fingerprint of a key or nothing")
	add(c.list, &cobra.Command{Use: "list", Short: "List the students: name, id, last seen, events"})
	add(c.export, &cobra.Command{Use: "export", Short: "Print all events with the names of the students, as CSV",
		Long: classExportHelp, Example: "  kernellab class export > class.csv"},
	).BoolVar(&c.asJSON, "json", false, "print JSON Lines")
	c.boardFlags.add(add(c.board, &cobra.Command{Use: "board",
		Short: "Show what every student does now, who is stuck, and wrong answers", Long: classBoardHelp,
		Example: "  kernellab class board --run forks.run"}))
	c.reportFlags.add(add(c.report, &cobra.Command{Use: "report",
		Short: "Describe what the class has done, as Markdown or a page of HTML", Long: classReportHelp,
		Example: "  kernellab class report\n  kernellab class report --html report.html --exercise 7.7"}))
	add(c.merge, &cobra.Command{Use: "merge OLD NEW",
		Short: "Join the work of a lost key with that of its successor", Long: mergeHelp})
	for _, flags := range []*pflag.FlagSet{
		add(c.forget, &cobra.Command{Use: "forget STUDENT", Short: "Delete everything of one student",
			Long: forgetHelp}),
		add(c.purge, &cobra.Command{Use: "purge", Short: "Delete the class", Long: purgeHelp}),
		add(c.archive, &cobra.Command{Use: "archive NAME", Short: "Put a finished class away", Long: archiveHelp,
			Example: "  kernellab class archive autumn", Args: countArgs("name")}),
	} {
		flags.BoolVar(&c.skipsQuestion, "yes", false, "do not ask")
	}
	return cmd
}

// openRecord opens the record of the class. Unless create is set, the record must exist.
func (c *classCommand) openRecord(create bool) (err error) {
	if c.dataDir == "" && c.store != "" && !strings.Contains(c.store, "://") {
		c.dataDir = filepath.Dir(c.store)
	}
	if c.dataDir, err = hostFolder(c.dataDir, c.env); err != nil {
		return err
	}
	c.DB, err = openRecordAt(cmp.Or(c.store, filepath.Join(c.dataDir, recordName)), create)
	return err
}

// create stores the list of the class and prints the codes that nobody has claimed.
func (c *classCommand) create(ctx context.Context, _ []string) error {
	if c.roster == "" {
		return usagef("write --roster class.csv", "class create needs the list of the class")
	}
	if err := setRoster(ctx, c.DB, c.roster); err != nil {
		return err
	}
	rows, err := c.Roster(ctx)
	var codes [][]string
	for _, r := range rows {
		if r.Code != "" && r.Student == "" {
			codes = append(codes, []string{r.Name, r.Code})
		}
	}
	return errors.Join(err, csv.NewWriter(c.out).WriteAll(codes))
}

// list prints the students of the class.
func (c *classCommand) list(ctx context.Context, _ []string) error {
	people, err := c.People(ctx)
	if err != nil {
		return err
	}
	out := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "name\tid\tlast seen\tevents")
	for _, p := range people {
		lastSeen := "-"
		if !p.LastSeen.IsZero() {
			lastSeen = p.LastSeen.Local().Format(time.DateTime)
		}
		fmt.Fprintf(out, "%s\t%.8s\t%s\t%d\n", cmp.Or(p.Name, "-"), p.ID, lastSeen, p.Events)
	}
	return out.Flush()
}

// studentNamed returns the student whose name is text, or else whose id begins with text.
func studentNamed(ctx context.Context, db *store.DB, text string) (store.Person, error) {
	people, err := db.People(ctx)
	if err != nil {
		return store.Person{}, err
	}
	var nameMatches, idMatches []store.Person
	for _, p := range people {
		if strings.EqualFold(p.Name, text) {
			nameMatches = append(nameMatches, p)
		} else if strings.HasPrefix(p.ID, text) {
			idMatches = append(idMatches, p)
		}
	}
	if len(nameMatches) == 0 {
		nameMatches = idMatches
	}
	switch {
	case len(nameMatches) == 0 || text == "":
		return store.Person{}, failf("give a whole name or the beginning of an id, as kernellab class list prints them",
			"there is no student %q", text)
	case len(nameMatches) == 1:
		return nameMatches[0], nil
	}
	return store.Person{}, failf("write the beginning of one id", "%q may be %s", text,
		ascii.Join(nameMatches, ", ", nameAndID))
}

// nameAndID returns a student's name and the beginning of the student's ID.
func nameAndID(p store.Person) string {
	return fmt.Sprintf("%s (%.8s)", cmp.Or(p.Name, "somebody"), p.ID)
}

// merge moves the work of the student in args[1] to the student in args[0].
func (c *classCommand) merge(ctx context.Context, args []string) error {
	target, err := studentNamed(ctx, c.DB, args[0])
	if err != nil {
		return err
	}
	source, err := studentNamed(ctx, c.DB, args[1])
	if err != nil {
		return err
	}
	if err := c.Merge(target.ID, source.ID); err != nil {
		return failf("", "%s and %s are not merged: %v", nameAndID(target), nameAndID(source), err)
	}
	fmt.Fprintf(c.err, "%s has the work of %s\n", nameAndID(target), nameAndID(source))
	return nil
}

// forget deletes the student in args[0].
func (c *classCommand) forget(ctx context.Context, args []string) error {
	p, err := studentNamed(ctx, c.DB, args[0])
	if err != nil {
		return err
	}
	question := fmt.Sprintf("Delete everything of %s, with %s?", nameAndID(p), ascii.Count(int(p.Events), "event"))
	if err := c.confirm(ctx, question); err != nil {
		return err
	}
	if err := c.Forget(p.ID); err != nil || p.Folder == "" {
		return err
	}
	return os.RemoveAll(filepath.Join(progress.StudentsDir(c.dataDir), filepath.Base(p.Folder)))
}

// purge deletes the class.
func (c *classCommand) purge(ctx context.Context, _ []string) error {
	people, err := c.People(ctx)
	if err != nil {
		return err
	}
	question := "Delete the class, with its list and " + ascii.Count(len(people), "student") + "?"
	if err := c.confirm(ctx, question); err != nil {
		return err
	}
	if err := c.Purge(); err != nil {
		return err
	}
	return os.RemoveAll(progress.StudentsDir(c.dataDir))
}

// confirm asks a question, unless --yes is given, and returns an error unless the answer is yes.
func (c *classCommand) confirm(ctx context.Context, question string) error {
	if c.skipsQuestion {
		return nil
	}
	fmt.Fprint(c.err, question+" Type yes: ")
	answer, err := withGrace(ctx, func() (string, error) {
		line, _ := bufio.NewReader(c.in).ReadString('\n')
		return strings.TrimSpace(line), nil
	})
	if err == nil && answer != "yes" {
		err = failf("type yes, or add --yes", "nothing is deleted")
	}
	return err
}

const archiveHelp = `Put a finished class away: its record becomes the file classes/NAME.db in the
folder of the host. The class and its list are empty then, for the next class. The
host and its key stay. A session of a student who is still in the lab ends when it
saves the next time. To read the file, give --store FILE to "class list", "class
report" or "class export".
The file has names and answers: keep it as private as the record.`

// archive moves the data of the class to a new file in the folder classes. args[0] is its name
// without .db.
func (c *classCommand) archive(ctx context.Context, args []string) error {
	file := args[0] + ".db"
	if !filepath.IsLocal(file) || filepath.Base(file) != file || args[0] == "" {
		return usagef("write kernellab class archive autumn", "%q cannot be a file name", args[0])
	}
	path := filepath.Join(c.dataDir, "classes", file)
	if _, err := os.Lstat(path); err == nil {
		return failf("choose another name", "%s exists, and no archived class is replaced", path)
	}
	people, err := c.People(ctx)
	if err != nil {
		return err
	}
	if len(people) == 0 {
		return failf("an archived class is a file in the folder classes", "there is nobody in the class")
	}
	question := fmt.Sprintf("Put the class with %s away as %s?", ascii.Count(len(people), "student"), path)
	if err := c.confirm(ctx, question); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	if err := c.Archive(path); err != nil {
		return failf("", "the class is not put away: %v", err)
	}
	fmt.Fprintf(c.err, "the class is empty now, and %s has what was in it\n", path)
	// An older program may have saved work that the record does not have.
	err = os.Rename(progress.StudentsDir(c.dataDir), strings.TrimSuffix(path, ".db")+"-students")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
