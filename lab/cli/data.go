package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"kernellab/exercises/dataset"
)

// inputs holds the points to train a model on, and those to predict.
type inputs struct {
	train  *dataset.Set    // scaled if there are scales
	scales []dataset.Scale // nil without --scale
	test   *dataset.Set    // the points of --predict, scaled like train; nil without --predict
}

// load reads the data that the flags name, and prints the notes of the reader. Ridge and least
// squares use numeric labels as targets. Classifiers use the labels as two classes.
func (f *modelFlags) load(ctx context.Context, s streams) (in inputs, err error) {
	read := func(path string, o dataset.Options) *dataset.Set {
		set, e := withGrace(ctx, func() (*dataset.Set, error) { return s.readSet(ctx, path, o) })
		if err = dataError(e); err == nil {
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
		in.test = read(f.predict, dataset.Options{Like: in.train})
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
	if _, missing := os.Stat(path); errors.Is(missing, os.ErrNotExist) && o.Like == nil &&
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
	if named, otherwise := read(o); otherwise == nil {
		return named, nil
	}
	return nil, err
}

// dataError separates the hint of a data file error from its message, as in all other
// errors.
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
