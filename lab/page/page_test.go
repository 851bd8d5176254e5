package page

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/testdata/support/check"
)

// evil is a text that breaks pages, tables and lists that do not escape it.
const evil = "<img src=x onerror=alert(1)>|\x1b[31m`&\u202e```</style>]]>"

// allKinds returns a document with an evil part of every kind.
func allKinds() Document {
	d := Document{Title: evil, ForPaper: true}
	for k := Text; k <= Picture; k++ {
		d.Parts = append(d.Parts, Part{Kind: k, Text: evil, Mark: "1.", Columns: []string{evil, "b"},
			Rows: [][]any{{evil, 3}, {Blank{}, Bar{0.5, evil}}}, Figure: ascii.TextBlock{Lines: ascii.PlainLines(evil)}, W: 40, H: 2})
	}
	return d
}

// A page is well-formed, loads and runs nothing, and has its pictures. Texts stay texts.
func TestDocument_page(t *testing.T) {
	for _, sheet := range []bool{true, false} {
		d := allKinds()
		d.ForPaper, d.Colour = sheet, func(ascii.Ink) string { return "#123456" }
		var page strings.Builder
		d.HTML(&page)
		svgs := 0
		in := xml.NewDecoder(strings.NewReader(page.String()))
		for {
			token, err := in.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			check.Must(t, err == nil, "the page is not well-formed: %v", err)
			e, isElement := token.(xml.StartElement)
			if !isElement {
				continue
			}
			if slices.Contains([]string{"script", "img", "link", "iframe", "object", "image", "use", "a"}, e.Name.Local) {
				t.Errorf("got an element %s, want none", e.Name.Local)
			}
			if e.Name.Local == "svg" {
				svgs++
			}
			for _, a := range e.Attr {
				if name := a.Name.Local; name == "src" || name == "href" || name == "style" || strings.HasPrefix(name, "on") {
					t.Errorf("got an attribute %s of %s, want none", name, e.Name.Local)
				}
			}
		}
		if svgs != 2 { // the bar and the picture
			t.Errorf("got %d pictures, want 2", svgs)
		}
	}
	if strings.Contains(style, "url(") || strings.Contains(style, "@import") {
		t.Error("the style sheet loads something")
	}
}

// Markdown has no HTML or control characters outside of lines of code, no more columns than its
// header, and every block of lines ends.
func TestDocument_markdown(t *testing.T) {
	var out strings.Builder
	allKinds().Markdown(&out)
	inCode := false
	for line := range strings.Lines(out.String()) {
		if strings.HasPrefix(line, "```") {
			inCode = !inCode
		}
		if strings.ContainsAny(line, "\x1b\u202e") || !inCode && strings.Contains(line, "<img") {
			t.Errorf("got %q, want it escaped", line)
		}
		if n := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|"); strings.HasPrefix(line, "| ") && n != 3 {
			t.Errorf("got %d columns in %q, want 2", n-1, line)
		}
	}
	if inCode {
		t.Error("got lines of code without an end")
	}
}
