// Package page writes documents: as one page of HTML with pictures, or as Markdown. A page is
// also well-formed XML, loads no other files and runs no scripts. Begin with [Document].
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

// Document is a title and what follows it.
type Document struct {
	Title string
	// Sheet means that the document is for paper: it is black on white.
	Sheet bool
	// Colour returns the colour of an ink in pictures, such as "#1c2128". The pictures of a
	// Sheet do not use it.
	Colour func(ascii.Ink) string
	Parts  []Part
}

// Kind is the kind of a part.
type Kind uint8

// The kinds of parts.
const (
	Text    Kind = iota // a paragraph
	Section             // the title of a section
	Heading             // a title in a section
	Note                // a remark
	Caption             // of the next part
	Question
	Item    // of a list
	Option  // a box to tick and what it means
	Code    // lines as they are
	Line    // an empty line to write on, after a label
	NewPage // on paper, the next part is on a new page
	Table
	Picture
)

// Part is a part of a document. Fields that its kind does not use are zero.
type Part struct {
	Kind    Kind
	Text    string   // the words, or the lines of Code
	Mark    string   // the number of an Item, such as "1."; may be empty
	Columns []string // the titles of a Table
	Rows    [][]any  // of a Table: bars and blanks are drawn, all other values are printed
	Figure  ascii.Figure
	W, H    int // size of a Picture in cells
}

// Blank is a cell of a table for something that is written by hand.
type Blank struct{}

// Bar is a bar in front of a wider one, which represents a whole.
type Bar struct {
	Share float64 // of the length of the wider bar
	Value string  // text after the bars
}

// HTML writes the document as a page.
func (d Document) HTML(out io.Writer) error { return d.write(out, htmlFormat(d)) }

// Markdown writes the document as Markdown, as GitHub reads it. Pictures consist of characters.
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
