// Package page writes a document as one HTML page with pictures, or as Markdown. The page is also
// well-formed XML. It loads no other files and runs no scripts. Begin with [Document].
//
// The package must not know exercises, students or terminals.
package page

import (
	_ "embed" // for the style sheet
	"io"
	"strings"

	"kernellab/ascii"
)

//go:embed page.css
var style string

// Document holds a title and parts. [Document.HTML] and [Document.Markdown] write it.
type Document struct {
	Title string
	// Sheet makes the page black on white, for paper.
	Sheet bool
	// Colour returns the colour of an ink in pictures, such as "#1c2128". The pictures of a
	// Sheet do not use it.
	Colour func(ascii.Ink) string
	Parts  []Part
}

// Kind distinguishes the parts of a document.
type Kind uint8

// The kinds of parts.
const (
	Text    Kind = iota // a paragraph
	Section             // the title of a section
	Heading             // a title in a section
	Note                // a remark
	Caption             // the caption of the next part
	Question
	Item    // an item of a list
	Option  // a box to tick, with its label
	Code    // lines of fixed width
	Line    // a label and a line to write on
	NewPage // starts a new page on paper
	Table
	Picture
)

// Part holds a paragraph, a title, a table or a picture, as its Kind says. Each Kind uses some of
// the fields and ignores the others.
type Part struct {
	Kind    Kind
	Text    string   // the words, or the lines of Code
	Mark    string   // the number of an Item, such as "1."; may be empty
	Columns []string // the titles of a Table
	Rows    [][]any  // the cells of a Table: a Bar or Blank is drawn, any other value is printed
	Figure  ascii.Figure
	W, H    int // the size of a Picture in cells
}

// Blank leaves a cell of a table empty, so that a reader can fill it in by hand.
type Blank struct{}

// Bar shows a share of a whole in a cell of a table: a bar in front of a wider bar for the whole.
type Bar struct {
	Share float64 // the length of the bar, where 1 is the whole
	Value string  // follows the bars as text
}

// HTML writes the document as one page.
func (d Document) HTML(out io.Writer) error { return d.write(out, htmlFormat(d)) }

// Markdown writes the document in GitHub's Markdown, with pictures made of characters.
func (d Document) Markdown(out io.Writer) error { return d.write(out, markdownFormat()) }

func (d Document) write(out io.Writer, f format) error {
	var b strings.Builder
	b.WriteString(strings.ReplaceAll(f.head, "TITLE", f.escape(d.Title)))
	for _, p := range d.Parts {
		b.WriteString(f.part(p))
	}
	_, err := io.WriteString(out, b.String()+f.end)
	return err
}
