package cli

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"kernellab/ascii"
	"kernellab/ascii/export"
	"kernellab/lab/theme"
)

// pictureOf is a drawing as an SVG or a PNG.
func pictureOf(format string, g *ascii.Grid, dark bool, title string) ([]byte, error) {
	var out bytes.Buffer
	switch format {
	case "svg":
		err := export.SVG(&out, g, shadesOf(dark), title)
		return out.Bytes(), err
	case "png":
		err := export.PNG(&out, g, shadesOf(dark))
		return out.Bytes(), err
	}
	return nil, fmt.Errorf("there is no picture in the format %q", format)
}

// shadesOf is the theme for a picture in a file.
func shadesOf(dark bool) export.Shades {
	colour := func(r, g, b uint8) export.Colour { return export.Colour{R: r, G: g, B: b} }
	return export.Shades{
		Paper: colour(theme.PaperRGB(dark)),
		Of:    func(i ascii.Ink) export.Colour { return colour(theme.RGB(i, dark)) },
	}
}

// maxNames is how many names are tried for one file.
const maxNames = 1000

// writeHere puts a file into the working directory and says where. A file that
// is there stays: the new one is numbered.
func writeHere(name string, text func(io.Writer) error) (where string, err error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	ext := filepath.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	for n := 1; n <= maxNames; n++ {
		if n > 1 {
			name = fmt.Sprintf("%s-%d%s", stem, n, ext)
		}
		path := filepath.Join(dir, name)
		switch err := writeNew(path, text); {
		case errors.Is(err, fs.ErrExist):
		case err != nil:
			return "", err
		default:
			return path, nil
		}
	}
	return "", fmt.Errorf("there are %d files named like %s", maxNames, stem)
}

// writeNew writes a file that is not there yet, whole or not at all.
func writeNew(path string, text func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(f, 1<<16)
	if err = text(out); err == nil {
		err = out.Flush()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}
