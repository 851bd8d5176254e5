package cli

import (
	"bufio"
	"bytes"
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
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kernellab/exercises/dataset"
	"kernellab/lab/page"
	"kernellab/lab/remote"
	"kernellab/solvers"
)

// stdinName is the file name that means standard input.
const stdinName = "-"

// open opens a file or standard input. Reads end when ctx ends, even if no input
// arrives. The name is for messages.
func (s streams) open(ctx context.Context, path string) (in io.ReadCloser, name string, err error) {
	if path == stdinName {
		if s.in == nil {
			return nil, "", failf("name a file", "there is no standard input to read")
		}
		return io.NopCloser(cancellableReader{ctx, s.in}), "standard input", nil
	}
	file, err := openFile(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, "", failf("a file name is relative to the current directory", "%s: there is no such file", path)
	case err != nil:
		return nil, "", failf("name a file that you may read, or - for standard input", "%v", err)
	}
	return struct {
		io.Reader
		io.Closer
	}{cancellableReader{ctx, file}, file}, path, nil
}

// openFile opens a regular file. It refuses anything else, because opening a pipe may block for ever.
func openFile(path string) (*os.File, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: this is a directory, a pipe or a device, not a file", path)
	}
	return os.Open(path)
}

// readFile reads a file or standard input. It stops after maxBytes + 1 bytes, so that the caller
// can tell that there are too many.
func (s streams) readFile(ctx context.Context, path string, maxBytes int64) (text []byte, name string, err error) {
	in, name, err := s.open(ctx, path)
	if err != nil {
		return nil, "", err
	}
	defer in.Close()
	if text, err = io.ReadAll(io.LimitReader(in, maxBytes+1)); err != nil {
		err = readError(ctx, name, err)
	}
	return text, name, err
}

// readError turns an error from reading a file into a message for the user.
func readError(ctx context.Context, name string, err error) error {
	if ctx.Err() != nil {
		return failf("", "interrupted while reading %s", name)
	}
	return failf("", "%s: %v", name, err)
}

// cancellableReader is a reader that stops waiting when ctx ends.
type cancellableReader struct {
	ctx context.Context
	in  io.Reader
}

// Read reads into a separate buffer first, because an abandoned read may still write to
// its buffer later.
func (r cancellableReader) Read(dst []byte) (int, error) {
	data, err := withGrace(r.ctx, func() ([]byte, error) {
		data := make([]byte, len(dst))
		n, err := r.in.Read(data)
		return data[:n], err
	})
	return copy(dst, data), err
}

// gracePeriod is how long work may still take to return its result after ctx is cancelled. Then
// it is abandoned.
const gracePeriod = 40 * time.Millisecond

// withGrace calls work and returns its result. If ctx is cancelled and work does not
// return within the grace period, it returns ctx's error. Some work, such as a
// read from a terminal or a Cholesky factorisation, cannot be stopped, but the
// caller does not have to wait for it. A panic in work is returned as an error.
func withGrace[T any](ctx context.Context, work func() (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			if r := recover(); r != nil {
				o.err = fmt.Errorf("internal error: %v", r)
			}
			done <- o
		}()
		o.value, o.err = work()
	}()
	select {
	case o := <-done:
		return o.value, o.err
	case <-ctx.Done():
	}
	select {
	case o := <-done:
		return o.value, o.err
	case <-time.After(gracePeriod):
		var zero T
		return zero, ctx.Err()
	}
}

// repairMouse returns a reader of a screen's input. It repairs mouse reports that the
// terminal library would otherwise treat as typing. If the input is a terminal, the reader
// also has the other methods of a terminal.
func repairMouse(in io.Reader) io.Reader {
	if file, ok := in.(*os.File); ok {
		return struct {
			io.Reader
			terminal
		}{mouseRepairer{in}, file}
	}
	return mouseRepairer{in}
}

// terminal has the methods that the terminal library calls in addition to Read.
type terminal interface {
	io.WriteCloser
	Fd() uintptr
	Name() string
}

// mouseRepairer repairs the mouse reports of an input.
type mouseRepairer struct{ in io.Reader }

func (r mouseRepairer) Read(dst []byte) (int, error) {
	n, err := r.in.Read(dst)
	return copy(dst, remote.ClampMouse(dst[:n])), err
}

// inputs holds the points on which a model is trained, and the points at which it predicts.
type inputs struct {
	train  *dataset.Set    // scaled if there are scales
	scales []dataset.Scale // nil without --scale
	test   *dataset.Set    // the points of --predict, scaled like train; nil without --predict
}

// load reads the data that the flags name, and prints notes on how it read them. Ridge and least
// squares use numeric labels as targets. Classifiers use the labels as two classes.
func (f *modelFlags) load(ctx context.Context, s streams) (in inputs, err error) {
	read := func(path string, o dataset.Options) *dataset.Set {
		set, readErr := withGrace(ctx, func() (*dataset.Set, error) { return s.readSet(ctx, path, o) })
		if err = dataError(readErr); err == nil {
			for _, note := range set.Notes() {
				fmt.Fprintln(s.err, note)
			}
		}
		return set
	}
	o := dataset.Options{Task: dataset.Classification, Label: f.label, Positive: f.positive}
	if isRegression(f.model) && f.positive == "" {
		o.Task = dataset.Regression
	}
	in.train = read(f.data, o)
	if err == nil && f.predict != "" {
		in.test = read(f.predict, dataset.Options{TrainingSet: in.train})
	}
	if err != nil {
		return in, err
	}
	if f.scale {
		in.scales = in.train.Scales()
		in.train = in.train.Scaled(in.scales)
		if in.test != nil {
			in.test = in.test.Scaled(in.scales)
		}
	}
	return in, nil
}

// ownData reads a file of the user's own points.
func ownData(ctx context.Context, path string) (*dataset.Set, error) {
	text, name, err := streams{}.readFile(ctx, path, dataset.DefaultMaxBytes)
	if err != nil {
		return nil, err
	}
	set, err := withGrace(ctx, func() (*dataset.Set, error) {
		return dataset.Read(name, bytes.NewReader(text), dataset.Options{})
	})
	return set, dataError(err)
}

// readSet reads a file, standard input or, if the file does not exist, a built-in
// set. If the task is regression and the labels are two names, it uses the classes
// −1 and +1 as targets.
func (s streams) readSet(ctx context.Context, path string, o dataset.Options) (*dataset.Set, error) {
	if _, statErr := os.Stat(path); errors.Is(statErr, os.ErrNotExist) && o.TrainingSet == nil &&
		slices.Contains(dataset.Names(), path) {
		if o.Label+o.Positive != "" {
			return nil, usagef("leave them out, or name a file", "--label and --positive are for files, not for %s",
				path)
		}
		return dataset.Builtin(path)
	}
	text, name, err := s.readFile(ctx, path, dataset.DefaultMaxBytes)
	if err != nil {
		return nil, cmp.Or(ctx.Err(), err)
	}
	read := func(o dataset.Options) (*dataset.Set, error) { return dataset.Read(name, bytes.NewReader(text), o) }
	set, err := read(o)
	if err == nil || o.Task != dataset.Regression {
		return set, err
	}
	o.Task = dataset.Auto
	if classSet, classErr := read(o); classErr == nil {
		return classSet, nil
	}
	return nil, err
}

// dataError separates the hint of a data file error from its message, as in all other
// errors.
func dataError(err error) error {
	var dataErr *dataset.Error
	switch {
	case errors.As(err, &dataErr):
		withoutHint := *dataErr
		withoutHint.Hint = ""
		return failf(dataErr.Hint, "%v", &withoutHint)
	case errors.Is(err, context.Canceled):
		return failf("", "interrupted while reading the data")
	}
	return err
}

// addIgnoredFlag adds a hidden flag without effect. In earlier versions it chose the background of
// a picture. Now all pictures have a light background.
func addIgnoredFlag(cmd *cobra.Command, name string) {
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
	if closeErr := file.Close(); err == nil {
		err = closeErr
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
func writeNewFile(name string, write func(io.Writer) error) (writtenPath string, err error) {
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
	isShown := false
	show = func(words string) {
		isShown = true
		fmt.Fprintf(w, "\r%s\x1b[K", words)
	}
	clearLine = func() {
		if isShown {
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
