package remote

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every test that the table of faults names exists somewhere in the module.
func TestFaultsNameTestsThatExist(t *testing.T) {
	table, err := os.ReadFile("FAULTS.md")
	if err != nil {
		t.Fatal(err)
	}
	exist := map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	err = filepath.WalkDir("../..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range declared.FindAllSubmatch(text, -1) {
			exist[string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`(Test\\w+)`").FindAllSubmatch(table, -1)
	if len(named) < 20 {
		t.Fatalf("the table names %d tests", len(named))
	}
	for _, m := range named {
		if !exist[string(m[1])] {
			t.Errorf("there is no %s", m[1])
		}
	}
}
