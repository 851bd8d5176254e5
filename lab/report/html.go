package report

import (
	_ "embed" // for the style sheet
	"fmt"
	"html"
	"io"
	"strings"
	"unicode"
)

//go:embed report.css
var style string

// pageHead is the beginning of a page.
const pageHead = `<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width"/>
`

// HTML writes the report as one page, which is well-formed XML too. It loads nothing and
// runs nothing.
func (r *Report) HTML(out io.Writer) error {
	d, err := r.document()
	if err != nil {
		return err
	}
	p := page{&strings.Builder{}}
	p.WriteString(pageHead + "<style>\n" + style + "</style>\n")
	p.print("<title>%s</title>\n</head>\n<body>\n<h1>%[1]s</h1>\n<p>%s</p>\n", d.title, d.text)
	for _, s := range d.sections {
		p.section(s)
	}
	p.WriteString("</body>\n</html>\n")
	_, err = io.WriteString(out, p.String())
	return err
}

// page is a page of HTML.
type page struct{ *strings.Builder }

// print writes a format, in which it escapes all texts.
func (p page) print(format string, values ...any) {
	for i, v := range values {
		if text, isText := v.(string); isText {
			values[i] = html.EscapeString(oneLine(text))
		}
	}
	fmt.Fprintf(p, format, values...)
}

// oneLine returns a text on one line. Blanks replace characters that control a terminal or
// the direction of a text.
func oneLine(text string) string {
	return strings.Join(strings.Fields(strings.Map(func(c rune) rune {
		if !unicode.IsGraphic(c) {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(text, "�"))), " ")
}

func (p page) section(s section) {
	p.print("<section>\n<h2>%s</h2>\n", s.title)
	if len(s.rows) == 0 {
		p.print("<p>Nothing yet.</p>\n</section>\n")
		return
	}
	if s.text != "" {
		p.print("<p>%s</p>\n", s.text)
	}
	if len(s.bars) > 0 {
		p.picture(s)
	}
	p.print("<table>\n<thead><tr>")
	for _, c := range s.columns {
		p.print("<th"+classOf(c)+">%s</th>", c.title)
	}
	p.print("</tr></thead>\n<tbody>\n")
	for _, row := range s.rows {
		p.print("<tr>")
		for i, c := range row {
			p.print("<td"+classOf(s.columns[i])+">%s", c.text)
			for _, text := range c.typed {
				p.print("<code>%s</code> ", text)
			}
			p.print("</td>")
		}
		p.print("</tr>\n")
	}
	p.print("</tbody>\n</table>\n</section>\n")
}

// classOf returns the attribute of the cells in a column.
func classOf(c column) string {
	if c.numeric {
		return ` class="number"`
	}
	return ""
}

// The sizes of a picture: its width, the height of a row, where bars begin, and how long the
// longest one is.
const pictureWidth, barRow, barStart, barLength = 720, 24, 270, 290

// picture draws the bars of a section, one below the other.
func (p page) picture(s section) {
	longest := 0.0
	for _, b := range s.bars {
		longest = max(longest, b.length, b.whole)
	}
	if longest == 0 {
		longest = 1
	}
	p.print(`<svg role="img" viewBox="0 0 %d %d"><title>%s</title>`+"\n", pictureWidth, barRow*len(s.bars), s.title)
	for i, b := range s.bars {
		y, whole := i*barRow, b.whole/longest*barLength
		length := b.length / longest * barLength
		p.print(`<text x="%d" y="%d" class="label">%s</text>`+"\n", barStart-10, y+16, short(b.label, 36))
		p.print(`<rect x="%d" y="%d" width="%.1f" height="18" rx="2" class="whole"/>`+"\n", barStart, y+3, whole)
		p.print(`<rect x="%d" y="%d" width="%.1f" height="10" rx="2" class="bar"/>`+"\n", barStart, y+7, length)
		p.print(`<text x="%.1f" y="%d">%s</text>`+"\n", barStart+max(length, whole)+8, y+16, b.value)
	}
	p.print("</svg>\n")
}
