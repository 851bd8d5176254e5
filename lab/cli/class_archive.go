package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"kernellab/ascii"
	"kernellab/lab/progress"
)

const archiveHelp = `Put a finished class away: its record becomes the file classes/NAME.db in the
folder of the host. The class and its list are empty then, for the next class. The
host and its key stay. A session of a student who is still in the lab ends when it
saves the next time. Without NAME, list the files of the classes that have been put
away. The option --store FILE of class list, class report and class export reads
one of them.
The file has names and answers: keep it as private as the record.`

// archives is the name of the folder of archived classes, in the folder of a host.
const archives = "classes"

// archive puts the class away under a name, or lists the archived classes.
func (c *classCommand) archive(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return c.listArchives()
	}
	file := args[0] + ".db"
	if len(args) > 1 || !filepath.IsLocal(file) || filepath.Base(file) != file || args[0] == "" {
		return usagef("write kernellab class archive autumn", "%q: it is not one name", strings.Join(args, " "))
	}
	path := filepath.Join(c.dataDir, archives, file)
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
	// An older program may have saved what the record does not have.
	err = os.Rename(progress.Students(c.dataDir), strings.TrimSuffix(path, ".db")+"-students")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// listArchives prints the files of the archived classes.
func (c *classCommand) listArchives() error {
	dir := filepath.Join(c.dataDir, archives)
	files, err := fs.Glob(os.DirFS(dir), "*.db")
	for _, name := range files {
		fmt.Fprintln(c.out, filepath.Join(dir, name))
	}
	return err
}
