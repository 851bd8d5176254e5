package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kernellab/ascii"
)

// A file that is there is never written over.
func TestWriteHereNumbersTheNextFile(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for i, want := range []string{"a.run", "a-2.run", "a-3.run"} {
		where, err := writeHere("a.run", func(w io.Writer) error { _, err := fmt.Fprint(w, i); return err })
		if err != nil || filepath.Base(where) != want {
			t.Fatalf("written to %q, %v; want %s", where, err, want)
		}
		if text, _ := os.ReadFile(where); string(text) != string(rune('0'+i)) {
			t.Fatalf("%s holds %q", where, text)
		}
	}
}

func TestWriteHereSaysWhatIsWrong(t *testing.T) {
	t.Chdir(t.TempDir())
	if where, err := writeHere("no/such/folder.run", func(io.Writer) error { return nil }); err == nil {
		t.Fatalf("written to %q", where)
	}
}

// What is given up on its way leaves no file.
func TestWriteHereLeavesNoPart(t *testing.T) {
	t.Chdir(t.TempDir())
	_, err := writeHere("a.csv", func(w io.Writer) error {
		_, _ = w.Write(make([]byte, 1<<20))
		return context.Canceled
	})
	if files, _ := os.ReadDir("."); !errors.Is(err, context.Canceled) || len(files) > 0 {
		t.Fatalf("%v, and there are %v", err, files)
	}
}

func TestPictureOf(t *testing.T) {
	page := ascii.Page{Title: "a point", Figures: []ascii.Plate{{Plot: ascii.Map{Marks: []ascii.Mark{{X: 1, Y: 2, Class: 1}}}}}}
	for format, begins := range map[string]string{"svg": "<?xml", "png": "\x89PNG", "pdf": "%PDF"} {
		out, err := pictureOf(format, page, true)
		if err != nil || !strings.HasPrefix(string(out), begins) {
			t.Errorf("%s: %.20q, %v", format, out, err)
		}
	}
	if _, err := pictureOf("gif", page, true); err == nil {
		t.Error("a format that there is not")
	}
}
