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
	"kernellab/exercises"
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
	frame := exercises.Frame{
		Figures: []exercises.Figure{{Title: "Decision regions", Plot: ascii.Map{Marks: []ascii.Mark{{X: 1, Y: 2, Class: 1}}}}},
		Status:  ascii.Plain("update 3"), Formula: []ascii.Line{ascii.Plain("W = 0.5")},
	}
	var out strings.Builder
	if err := pictureOf(&out, "1.1 A point, step 3", frame); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<svg ", ">1.1</text>", ">update</text>", ">Decision</text>", ">◇</text>", ">W</text>", ">0.5</text>", "</svg>"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the picture lacks %q:\n%s", want, &out)
		}
	}
}
