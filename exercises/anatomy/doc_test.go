package anatomy

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The functions and files that the page names are where it says.
func TestThePageOfQuantitiesIsTrue(t *testing.T) {
	page, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^//\t.*? {2,}(solvers/\S+\.go) (.+?) {2,}(.+), (\S+\.go)$`).FindAllStringSubmatch(string(page), -1)
	if len(rows) < 12 {
		t.Fatalf("%d rows", len(rows))
	}
	has := func(file, names, between string) {
		code, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
		}
		for _, name := range strings.Split(names, between) {
			name = name[strings.LastIndex(name, ".")+1:]
			if !regexp.MustCompile(`(?m)^func (\(.*?\) )?` + name + `\(`).Match(code) {
				t.Errorf("%s has no function %s", file, name)
			}
		}
	}
	for _, row := range rows {
		has("../../"+row[1], row[2], ", ")
		has(row[4], row[3], " and ")
	}
}
