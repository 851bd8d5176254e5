package report

import (
	_ "embed" // for the style sheet
	"fmt"
	"html"
	"io"
	"math"
	"strings"
	"time"
	"unicode"
)

//go:embed report.css
var style string

// pageHead is the beginning of a page, and %s the style sheet.
const pageHead = `<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width"/>
<title>Report on a class</title>
<style>
%s</style>
</head>
<body>
<h1>Report on a class</h1>
`

// HTML writes the report as one page, which is well-formed XML too. It loads nothing and
// runs nothing.
func (r *Report) HTML(out io.Writer) error {
	return r.write(out, fmt.Sprintf(pageHead, style), "</body>\n</html>\n", section.html)
}

// Markdown writes the report as Markdown with tables, as GitHub reads it.
func (r *Report) Markdown(out io.Writer) error {
	return r.write(out, "# Report on a class\n", "", section.markdown)
}

// write writes all sections between a head and an end.
func (r *Report) write(out io.Writer, head, end string, text func(section) string) error {
	all, err := r.sections()
	if err != nil {
		return err
	}
	for _, s := range all {
		if len(s.rows) == 0 {
			s.text, s.columns = "Nothing yet.", nil
		}
		head += text(s)
	}
	_, err = io.WriteString(out, head+end)
	return err
}

// escaped returns a text on one line for a page. Blanks replace characters that control a
// terminal or the direction of a text.
func escaped(text string) string {
	return html.EscapeString(strings.Join(strings.Fields(strings.Map(func(c rune) rune {
		if !unicode.IsGraphic(c) {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(text, "�"))), " "))
}

// number returns a number as text. ok is false if the cell is something else.
func number(cell any) (text string, ok bool) {
	switch n := cell.(type) {
	case int:
		return fmt.Sprint(n), true
	case float64:
		return fmt.Sprintf("%.1f", n), true
	case time.Duration:
		return minutes(n, "%.1f min"), true
	}
	return "", false
}

// longest returns the length of the longest bar in a column, or 1 if there is none.
func (s section) longest(column int) float64 {
	longest := 0.0
	for _, row := range s.rows {
		if b, isBar := row[column].(bar); isBar {
			longest = max(longest, b.length, b.whole)
		}
	}
	if longest == 0 {
		return 1
	}
	return longest
}

// html returns the section as a part of a page.
func (s section) html() string {
	var out strings.Builder
	fmt.Fprintf(&out, "<section>\n<h2>%s</h2>\n<p>%s</p>\n<table>\n<thead><tr>", escaped(s.title), escaped(s.text))
	for i, c := range s.columns {
		if _, isNumber := number(s.rows[0][i]); isNumber {
			fmt.Fprintf(&out, `<th class="number">%s</th>`, escaped(c))
		} else {
			fmt.Fprintf(&out, "<th>%s</th>", escaped(c))
		}
	}
	out.WriteString("</tr></thead>\n<tbody>\n")
	for _, row := range s.rows {
		out.WriteString("<tr>")
		for i, cell := range row {
			out.WriteString(cellHTML(cell, 100/s.longest(i)))
		}
		out.WriteString("</tr>\n")
	}
	out.WriteString("</tbody>\n</table>\n</section>\n")
	return out.String()
}

// cellHTML returns a cell of a page. Lengths of bars are multiplied by scale.
func cellHTML(cell any, scale float64) string {
	switch c := cell.(type) {
	case bar:
		return fmt.Sprintf(`<td class="bars"><svg role="img" viewBox="0 0 100 12"><title>%[1]s</title>`+
			`<rect width="%.1[2]f" height="12" class="whole"/><rect y="3" width="%.1[3]f" height="6" class="bar"/></svg> %[1]s</td>`,
			escaped(c.value), c.whole*scale, c.length*scale)
	case []string:
		text := ""
		for _, t := range c {
			text += "<code>" + escaped(t) + "</code> "
		}
		return "<td>" + text + "</td>"
	case string:
		return "<td>" + escaped(c) + "</td>"
	}
	text, _ := number(cell)
	return `<td class="number">` + text + "</td>"
}

// markdown returns the section as Markdown.
func (s section) markdown() string {
	var out strings.Builder
	fmt.Fprintf(&out, "\n## %s\n\n%s\n", s.title, s.text)
	if len(s.rows) == 0 {
		return out.String()
	}
	fmt.Fprintf(&out, "\n| %s |\n|", strings.Join(s.columns, " | "))
	for _, cell := range s.rows[0] {
		if _, isNumber := number(cell); isNumber {
			out.WriteString(" ---: |")
		} else {
			out.WriteString(" --- |")
		}
	}
	out.WriteString("\n")
	for _, row := range s.rows {
		out.WriteString("|")
		for i, cell := range row {
			out.WriteString(" " + cellMarkdown(cell, blocks/s.longest(i)) + " |")
		}
		out.WriteString("\n")
	}
	return out.String()
}

// blocks is the length of the longest bar in Markdown.
const blocks = 20

// cellMarkdown returns a cell of a table. Lengths of bars are multiplied by scale.
func cellMarkdown(cell any, scale float64) string {
	switch c := cell.(type) {
	case bar:
		length := int(math.Round(c.length * scale))
		rest := max(0, int(math.Round(c.whole*scale))-length)
		return strings.Repeat("█", length) + strings.Repeat("░", rest) + " " + c.value
	case []string:
		text := make([]string, len(c))
		for i, t := range c {
			text[i] = "“" + cellMarkdown(t, 0) + "”"
		}
		return strings.Join(text, " ")
	case string:
		return strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "[", `\[`, "`", "\\`", "~", `\~`,
			"://", `:\//`, "www.", `www\.`, "@", `\@`).Replace(escaped(c))
	}
	text, _ := number(cell)
	return text
}
