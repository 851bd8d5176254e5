package cli

import (
	"os"
	"strings"
	"testing"
)

const readme = "../../README.md"

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
