// Package page writes a document as one HTML page with pictures, or as Markdown. The page is also
// well-formed XML. It loads no other files and runs no scripts. Begin with [Document].
//
// The package must not know exercises, students or terminals.
package page

import (
	"cmp"
	_ "embed" // for the style sheet
	"fmt"
	"html"
	"io"
	"math"
	"strings"
	"unicode"

	"kernellab/ascii"
	"kernellab/ascii/export"
)

//go:embed page.css
var style string

// Document holds a title and parts. [Document.HTML] and [Document.Markdown] write it.
type Document struct {
	Title string
	// ForPaper makes the page black on white.
	ForPaper bool
	// Colour returns the colour of an ink in pictures, such as "#1c2128". It is not
	// used if ForPaper is set.
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

// Part holds a paragraph, a title, a table or a picture, depending on its Kind. Each Kind uses some
// of the fields and ignores the others.
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

// Bar shows a share of a whole in a cell of a table: a bar that is drawn over a thicker bar, which
// stands for the whole.
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
		b.WriteString(f.formatPart(p))
	}
	_, err := io.WriteString(out, b.String()+f.end)
	return err
}

// format holds the markup of HTML or of Markdown.
type format struct {
	head, end   string              // begin and end a document; TITLE in head becomes the title
	parts       map[Kind]string     // the markup of each kind of part; %s becomes its content
	header, row [3]string           // precede, separate and follow the cells of a row
	rule        string              // follows the header of a table, once for each column
	mark        string              // precedes an item without a number
	blank       string              // leaves space to write in
	escape      func(string) string // puts a text on one line and escapes it
	code        func(string) string // keeps the lines of a text
	bar         func(share float64) string
	picture     func(Part) string
}

func (f format) formatPart(p Part) string {
	body := f.escape(p.Text)
	switch p.Kind {
	case Code:
		body = f.code(p.Text)
	case Item:
		body = cmp.Or(p.Mark, f.mark) + " " + body
	case Line:
		body += " " + f.blank
	case Table:
		body = f.formatTable(p)
	case Picture:
		body = f.picture(p)
	}
	return fmt.Sprintf(f.parts[p.Kind], body)
}

func (f format) formatTable(p Part) string {
	var titles []any
	for _, title := range p.Columns {
		titles = append(titles, title)
	}
	out := f.formatRow(titles, f.header)
	if f.rule != "" {
		out += strings.Repeat(f.rule, len(titles)) + "|\n"
	}
	for _, row := range p.Rows {
		out += f.formatRow(row, f.row)
	}
	return out
}

// formatRow joins the cells of a row.
func (f format) formatRow(row []any, markup [3]string) string {
	out := make([]string, len(row))
	for i, cell := range row {
		switch c := cell.(type) {
		case Bar:
			out[i] = f.bar(c.Share) + " " + f.escape(c.Value)
		case Blank:
			out[i] = f.blank
		default:
			out[i] = f.escape(fmt.Sprint(c))
		}
	}
	return markup[0] + strings.Join(out, markup[1]) + markup[2]
}

// pageHead begins a page. The first %s becomes the style sheet, the second the class of the body.
const pageHead = `<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width"/>
<title>TITLE</title>
<style>
%s</style>
</head>
<body class="%s">
<h1>TITLE</h1>
`

func htmlFormat(d Document) format {
	view, colour, class := ascii.View{}, d.Colour, "report"
	if d.ForPaper {
		view.Profile, colour, class = ascii.Mono, blackOnWhite, "sheet"
	}
	return format{
		head: fmt.Sprintf(pageHead, style, class), end: "</body>\n</html>\n",
		parts: map[Kind]string{
			Text: "<p>%s</p>\n", Section: "<h2>%s</h2>\n", Heading: "<h3>%s</h3>\n",
			Note: "<p class=\"note\">%s</p>\n", Caption: "<p class=\"caption\">%s</p>\n",
			Question: "<p class=\"question\">%s</p>\n",
			Item:     "<p class=\"item\">%s</p>\n", Option: "<p class=\"item\"><span class=\"box\"></span> %s</p>\n",
			Code: "<pre>%s</pre>\n", Line: "<p class=\"line\">%s</p>\n", NewPage: "<div class=\"page\">%s</div>\n",
			Table: "<div>\n<table>\n%s</table>\n</div>\n", Picture: "<figure>\n%s</figure>\n",
		},
		header: [3]string{"<thead><tr><th>", "</th><th>", "</th></tr></thead>\n"},
		row:    [3]string{"<tr><td>", "</td><td>", "</td></tr>\n"},
		mark:   "•", blank: `<span class="blank"></span>`,
		escape: func(s string) string { return html.EscapeString(oneLine(s)) },
		code:   func(s string) string { return html.EscapeString(cleanText(s)) },
		bar: func(share float64) string {
			return fmt.Sprintf(`<svg viewBox="0 0 125 14" class="bars"><rect width="100" height="14" class="whole"/>`+
				`<rect y="4" width="%.1f" height="6" class="bar"/></svg>`, 100*min(share, maxShare))
		},
		picture: func(p Part) string {
			var svg strings.Builder
			_ = export.SVG(&svg, p.draw(view), colour) // a Builder never fails
			return svg.String()
		},
	}
}

func markdownFormat() format {
	cells := [3]string{"| ", " | ", " |\n"}
	return format{
		head: "# TITLE\n",
		parts: map[Kind]string{
			Text: "\n%s\n", Section: "\n## %s\n", Heading: "\n### %s\n", Note: "\n*%s*\n", Caption: "\n%s\n",
			Question: "\n**%s**\n", Item: "\n%s\n", Option: "\n- [ ] %s\n", Code: "\n%s", Line: "\n%s\n",
			NewPage: "\n---\n%s", Table: "\n%s", Picture: "\n%s",
		},
		header: cells, row: cells, rule: "| --- ", mark: "-", blank: "________",
		escape: escapeMarkdown,
		code:   codeBlock,
		bar: func(share float64) string {
			const whole = 10
			length := int(math.Round(whole * min(share, maxShare)))
			return strings.Repeat("█", length) + strings.Repeat("░", max(0, whole-length))
		},
		picture: func(p Part) string {
			plain := ascii.NewPalette(ascii.Mono, func(ascii.Ink) ascii.Style { return ascii.Style{} })
			return codeBlock(p.draw(ascii.View{Profile: ascii.Mono}).Encode(plain))
		},
	}
}

// maxShare limits the share that a bar shows. A share above 1 extends beyond the bar for the whole.
const maxShare = 1.25

// draw draws the figure of a picture.
func (p Part) draw(v ascii.View) *ascii.Grid {
	g := ascii.NewGrid(p.W, p.H)
	p.Figure.Draw(g, g.Bounds(), v)
	return g
}

// blackOnWhite returns the colour of an ink for printing.
func blackOnWhite(i ascii.Ink) string {
	switch i {
	case ascii.Paper:
		return "#fff"
	case ascii.Dim, ascii.Faint, ascii.Axis, ascii.Drop, ascii.TexturePos, ascii.TextureNeg:
		return "#777"
	}
	return "#000"
}

// cleanText replaces characters that control a terminal or the direction of a text by blanks. It
// keeps line breaks.
func cleanText(text string) string {
	return strings.Map(func(c rune) rune {
		if !unicode.IsGraphic(c) && c != '\n' {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(text, "�"))
}

// oneLine cleans a text and joins its lines.
func oneLine(text string) string { return strings.Join(strings.Fields(cleanText(text)), " ") }

// escapeMarkdown puts a text on one line and escapes the characters that Markdown or HTML would
// interpret.
func escapeMarkdown(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", `\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "[", `\[`,
		"`", "\\`", "~", `\~`, "://", `:\//`, "www.", `www\.`, "@", `\@`).Replace(oneLine(text))
}

// codeBlock puts lines into a code block.
func codeBlock(text string) string {
	return "```\n" + strings.ReplaceAll(cleanText(text), "```", "'''") + "\n```\n"
}
