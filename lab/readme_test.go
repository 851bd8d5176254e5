package lab

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"kernellab/lab/session"
)

const (
	readme    = "../README.md"
	keysBegin = "<!-- keys: generated from the bindings by `go test ./lab -run README -update` -->\n"
	keysEnd   = "<!-- end of keys -->\n"
)

// The README's key table lists the bindings.
func TestREADME_keys(t *testing.T) {
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(text), keysBegin)
	old, tail, ok2 := strings.Cut(rest, keysEnd)
	if !ok || !ok2 {
		t.Fatal("README.md has no place for the keys, want one")
	}
	want := keyTable()
	if *update {
		if err := os.WriteFile(readme, []byte(head+keysBegin+want+keysEnd+tail), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if old != want {
		t.Errorf("the key table of README.md is stale; run with -update. Now:\n%s", want)
	}
}

// keyTable returns the bindings as a Markdown table.
func keyTable() string {
	var b strings.Builder
	b.WriteString("| where | keys | |\n| --- | --- | --- |\n")
	for z := session.ZoneEverywhere; z <= session.ZoneOverlay; z++ {
		where := z.String()
		for _, c := range newKeyMap().Zone(z) {
			h := c.Help()
			fmt.Fprintf(&b, "| %s | `%s` | %s |\n", where, strings.ReplaceAll(h.Key, "|", "\\|"), h.Desc)
			where = ""
		}
	}
	return b.String()
}
