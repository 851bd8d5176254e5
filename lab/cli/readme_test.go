package cli

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"kernellab/lab"
)

var update = flag.Bool("update", false, "write the generated parts of README.md anew")

const (
	readme    = "../../README.md"
	keysBegin = "<!-- keys: generated from the bindings by `go test ./lab/cli -run README -update` -->\n"
	keysEnd   = "<!-- end of keys -->\n"
)

// The README's key table is that of the bindings.
func TestREADMEKeys(t *testing.T) {
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(text), keysBegin)
	old, tail, ok2 := strings.Cut(rest, keysEnd)
	if !ok || !ok2 {
		t.Fatal("README.md has no place for the keys")
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

// keyTable is the bindings as a Markdown table.
func keyTable() string {
	var b strings.Builder
	b.WriteString("| where | keys | |\n| --- | --- | --- |\n")
	for _, g := range lab.KeyTable() {
		for i, r := range g.Rows {
			where := ""
			if i == 0 {
				where = g.Title
			}
			fmt.Fprintf(&b, "| %s | `%s` | %s |\n", where, strings.ReplaceAll(r.Keys, "|", "\\|"), r.Words)
		}
	}
	return b.String()
}

// Every picture the README shows is there.
func TestREADMEPictures(t *testing.T) {
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	pictures := strings.Split(string(text), "](testdata/pictures/")[1:]
	if len(pictures) == 0 {
		t.Fatal("README.md shows no picture of the program")
	}
	for _, p := range pictures {
		name, _, _ := strings.Cut(p, ")")
		if _, err := os.Stat("../../testdata/pictures/" + name); err != nil {
			t.Errorf("README.md shows %s: %v", name, err)
		}
	}
}
