package cli

import (
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
		where, err := writeHere("a.run", []byte{byte('0' + i)})
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
	if where, err := writeHere("no/such/folder.run", nil); err == nil {
		t.Fatalf("written to %q", where)
	}
}

func TestPictureOf(t *testing.T) {
	g := ascii.NewGrid(10, 4)
	g.Set(3, 2, ascii.Cell{Rune: '●', Fg: ascii.MarkPos})
	for format, begins := range map[string]string{"svg": "<svg", "png": "\x89PNG"} {
		out, err := pictureOf(format, g, true, "a point")
		if err != nil || !strings.HasPrefix(string(out), begins) {
			t.Errorf("%s: %.20q, %v", format, out, err)
		}
	}
	if _, err := pictureOf("gif", g, true, ""); err == nil {
		t.Error("a format that there is not")
	}
}
