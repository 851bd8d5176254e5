package dataset

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Load reads a labelled data set from the file at path, as [Read] does. A
// directory, and a file over the limit of bytes, are refused unread.
func Load(path string, o Options) (*Set, error) {
	var s *Set
	err := withFile(path, o, func(r io.Reader) (err error) {
		s, err = Read(path, r, o)
		return err
	})
	return s, err
}

// LoadFeatures reads points to predict at from the file at path, as
// [ReadFeatures] does.
func LoadFeatures(path string, dim int, o Options) ([][]float64, error) {
	var points [][]float64
	err := withFile(path, o, func(r io.Reader) (err error) {
		points, err = ReadFeatures(path, r, dim, o)
		return err
	})
	return points, err
}

func withFile(path string, o Options, read func(io.Reader) error) error {
	info, err := os.Stat(path)
	if err != nil {
		return cannotOpen(path, err)
	}
	if info.IsDir() {
		return &Error{File: path, Msg: "this is a directory", Hint: "name a CSV or LIBSVM file in it"}
	}
	limit := o.orDefaults().MaxBytes
	if info.Mode().IsRegular() && info.Size() > limit {
		return tooLarge(path, limit)
	}
	f, err := os.Open(path)
	if err != nil {
		return cannotOpen(path, err)
	}
	defer f.Close()
	return read(f)
}

func cannotOpen(path string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &Error{File: path, Msg: "there is no such file", Hint: "check the name; it is looked up from the current directory"}
	case errors.Is(err, fs.ErrPermission):
		return &Error{File: path, Msg: "no permission to read the file", Hint: "chmod u+r makes it readable"}
	}
	return fmt.Errorf("cannot open the data file: %w", err)
}
