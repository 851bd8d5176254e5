package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"testing"
)

// What a reader can hold at once.
const (
	mostMethods = 45  // of a type
	mostLines   = 450 // of a file, tests apart
)

// Every file is short enough to be read in one go, every type small enough to
// be known, and every package says what it is for.
func TestStructure(t *testing.T) {
	methods, documented := map[string]int{}, map[string]bool{}
	for file := range importsByFile(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(text, []byte("\n")); n > mostLines {
			t.Errorf("%s has %d lines, more than %d", file, n, mostLines)
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		pkg := path.Dir(file)
		documented[pkg] = documented[pkg] || parsed.Doc != nil
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
				methods[pkg+"."+receiver(f.Recv.List[0].Type)]++
			}
		}
	}
	for name, n := range methods {
		if n > mostMethods {
			t.Errorf("%s has %d methods, more than %d", name, n, mostMethods)
		}
	}
	for pkg, ok := range documented {
		if !ok {
			t.Errorf("package %s does not say what it is for", pkg)
		}
	}
}

// receiver is the name of a method's type.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
