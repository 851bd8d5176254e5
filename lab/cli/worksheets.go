package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/spf13/pflag"

	"kernellab/exercises/catalogue"
	"kernellab/exercises/worksheets"
)

// worksheetsVariable is the environment variable that replaces the flag --worksheets.
const worksheetsVariable = "KERNELLAB_WORKSHEETS"

func addWorksheets(flags *pflag.FlagSet, where *string) {
	flags.StringVar(where, "worksheets", "",
		"file or folder of worksheets of your own, or course.md in it, beside the built-in ones (default $"+worksheetsVariable+")")
}

// library returns the built-in exercises and those in where, or in $KERNELLAB_WORKSHEETS if
// where is empty.
func (s streams) library(ctx context.Context, where string) (*catalogue.Catalogue, error) {
	own, err := s.worksheetsIn(ctx, cmp.Or(where, s.env(worksheetsVariable)))
	if err != nil {
		return nil, err
	}
	library, err := catalogue.With(own...)
	if err != nil && len(own) > 0 {
		return nil, failf("kernellab check "+own[0].Name+" says more", "%v", err)
	}
	return library, err
}

// worksheetsIn reads a worksheet, or all worksheets in a folder except README.md. It skips
// symbolic links, so that a folder from a stranger cannot refer to files elsewhere. A course comes
// with the worksheets in its folder. If where is empty, there are no worksheets.
func (s streams) worksheetsIn(ctx context.Context, where string) (all []worksheets.File, err error) {
	if where == "" {
		return nil, nil
	}
	named := filepath.Base(where) == worksheets.CourseName
	if named {
		where = filepath.Dir(where)
	}
	paths := []string{where}
	if info, err := os.Stat(where); err == nil && info.IsDir() {
		entries, err := os.ReadDir(where)
		if err != nil {
			return nil, failf("", "%v", err)
		}
		paths = nil
		for _, e := range entries {
			if e.Type().IsRegular() && filepath.Ext(e.Name()) == ".md" && e.Name() != "README.md" {
				paths = append(paths, filepath.Join(where, e.Name()))
			}
		}
		course := filepath.Join(where, worksheets.CourseName)
		if _, err := os.Lstat(course); (named || err == nil) && !slices.Contains(paths, course) {
			return nil, failf("", "%s: there is no such file, or it is a link, which is not read", course)
		}
		if len(paths) == 0 {
			return nil, failf("kernellab new "+filepath.Join(where, "my.md")+" writes one",
				"%s: no worksheet in this folder", where)
		}
	}
	var size atomic.Int64 // of the worksheets and the files that they name
	for _, path := range paths {
		text, _, err := s.readFile(ctx, path, maxWorksheet)
		if err != nil {
			return nil, err
		}
		if size.Add(int64(len(text))) > maxWorksheet {
			return nil, failf("", "%s: the worksheets have more than %d bytes", where, maxWorksheet)
		}
		all = append(all, worksheets.File{Name: path, Text: text, Beside: beside(filepath.Dir(path), &size)})
	}
	return all, nil
}

// beside returns a function that reads files in a folder, and adds their sizes to size. It
// refuses links and names with a folder, so that a worksheet from a stranger can read nothing else.
func beside(dir string, size *atomic.Int64) func(string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		info, err := os.Lstat(filepath.Join(dir, name))
		switch {
		case strings.ContainsAny(name, `/\`) || !filepath.IsLocal(name):
			return nil, fmt.Errorf("%q must be the name of a file in the folder of the worksheet", name)
		case err != nil:
			return nil, fmt.Errorf("there is no file %q in the folder of the worksheet", name)
		case !info.Mode().IsRegular():
			return nil, fmt.Errorf("%q is a link or a folder, which is not read", name)
		case size.Add(info.Size()) > maxWorksheet:
			return nil, fmt.Errorf("with %q, the worksheets have more than %d bytes", name, maxWorksheet)
		}
		file, err := os.OpenInRoot(dir, name)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		return io.ReadAll(io.LimitReader(file, info.Size()))
	}
}
