package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kernellab/lab/page"
	"kernellab/solvers"
)

// ignoredFlag adds a hidden flag without effect. In earlier versions it chose the background of a
// picture. Now all pictures have a light background.
func ignoredFlag(cmd *cobra.Command, name string) {
	cmd.Flags().Bool(name, false, "")
	_ = cmd.Flags().MarkHidden(name) // MarkDeprecated would write to stdout
}

// checkEnding returns an error if a file's name is not empty and has none of the
// endings.
func checkEnding(flag, name string, endings ...string) error {
	if name == "" || slices.Contains(endings, "."+formatOf(name)) {
		return nil
	}
	return usagef("write --"+flag+" file"+endings[0], "--%s %s: the name must end in %s", flag, name,
		strings.Join(endings, ", "))
}

// formatOf returns the format given by the extension of a file name, such as csv.
func formatOf(path string) string {
	return strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), ".")
}

// writeFile writes the file that a flag requested.
func writeFile(flag, path string, write func(io.Writer) error) error {
	file, err := os.Create(path)
	if err != nil {
		return failf("name a file in a folder that exists and can be written", "--%s: %v", flag, err)
	}
	err = write(file)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return failf("", "--%s: %v", flag, err)
	}
	return nil
}

// writePage is like writeFile, but keeps an older file with this name if writing fails.
func writePage(flag, path string, write func(io.Writer) error) error {
	partPath := path + ".part"
	if err := writeFile(flag, partPath, write); err != nil {
		_ = os.Remove(partPath)
		return err
	}
	if err := os.Rename(partPath, path); err != nil {
		return failf("", "--%s: %v", flag, err)
	}
	return nil
}

// pageFlags holds the files to which --html and --markdown write a document.
type pageFlags struct{ html, markdown string }

func (f *pageFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.html, "html", "", "write a page with pictures to this file, which ends in .html")
	flags.StringVar(&f.markdown, "markdown", "", "write Markdown to this file, which ends in .md")
}

func (f *pageFlags) check() error {
	return cmp.Or(checkEnding("html", f.html, ".html"), checkEnding("markdown", f.markdown, ".md"))
}

// write writes a document to the files. If neither flag is given, it writes Markdown to w.
func (f *pageFlags) write(w io.Writer, d page.Document) (err error) {
	switch {
	case f.html == "" && f.markdown == "":
		return d.Markdown(w)
	case f.html != "":
		err = writePage("html", f.html, d.HTML)
	}
	if err == nil && f.markdown != "" {
		err = writePage("markdown", f.markdown, d.Markdown)
	}
	return err
}

// cancellableWriter is a writer that returns an error after ctx has ended.
type cancellableWriter struct {
	ctx context.Context
	out io.Writer
}

func (w cancellableWriter) Write(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.out.Write(p)
}

// maxNames is the number of names that are tried for one file.
const maxNames = 1000

// writeNewFile writes a file and returns its path. A relative name is in the working
// directory, and ~/ is the home directory. If a file with the name exists, it adds a
// number to the name and keeps that file.
func writeNewFile(name string, write func(io.Writer) error) (where string, err error) {
	dir, err := os.Getwd()
	if rest, ok := strings.CutPrefix(name, "~/"); ok {
		name = rest
		dir, err = os.UserHomeDir()
	}
	if err != nil {
		return "", err
	}
	if filepath.IsAbs(name) {
		dir = ""
	}
	ext := filepath.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	for n := 1; n <= maxNames; n++ {
		if n > 1 {
			name = fmt.Sprintf("%s-%d%s", stem, n, ext)
		}
		path := filepath.Join(dir, name)
		switch err := writeNew(path, write); {
		case errors.Is(err, fs.ErrExist):
		case err != nil:
			return "", err
		default:
			return path, nil
		}
	}
	return "", fmt.Errorf("there are %d files named like %s", maxNames, stem)
}

// writeNew writes a file that must not exist. If writing fails, it leaves no file.
func writeNew(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(f, 1<<16)
	if err = write(out); err == nil {
		err = out.Flush()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// progressOn returns a function that shows progress on a terminal, on one line. Each call
// overwrites this line, and clearLine clears it. If w is not a terminal, show is nil.
func progressOn(w io.Writer) (show func(words string), clearLine func()) {
	if !isTerminal(w) {
		return nil, func() {}
	}
	return progressLine(w)
}

func progressLine(w io.Writer) (show func(words string), clearLine func()) {
	shown := false
	show = func(words string) {
		shown = true
		fmt.Fprintf(w, "\r%s\x1b[K", words)
	}
	clearLine = func() {
		if shown {
			fmt.Fprint(w, "\r\x1b[K")
		}
	}
	return show, clearLine
}

// progressWords describes the progress of a solver.
func progressWords(p solvers.Progress) string {
	gap := ""
	if !math.IsInf(p.Gap, 1) { // with a hard margin the gap is infinite until some w meets all constraints
		gap = fmt.Sprintf(", gap %.2g", p.Gap)
	}
	return fmt.Sprintf("%d updates, violation %.2g, g %.6g%s, %d points in play", p.Iterations, p.Violation,
		p.Objective, gap, p.Active)
}
