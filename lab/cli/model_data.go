package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"kernellab/exercises/dataset"
)

// loadSet reads the data that a model is to be fitted to. Ridge and least
// squares take numeric labels as they are, the classifiers as two classes.
func loadSet(ctx context.Context, path, model string, stdin io.Reader) (*dataset.Set, error) {
	task := dataset.Classification
	if model == modelRidge || model == modelLeastSquares {
		task = dataset.Regression
	}
	set, err := within(ctx, func() (*dataset.Set, error) { return readSet(path, task, stdin) })
	return set, dataError(err)
}

// readSet reads a file, standard input or, where there is no such file, a
// built-in set. Where targets are wanted and the labels are two names, the
// classes −1 and +1 are the targets.
func readSet(path string, task dataset.Task, stdin io.Reader) (*dataset.Set, error) {
	read := func(o dataset.Options) (*dataset.Set, error) { return dataset.Load(path, o) }
	_, missing := os.Stat(path)
	switch {
	case path == stdinName && stdin == nil:
		return nil, failf("write --data FILE", "there is no standard input to read")
	case path == stdinName:
		var seen bytes.Buffer
		in := io.LimitReader(stdin, dataset.DefaultMaxBytes+1)
		if task == dataset.Regression { // it may be read twice
			in = io.TeeReader(in, &seen)
		}
		read = func(o dataset.Options) (*dataset.Set, error) {
			set, err := dataset.Read("standard input", in, o)
			in = &seen
			return set, err
		}
	case errors.Is(missing, os.ErrNotExist) && slices.Contains(dataset.Names(), path):
		return dataset.Builtin(path)
	}
	set, err := read(dataset.Options{Task: task})
	if err == nil || task != dataset.Regression {
		return set, err
	}
	if named, otherwise := read(dataset.Options{}); otherwise == nil {
		return named, nil
	}
	return nil, err
}

// loadFeatures reads the points to predict at.
func loadFeatures(ctx context.Context, path string, dim int, stdin io.Reader) ([][]float64, error) {
	points, err := within(ctx, func() ([][]float64, error) {
		if path == stdinName {
			return dataset.ReadFeatures("standard input", stdin, dim, dataset.Options{})
		}
		return dataset.LoadFeatures(path, dim, dataset.Options{})
	})
	return points, dataError(err)
}

// failure is an error with a hint that is not about the command line.
type failure struct{ msg, hint string }

func (e *failure) Error() string { return e.msg }

func (e *failure) Hint() string { return e.hint }

func failf(hint, format string, a ...any) error {
	return &failure{msg: fmt.Sprintf(format, a...), hint: hint}
}

// dataError puts the hint of an error in a file on a line of its own, as for
// every other error.
func dataError(err error) error {
	var bad *dataset.Error
	switch {
	case errors.As(err, &bad):
		bare := *bad
		bare.Hint = ""
		return failf(bad.Hint, "%v", &bare)
	case errors.Is(err, context.Canceled):
		return failf("", "interrupted while reading the data")
	}
	return err
}
