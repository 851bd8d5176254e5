package cli

import (
	"os"
	"path/filepath"
	"testing"
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
