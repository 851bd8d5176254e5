package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// imports is what each package may import beside the standard library. A
// package that is not listed fails the test, so a new package is a decision
// made here. "tree/…" allows a module's packages or a folder's.
var imports = map[string][]string{
	"ascii":                     {},
	"ascii/export":              {"kernellab/ascii", "gonum.org/v1/plot/…", "gonum.org/v1/plot"},
	"kernels":                   {"gonum.org/v1/gonum/…", "kernellab/kernels/expr", "kernellab/kernels/vec"},
	"kernels/expr":              {},
	"kernels/structured":        {"gonum.org/v1/gonum/…", "kernellab/kernels"},
	"kernels/vec":               {"golang.org/x/sys/cpu"},
	"solvers":                   {"gonum.org/v1/gonum/…", "golang.org/x/sys/unix", "kernellab/kernels/vec"},
	"exercises":                 {"kernellab/ascii", "kernellab/exercises/budget"},
	"exercises/answer":          {"kernellab/ascii", "kernellab/exercises", "kernellab/exercises/budget", "kernellab/exercises/enclose", "kernellab/kernels", "kernellab/kernels/expr"},
	"exercises/budget":          {},
	"exercises/enclose":         {},
	"exercises/anatomy":         {"kernellab/ascii", "kernellab/exercises", "kernellab/exercises/answer", "kernellab/solvers", "gonum.org/v1/gonum/…"},
	"exercises/dataset":         {},
	"exercises/worksheets":      {"kernellab/ascii", "kernellab/exercises", "kernellab/exercises/answer", "kernellab/exercises/budget", "kernellab/kernels/expr", "github.com/goccy/go-yaml/…", "github.com/yuin/goldmark/…"},
	"exercises/runfile":         {"kernellab/exercises", "kernellab/exercises/anatomy", "kernellab/exercises/dataset", "kernellab/kernels", "kernellab/kernels/expr", "kernellab/solvers"},
	"exercises/stage":           {"kernellab/ascii", "kernellab/kernels", "kernellab/solvers", "kernellab/exercises", "kernellab/exercises/anatomy/…", "kernellab/exercises/answer", "kernellab/exercises/dataset", "kernellab/exercises/runfile"},
	"exercises/owncode":         {"kernellab/exercises/anatomy", "kernellab/exercises/dataset", "kernellab/kernels", "kernellab/solvers"},
	"exercises/bench":           append([]string{"kernellab/exercises/runfile"}, lessonImports...),
	"exercises/sandbox":         append([]string{"kernellab/exercises/bench"}, lessonImports...),
	"exercises/lessons":         append([]string{"kernellab/exercises/lessons/bughunt", "kernellab/exercises/owncode"}, lessonImports...),
	"exercises/catalogue":       {"kernellab/exercises/…", "kernellab/exercises", "kernellab/ascii"},
	"lab/theme":                 {"kernellab/ascii"},
	"lab/progress":              {},
	"lab/spacing":               {"github.com/open-spaced-repetition/go-fsrs/v4", "kernellab/lab/progress"},
	"lab/study":                 {"kernellab/ascii", "kernellab/exercises", "kernellab/lab/progress", "kernellab/lab/spacing"},
	"lab/branches":              {"kernellab/exercises"},
	"lab/lasting":               {"kernellab/exercises", "kernellab/lab/branches", "kernellab/lab/progress"},
	"lab/plain":                 {"kernellab/ascii", "kernellab/exercises", "kernellab/lab/branches", "kernellab/lab/lasting", "kernellab/lab/progress", "kernellab/lab/study"},
	"lab":                       {"charm.land/bubbletea/v2", "charm.land/bubbles/v2/…", "charm.land/lipgloss/v2", "kernellab/ascii", "kernellab/exercises", "kernellab/lab/branches", "kernellab/lab/job", "kernellab/lab/lasting", "kernellab/lab/player", "kernellab/lab/theme", "kernellab/lab/progress", "kernellab/lab/study"},
	"lab/job":                   {"charm.land/bubbletea/v2"},
	"lab/player":                {"charm.land/bubbletea/v2", "kernellab/ascii", "kernellab/exercises", "kernellab/lab/branches", "kernellab/lab/job"},
	"lab/remote":                {"charm.land/…", "github.com/charmbracelet/…", "golang.org/x/crypto/…", "golang.org/x/sys/unix", "kernellab/lab", "kernellab/lab/progress", "kernellab/lab/remote/meter", "kernellab/lab/remote/thin", "kernellab/lab/sgr"},
	"lab/sgr":                   {},
	"lab/remote/meter":          {},
	"testdata/support/hosttest": {"github.com/charmbracelet/x/vt", "golang.org/x/crypto/ssh"},
	"lab/remote/thin":           {"github.com/charmbracelet/x/ansi", "kernellab/ascii"},
	"lab/cli":                   {"…"},
	".":                         {"kernellab/lab/cli"},

	"exercises/answer/mats":        {"kernellab/ascii", "kernellab/exercises", "kernellab/exercises/answer", "kernellab/exercises/budget", "kernellab/kernels/expr"},
	"testdata/support/bombs":       {},
	"testdata/support/anatomytest": {"kernellab/exercises/dataset", "kernellab/kernels", "kernellab/solvers"},
	"exercises/worksheets/kit":     append([]string{"kernellab/exercises/bench", "kernellab/exercises/enclose", "kernellab/exercises/answer/mats"}, lessonImports...),
	"testdata/support/lessontest":  {"kernellab/ascii", "kernellab/exercises", "kernellab/exercises/worksheets", "kernellab/exercises/worksheets/kit"},

	"exercises/lessons/bughunt": append([]string{"kernellab/exercises/anatomy/…"}, lessonImports...),
	"exercises/anatomy/why":     {"kernellab/ascii", "kernellab/exercises/anatomy", "kernellab/solvers", "gonum.org/v1/gonum/…"},
	"exercises/anatomy/ledger":  {"kernellab/ascii", "kernellab/exercises", "kernellab/exercises/anatomy", "kernellab/solvers", "gonum.org/v1/gonum/…"},
	"exercises/anatomy/ask":     {"kernellab/ascii", "kernellab/exercises", "kernellab/exercises/anatomy", "kernellab/exercises/answer", "kernellab/exercises/budget", "kernellab/solvers", "gonum.org/v1/gonum/…"},
	"exercises/anatomy/watch":   {"kernellab/exercises/anatomy", "kernellab/exercises", "kernellab/exercises/budget", "kernellab/kernels/expr", "kernellab/solvers", "gonum.org/v1/gonum/…"},
}

// lessonImports is what lessons may use: everything that computes or draws,
// nothing that knows a terminal.
var lessonImports = []string{
	"kernellab/ascii", "kernellab/kernels", "kernellab/kernels/structured", "kernellab/solvers", "kernellab/exercises",
	"kernellab/exercises/anatomy", "kernellab/exercises/answer", "kernellab/exercises/budget", "kernellab/exercises/dataset", "kernellab/exercises/stage",
	"kernellab/exercises/worksheets", "gonum.org/v1/gonum/…",
}

func TestImportTable(t *testing.T) {
	for file, imported := range importsByFile(t) {
		pkg := path.Dir(file)
		allowed, listed := imports[pkg]
		if !listed {
			t.Errorf("%s: package %q is not in the import table", file, pkg)
			continue
		}
		for _, imp := range imported {
			if !slices.ContainsFunc(allowed, func(a string) bool { return matches(a, imp) }) {
				t.Errorf("%s imports %s, which the import table does not allow", file, imp)
			}
		}
	}
}

// matches reports whether an import path falls under an entry of the table.
func matches(entry, imp string) bool {
	tree, isTree := strings.CutSuffix(entry, "…")
	if isTree {
		return strings.HasPrefix(imp+"/", tree)
	}
	return entry == imp
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		entry, imp string
		want       bool
	}{
		{"kernellab/lab", "kernellab/lab", true},
		{"kernellab/lab", "kernellab/lab/study", false},
		{"a.org/m/…", "a.org/m", true},
		{"a.org/m/…", "a.org/m/sub", true},
		{"a.org/m/…", "a.org/mm", false},
		{"…", "anything", true},
	} {
		if got := matches(c.entry, c.imp); got != c.want {
			t.Errorf("matches(%q, %q) = %v", c.entry, c.imp, got)
		}
	}
}

// importsByFile lists the imports outside the standard library of every
// non-test file of the module.
func importsByFile(t *testing.T) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && name != ".") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		slash := filepath.ToSlash(name)
		found[slash] = nil
		for _, spec := range f.Imports {
			imp, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			first, _, _ := strings.Cut(imp, "/")
			if strings.Contains(first, ".") || first == "kernellab" {
				found[slash] = append(found[slash], imp)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 {
		t.Fatal("no source file found")
	}
	return found
}
