package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// imports lists what each package may import besides the standard library. A package
// that is not listed fails the test, so every new package must be added here. "tree/…"
// allows all packages of a module or folder.
var imports = map[string][]string{
	"ascii":              {},
	"ascii/export":       {"kernellab/ascii"},
	"kernels":            {"gonum.org/v1/gonum/…", "kernellab/kernels/expr", "kernellab/kernels/vec"},
	"kernels/expr":       {},
	"kernels/structured": {"gonum.org/v1/gonum/…", "kernellab/kernels"},
	"kernels/vec":        {"golang.org/x/sys/cpu"},
	"solvers":            {"gonum.org/v1/gonum/…", "kernellab/kernels/vec"},
	"exercises":          {"kernellab/ascii", "kernellab/exercises/budget"},
	"exercises/answer": {"kernellab/ascii", "kernellab/exercises", "kernellab/exercises/budget",
		"kernellab/exercises/enclose", "kernellab/kernels", "kernellab/kernels/expr", "gonum.org/v1/gonum/…"},
	"exercises/budget":  {},
	"exercises/enclose": {},
	"exercises/anatomy": {"kernellab/ascii", "kernellab/exercises", "kernellab/exercises/answer",
		"kernellab/kernels/expr", "kernellab/solvers", "gonum.org/v1/gonum/…"},
	"exercises/dataset": {},
	"exercises/worksheets": {"kernellab/ascii", "kernellab/exercises", "kernellab/exercises/answer",
		"kernellab/exercises/budget", "kernellab/exercises/dataset", "kernellab/kernels/expr", "github.com/goccy/go-yaml/…",
		"github.com/yuin/goldmark/…"},
	"exercises/runfile": {"kernellab/exercises", "kernellab/exercises/anatomy", "kernellab/exercises/dataset",
		"kernellab/kernels", "kernellab/kernels/expr", "kernellab/solvers"},
	"exercises/stage": {"kernellab/ascii", "kernellab/kernels", "kernellab/solvers", "kernellab/exercises",
		"kernellab/exercises/anatomy/…", "kernellab/exercises/answer", "kernellab/exercises/dataset",
		"kernellab/exercises/runfile"},
	"exercises/submission": {"kernellab/exercises/anatomy", "kernellab/exercises/dataset", "kernellab/kernels",
		"kernellab/solvers"},
	"exercises/bench":     append([]string{"kernellab/exercises/runfile"}, lessonImports...),
	"exercises/sandbox":   append([]string{"kernellab/exercises/bench", "kernellab/exercises/runfile"}, lessonImports...),
	"exercises/lesson":    lessonImports,
	"exercises/unit1":     {"kernellab/exercises/enclose"},
	"exercises/unit7":     {"kernellab/exercises/submission"},
	"exercises/unitd":     {"kernellab/exercises/anatomy/…"},
	"exercises/catalogue": {"kernellab/exercises/…", "kernellab/exercises", "kernellab/ascii"},
	"lab/theme":           {"github.com/charmbracelet/x/ansi", "charm.land/lipgloss/v2", "kernellab/ascii"},
	"lab/ui": {"charm.land/bubbles/v2/…", "charm.land/bubbletea/v2", "charm.land/lipgloss/v2",
		"github.com/charmbracelet/ultraviolet", "kernellab/ascii", "kernellab/lab/theme"},
	"lab/progress": {},
	"lab/store":    {"kernellab/lab/progress", "modernc.org/sqlite/…", "github.com/jackc/pgx/v5/pgconn", "golang.org/x/sys/…"},
	"lab/class":    {"golang.org/x/text/unicode/norm", "kernellab/lab/progress"},
	"lab/join": {"charm.land/bubbletea/v2", "charm.land/bubbles/v2/key", "charm.land/lipgloss/v2",
		"golang.org/x/crypto/ssh", "kernellab/ascii", "kernellab/lab/theme", "kernellab/lab/ui"},
	"lab/study": {"kernellab/ascii", "kernellab/exercises",
		"github.com/open-spaced-repetition/go-fsrs/v4", "kernellab/lab/progress"},
	"lab/core": {"kernellab/ascii", "kernellab/exercises", "kernellab/lab/progress", "kernellab/lab/study"},
	"lab/transcript": {"kernellab/ascii", "kernellab/exercises", "kernellab/lab/core", "kernellab/lab/progress",
		"kernellab/lab/study"},
	"lab/session": {"charm.land/bubbletea/v2", "charm.land/bubbles/v2/…", "charm.land/lipgloss/v2",
		"kernellab/ascii", "kernellab/exercises", "kernellab/lab/class", "kernellab/lab/core", "kernellab/lab/progress",
		"kernellab/lab/study",
		"kernellab/lab/theme", "kernellab/lab/ui"},
	"lab/pictures": {"kernellab/ascii", "kernellab/ascii/export", "kernellab/exercises",
		"kernellab/lab/core", "kernellab/lab/theme", "kernellab/lab/ui"},
	"lab/board": append([]string{"kernellab/lab/class", "kernellab/lab/progress"}, screenImports...),
	"lab/follow": append([]string{"kernellab/lab/class", "kernellab/lab/exercise", "kernellab/lab/progress",
		"kernellab/exercises/dataset"}, screenImports...),
	"lab/page":     {"kernellab/ascii", "kernellab/ascii/export"},
	"lab/handout":  {"kernellab/ascii", "kernellab/exercises", "kernellab/lab/page", "kernellab/lab/progress"},
	"lab/report":   {"kernellab/lab/class", "kernellab/lab/page", "kernellab/lab/progress", "kernellab/exercises"},
	"lab/rehearse": {"golang.org/x/crypto/ssh", "kernellab/exercises", "kernellab/lab/class", "kernellab/lab/progress"},
	"lab/contents": append([]string{"kernellab/lab/class"}, screenImports...),
	"lab/debug":    append([]string{"kernellab/lab/pictures"}, screenImports...),
	"lab/exercise": append([]string{"kernellab/lab/class", "kernellab/lab/debug", "kernellab/lab/pictures",
		"kernellab/lab/progress"}, screenImports...),
	"lab": append(
		[]string{"kernellab/lab/board", "kernellab/lab/class", "kernellab/lab/contents", "kernellab/lab/debug",
			"kernellab/lab/exercise", "kernellab/lab/follow", "kernellab/lab/pictures", "kernellab/lab/progress"},
		screenImports...,
	),
	"lab/remote": {"charm.land/…", "github.com/charmbracelet/…", "golang.org/x/crypto/…", "github.com/pires/go-proxyproto",
		"golang.org/x/time/rate", "github.com/VictoriaMetrics/metrics", "kernellab/lab",
		"kernellab/lab/progress"},
	"testdata/support/hosttest": {"github.com/charmbracelet/x/vt", "golang.org/x/crypto/ssh"},
	"lab/cli":                   {"…"},
	".":                         {"kernellab/lab/cli"},

	"exercises/answer/matrix": {"kernellab/ascii", "kernellab/exercises", "kernellab/exercises/answer",
		"kernellab/exercises/budget", "kernellab/kernels/expr"},
	"testdata/support/bombs":        {},
	"testdata/support/postgrestest": {"github.com/jackc/pgx/v5/stdlib"},
	"testdata/support/anatomytest":  {"kernellab/exercises/dataset", "kernellab/kernels", "kernellab/solvers"},
	"exercises/worksheets/kit": append([]string{"kernellab/exercises/bench", "kernellab/exercises/answer/matrix",
		"kernellab/kernels/expr"},
		lessonImports...),
	"testdata/support/lessontest": {"kernellab/ascii", "kernellab/exercises", "kernellab/exercises/lesson",
		"kernellab/exercises/worksheets", "kernellab/exercises/worksheets/kit"},

	"exercises/anatomy/explain": {"kernellab/ascii", "kernellab/exercises", "kernellab/exercises/anatomy",
		"kernellab/exercises/answer", "kernellab/exercises/budget"},
	"exercises/anatomy/explain/breakpoint": {"kernellab/exercises", "kernellab/exercises/anatomy",
		"kernellab/exercises/budget", "kernellab/kernels/expr", "kernellab/solvers"},
}

// screenImports lists what a screen may import.
var screenImports = []string{
	"charm.land/bubbletea/v2", "charm.land/bubbles/v2/…", "charm.land/lipgloss/v2", "kernellab/ascii",
	"kernellab/exercises",
	"kernellab/lab/core", "kernellab/lab/session", "kernellab/lab/study", "kernellab/lab/theme", "kernellab/lab/ui",
}

// lessonImports lists what the Go code of exercises may import: everything that
// computes or draws, but nothing that knows a terminal.
var lessonImports = []string{
	"kernellab/ascii", "kernellab/kernels", "kernellab/kernels/structured", "kernellab/solvers", "kernellab/exercises",
	"kernellab/exercises/anatomy", "kernellab/exercises/answer", "kernellab/exercises/budget",
	"kernellab/exercises/dataset", "kernellab/exercises/stage",
	"kernellab/exercises/worksheets", "gonum.org/v1/gonum/…",
}

// unitImports lists what a unit may import, which includes no other unit.
var unitImports = append([]string{"kernellab/exercises/lesson"}, lessonImports...)

func TestImportTable(t *testing.T) {
	for file, s := range parseSources(t) {
		pkg := path.Dir(file)
		allowed, listed := imports[pkg]
		if strings.HasPrefix(pkg, "exercises/unit") {
			allowed, listed = append(unitImports, allowed...), true
		}
		if !listed {
			t.Errorf("%s: got package %q, want it listed in the import table", file, pkg)
			continue
		}
		for _, spec := range s.Imports {
			imp := strings.Trim(spec.Path.Value, `"`)
			first, _, _ := strings.Cut(imp, "/")
			own := strings.Contains(first, ".") || first == "kernellab" // not in the standard library
			if own && !slices.ContainsFunc(allowed, func(a string) bool { return matches(a, imp) }) {
				t.Errorf("%s: got import %s, want only those that the import table allows", file, imp)
			}
		}
	}
}

// TestArchitecture checks that the packages and symbols in the comment of main.go exist.
func TestArchitecture(t *testing.T) {
	sources, texts := parseSources(t), map[string]string{} // by the name of the package
	for file, s := range sources {
		texts[path.Base(path.Dir(file))] += string(s.text)
	}
	doc := sources["main.go"].Doc.Text()
	links := regexp.MustCompile(`\[kernellab/([a-z/]+)`).FindAllStringSubmatch(doc, -1)
	symbols := regexp.MustCompile(`\b[a-z]+(?:\.[A-Z]\w+)+`).FindAllString(doc, -1)
	if len(links) < 20 || len(symbols) < 15 {
		t.Errorf("got %d packages and %d symbols, want at least 20 and 15", len(links), len(symbols))
	}
	for _, m := range links {
		if imports[m[1]] == nil {
			t.Errorf("the comment of main.go has %q, which does not exist", m[0])
		}
	}
	for _, symbol := range symbols {
		pkg, names, _ := strings.Cut(symbol, ".")
		for name := range strings.SplitSeq(names, ".") {
			declared := regexp.MustCompile(`(?m)^(type |func \(.*\) |\t)` + name + `\b`)
			if !declared.MatchString(texts[pkg]) {
				t.Errorf("the comment of main.go has %s, and %s has no %s", symbol, pkg, name)
			}
		}
	}
}

// matches reports whether an entry of the table allows an import path.
func matches(entry, imp string) bool {
	tree, isTree := strings.CutSuffix(entry, "…")
	if isTree {
		return strings.HasPrefix(imp+"/", tree)
	}
	return entry == imp
}

// Limits on the size of what a reader has to understand. They may only be lowered, except maxTokens:
// see Prices in CONTRIBUTING.md.
const (
	maxLines   = 450 // lines of a file, without tests
	maxFiles   = 40  // files of a package, without tests
	maxMethods = 60  // methods of a type, and functions whose first parameter it is
	maxTokens  = 792_831
)

// method matches a method or a function, and the type of its receiver or first parameter.
var method = regexp.MustCompile(`(?m)^func (?:\(\w* ?\*?(\w+).*?\) |\w+\(\w+ \*?(\w+)[,)])`)

// TestLimits checks the limits above.
func TestLimits(t *testing.T) {
	files, methods, tokens := map[string]int{}, map[string]int{}, 0
	for name, s := range parseSources(t) {
		files[path.Dir(name)]++
		tokens += s.tokens
		if s.lines > maxLines {
			t.Errorf("%s: got %d lines, want at most %d", name, s.lines, maxLines)
		}
		for _, m := range method.FindAllSubmatch(s.text, -1) {
			if receiver := string(m[1]) + string(m[2]); types.Universe.Lookup(receiver) == nil {
				methods[path.Dir(name)+"."+receiver]++
			}
		}
	}
	for name, n := range files {
		if n > maxFiles {
			t.Errorf("%s: got %d files, want at most %d", name, n, maxFiles)
		}
	}
	for name, n := range methods {
		if n > maxMethods {
			t.Errorf("%s: got %d methods and functions on it, want at most %d", name, n, maxMethods)
		}
	}
	if tokens > maxTokens {
		t.Errorf("the program: got %d tokens, want at most %d; only a new feature may raise maxTokens, by its price in "+
			"CONTRIBUTING.md", tokens, maxTokens)
	}
}

// source is a file of the program.
type source struct {
	*ast.File
	text          []byte
	lines, tokens int
}

// Limits on the language of comments. The phrases are typical of sentences that had to
// be read twice in older texts.
const (
	maxColumns    = 120
	maxOdd        = 30 // phrases per 10 000 words of a package's comments
	maxOddSmall   = 6  // phrases in a package with few words
	maxDescribing = 20 // percentage of doc comments that begin "X is" or "X are"
	minReturning  = 20 // percentage of doc comments that begin "X returns" or "X reports"
)

var (
	commentText = regexp.MustCompile(`(?m)(?:^\s*//|\s// )(.*)$`)
	docOpening  = regexp.MustCompile(`(?m)^// (\w+) (\w+)(?:.*\n(?://.*\n)*)(?:func (?:\([^)]*\) )?|type )(\w+)`)
	oddPhrases  = regexp.MustCompile(`\b(anew|so many|of which|in place of|tells?|told|stands?|stood|beside|(that|those) of|not ok|` +
		`(one|those|students?|nobody|anybody) who|by itself|the one before|says?|said|as (it is|they are)|but for|shall|whatsoever|thereof|as many as)\b`)
	longString = regexp.MustCompile("\"[^\"]{60,}\"|`[^`]{60,}`")
)

// TestLanguage checks that comments are plain English, as far as that can be counted,
// and that no line is too long. A line may be longer if it contains a long text in
// quotes.
func TestLanguage(t *testing.T) {
	words, odd := map[string]int{}, map[string]int{}
	docs, opens := 0, map[string]int{}
	for name, s := range parseSources(t) {
		text := s.text
		for _, m := range commentText.FindAllSubmatch(text, -1) {
			words[path.Dir(name)] += len(bytes.Fields(m[1]))
			odd[path.Dir(name)] += len(oddPhrases.FindAll(m[1], -1))
		}
		for _, m := range docOpening.FindAllSubmatch(text, -1) {
			if bytes.Equal(m[1], m[3]) {
				docs++
				opens[string(m[2])]++
			}
		}
		for i, l := range strings.Split(strings.ReplaceAll(string(text), "\t", "    "), "\n") {
			if n := utf8.RuneCountInString(l); n > maxColumns && !longString.MatchString(l) {
				t.Errorf("%s:%d: got %d columns, want at most %d", name, i+1, n, maxColumns)
			}
		}
	}
	for pkg, n := range odd {
		if limit := max(maxOddSmall, maxOdd*words[pkg]/10_000); n > limit {
			t.Errorf("the comments of %s: got %d odd phrases, want at most %d", pkg, n, limit)
		}
	}
	if n := 100 * (opens["is"] + opens["are"]) / docs; n > maxDescribing {
		t.Errorf("doc comments that begin with \"X is\" or \"X are\": got %d %%, want at most %d %%", n, maxDescribing)
	}
	if n := 100 * (opens["returns"] + opens["reports"]) / docs; n < minReturning {
		t.Errorf("doc comments that begin with \"X returns\" or \"X reports\": got %d %%, want at least %d %%", n,
			minReturning)
	}
}

// parseSources returns every file of the program by its path. Tokens are counted
// without comments and without semicolons inserted at line ends.
func parseSources(t *testing.T) map[string]source {
	t.Helper()
	sources := map[string]source{}
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
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments|parser.SkipObjectResolution)
		sources[filepath.ToSlash(name)] = source{file, text, bytes.Count(text, []byte("\n")), countTokens(text)}
		return err
	})
	if err != nil || len(sources) == 0 {
		t.Fatalf("got %d files of the program, error %v, want some", len(sources), err)
	}
	return sources
}

func countTokens(text []byte) (n int) {
	files := token.NewFileSet()
	var s scanner.Scanner
	s.Init(files.AddFile("", files.Base(), len(text)), text, nil, 0)
	for {
		_, tok, literal := s.Scan()
		if tok == token.EOF {
			return n
		}
		if tok != token.SEMICOLON || literal != "\n" {
			n++
		}
	}
}

// TestPackageComments checks that every package has one comment that says what
// it is for and what it must not know about.
func TestPackageComments(t *testing.T) {
	docs := map[string][]string{}
	for name, s := range parseSources(t) {
		pkg := path.Dir(name)
		docs[pkg] = append(docs[pkg], nil...)
		if s.Doc != nil {
			docs[pkg] = append(docs[pkg], s.Doc.Text())
		}
	}
	boundary := regexp.MustCompile(`\b(knows (no|nothing|neither|what)|(does|must) not (know|import|depend))\b`)
	for pkg, texts := range docs {
		switch doc := strings.Join(strings.Fields(strings.Join(texts, " ")), " "); {
		case len(texts) != 1:
			t.Errorf("%s: got %d package comments, want 1", pkg, len(texts))
		case pkg == ".":
		case !strings.HasPrefix(doc, "Package "+path.Base(pkg)+" "):
			t.Errorf("%s: got package comment %.40q, want it to begin with the name of the package", pkg, doc)
		case !boundary.MatchString(doc):
			t.Errorf("%s: got a package comment without it, want it to say what the package does not know", pkg)
		}
	}
}
