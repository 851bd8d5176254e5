package report

import (
	_ "embed" // for the style sheet
	"fmt"
	"html"
	"io"
	"math"
	"strings"
	"unicode"
)

//go:embed report.css
var style string

// pageHead is the beginning of a page. The style sheet replaces %s.
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

// format is a way to write a section.
type format struct {
	begin, end  string    // of a section; begin has %s for the title and for the text
	header, row [3]string // the texts before, between and after the cells
	rule        string    // after the header, for each column
	escape      func(string) string
	bar         func(share float64) string
}

// HTML writes the report as one page, which is also well-formed XML. The page loads no other files
// and runs no scripts.
func (r *Report) HTML(out io.Writer) error {
	return r.write(out, fmt.Sprintf(pageHead, style), "</body>\n</html>\n", format{
		begin: "<section>\n<h2>%s</h2>\n<p>%s</p>\n<table>\n", end: "</table>\n</section>\n",
		header: [3]string{"<thead><tr><th>", "</th><th>", "</th></tr></thead>\n"},
		row:    [3]string{"<tr><td>", "</td><td>", "</td></tr>\n"},
		escape: escapeHTML, bar: drawBar,
	})
}

// Markdown writes the report as Markdown with tables, as GitHub reads it.
func (r *Report) Markdown(out io.Writer) error {
	cells := [3]string{"| ", " | ", " |\n"}
	return r.write(out, "# Report on a class\n", "", format{begin: "\n## %s\n\n%s\n\n", header: cells, row: cells,
		rule: "| --- ", escape: escapeMarkdown, bar: blockBar})
}

// write writes all sections between a head and an end.
func (r *Report) write(out io.Writer, head, end string, f format) error {
	all, err := r.sections()
	if err != nil {
		return err
	}
	for _, s := range all {
		head += f.section(s)
	}
	_, err = io.WriteString(out, head+end)
	return err
}

func (f format) section(s section) string {
	if len(s.rows) == 0 {
		s.text = "Nothing yet."
	}
	out := fmt.Sprintf(f.begin, s.title, s.text) + f.header[0] + strings.Join(s.columns, f.header[1]) + f.header[2]
	if f.rule != "" {
		out += strings.Repeat(f.rule, len(s.columns)) + "|\n"
	}
	for _, row := range s.rows {
		var cells []string
		for _, cell := range row {
			if b, isBar := cell.(bar); isBar {
				cells = append(cells, f.bar(b.share)+" "+f.escape(b.value))
			} else {
				cells = append(cells, f.escape(fmt.Sprint(cell)))
			}
		}
		out += f.row[0] + strings.Join(cells, f.row[1]) + f.row[2]
	}
	return out + f.end
}

// escapeHTML escapes a text and puts it on one line. Blanks replace characters that control
// a terminal or the direction of a text.
func escapeHTML(text string) string {
	return html.EscapeString(strings.Join(strings.Fields(strings.Map(func(c rune) rune {
		if !unicode.IsGraphic(c) {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(text, "�"))), " "))
}

// escapeMarkdown escapes a text for Markdown, including its HTML.
func escapeMarkdown(text string) string {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "[", `\[`, "`", "\\`", "~", `\~`,
		"://", `:\//`, "www.", `www\.`, "@", `\@`).Replace(escapeHTML(text))
}

// maxShare is the maximum length of a bar, as a share of the wider bar.
const maxShare = 1.25

// drawBar draws a bar in SVG.
func drawBar(share float64) string {
	return fmt.Sprintf(`<svg viewBox="0 0 125 14"><rect width="100" height="14" class="whole"/>`+
		`<rect y="4" width="%.1f" height="6" class="bar"/></svg>`, 100*min(share, maxShare))
}

// blockBar draws a bar with blocks.
func blockBar(share float64) string {
	const whole = 10
	length := int(math.Round(whole * min(share, maxShare)))
	return strings.Repeat("█", length) + strings.Repeat("░", max(0, whole-length))
}
