package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"kernellab/ascii"
	"kernellab/lab/progress"
	"kernellab/lab/store"
)

const archiveHelp = `Put a finished class away: its record becomes the file classes/NAME.db in the
folder of the host, and the class is empty for the next one, also its list. The
host and its key stay. A session of a student who is still in the lab ends. Start
the host again afterwards, because its board keeps the old class until then.
Without NAME, list the classes that have been put away. The option --store FILE
of class list, class report and class export reads one of them.
The file has names and answers: keep it as private as the record.`

// newClassArchive returns the command that puts a class away. Its caller adds the function that runs it.
func newClassArchive() *cobra.Command {
	return &cobra.Command{Use: "archive [NAME]", Short: "Put a finished class away, or list such classes",
		Long: archiveHelp, Example: "  kernellab class archive autumn\n  kernellab class archive"}
}

// archives is the name of the folder of archived classes, in the folder of a host.
const archives = "classes"

// archive puts the class away under a name, or lists the archived classes.
func (c classRecord) archive(ctx context.Context, s streams, args []string, sure bool) error {
	if len(args) == 0 {
		return c.listArchives(ctx, s)
	}
	file := args[0] + ".db"
	if len(args) > 1 || !filepath.IsLocal(file) || filepath.Base(file) != file || args[0] == "" {
		return usagef("write kernellab class archive autumn", "%q: it is not one name", strings.Join(args, " "))
	}
	path := filepath.Join(c.dir, archives, file)
	if _, err := os.Lstat(path); err == nil {
		return failf("choose another name", "%s exists, and no archived class is replaced", path)
	}
	people, err := c.People(ctx)
	if err != nil {
		return err
	}
	if len(people) == 0 {
		return failf("kernellab class archive lists the archived classes", "there is nobody in the class")
	}
	question := fmt.Sprintf("Put the class with %s away as %s?", ascii.Count(len(people), "student"), path)
	if err := confirm(ctx, s, sure, question); err != nil {
		return err
	}
	err = os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = c.Archive(path)
	}
	if err != nil {
		return failf("", "the class is not put away: %v", err)
	}
	fmt.Fprintf(s.err, "the class is empty now, and %s has what was in it\n", path)
	return keepOldFolders(c.dir, strings.TrimSuffix(path, ".db"))
}

// keepOldFolders moves what an older program saved, and the record does not have, next to
// an archived class.
func keepOldFolders(dir, archived string) error {
	err := os.Rename(progress.Students(dir), archived+"-students")
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// listArchives prints the archived classes.
func (c classRecord) listArchives(ctx context.Context, s streams) error {
	dir := filepath.Join(c.dir, archives)
	files, err := fs.Glob(os.DirFS(dir), "*.db")
	if err != nil {
		return err
	}
	out := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "class\tstudents\tevents\tfile")
	for _, name := range files {
		events, file := int64(0), filepath.Join(dir, name)
		db := store.Open(file, store.NoQuota)
		people, err := db.People(ctx)
		if err := errors.Join(err, db.Close()); err != nil {
			return failf("move the file away", "%s: %v", file, err)
		}
		for _, p := range people {
			events += p.Events
		}
		fmt.Fprintf(out, "%s\t%d\t%d\t%s\n", strings.TrimSuffix(name, ".db"), len(people), events, file)
	}
	return out.Flush()
}
