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

// pictureOf is a page as a file of a format.
func pictureOf(format string, page ascii.Page, dark bool) ([]byte, error) {
	var out bytes.Buffer
	err := export.Write(&out, format, page, shadesOf(dark))
	return out.Bytes(), err
}

// figureEndings are the endings of a file for a figure.
func figureEndings() []string {
	out := []string{".ans"}
	for _, f := range export.Formats() {
		out = append(out, "."+f)
	}
	return out
}

// figureFile is a page for a file with one of figureEndings: for print, or as
// the terminal draws its first figure.
func figureFile(name string, page ascii.Page, size pictureSize, dark bool) ([]byte, error) {
	if format := formatOf(name); format != "ans" {
		return pictureOf(format, page, dark)
	}
	g := ascii.NewGrid(size.w, size.h)
	page.Figures[0].Plot.Draw(g, g.Bounds(), ascii.View{Profile: ascii.TrueColor, Aspect: 2})
	return []byte(g.Encode(theme.Palette(ascii.TrueColor, dark)) + "\n"), nil
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
