package main

import (
	"go/parser"
	"go/token"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// Every package says in one comment what it is for and what it does not know,
// and stands on the README's map of the code.
func TestPackagesAreOnTheMap(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, code, found := strings.Cut(string(readme), "\n## The code\n")
	if !found {
		t.Fatal("README.md has no map of the code")
	}
	limit := regexp.MustCompile(`\bknows (no|nothing|neither|what)\b`)
	for pkg, docs := range packageDocs(t) {
		switch doc := strings.Join(strings.Fields(strings.Join(docs, " ")), " "); {
		case len(docs) != 1:
			t.Errorf("%s has %d package comments", pkg, len(docs))
		case pkg == ".":
		case !strings.HasPrefix(doc, "Package "+path.Base(pkg)+" "):
			t.Errorf("%s: the package comment begins %.40q", pkg, doc)
		case !limit.MatchString(doc):
			t.Errorf("%s: the package comment does not say what the package does not know", pkg)
		case !strings.Contains(code, "`"+pkg+"`"):
			t.Errorf("%s is not on the README's map of the code", pkg)
		}
	}
}

// On the README's map what a package imports stands above it.
func TestTheMapGoesUpwards(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	row := func(pkg string) int { return strings.Index(string(readme), "\n| `"+pkg+"` |") }
	for file, imported := range importsByFile(t) {
		for _, imp := range imported {
			above, ours := strings.CutPrefix(imp, "kernellab/")
			if here := row(path.Dir(file)); ours && here >= 0 && row(above) > here {
				t.Errorf("%s imports %s, which stands below it on the README's map", file, above)
			}
		}
	}
}

// packageDocs are the package comments of every folder.
func packageDocs(t *testing.T) map[string][]string {
	t.Helper()
	docs := map[string][]string{}
	for file := range importsByFile(t) {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments|parser.PackageClauseOnly)
		if err != nil {
			t.Fatal(err)
		}
		pkg := path.Dir(file)
		docs[pkg] = append(docs[pkg], nil...)
		if f.Doc != nil {
			docs[pkg] = append(docs[pkg], f.Doc.Text())
		}
	}
	return docs
}
