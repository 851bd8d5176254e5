package report

import (
	"fmt"
	"html"
	"io"
	"math"
	"strings"
	"unicode/utf8"
)

// Markdown writes the report as Markdown with tables, as GitHub reads it. Bars are drawn
// with blocks.
func (r *Report) Markdown(out io.Writer) error {
	d, err := r.document()
	if err != nil {
		return err
	}
	var text strings.Builder
	fmt.Fprintf(&text, "# %s\n\n%s\n", d.title, d.text)
	for _, s := range d.sections {
		fmt.Fprintf(&text, "\n## %s\n\n", s.title)
		if len(s.rows) == 0 {
			text.WriteString("Nothing yet.\n")
			continue
		}
		if s.text != "" {
			text.WriteString(s.text + "\n\n")
		}
		text.WriteString(blockBars(s.bars) + markdownTable(s))
	}
	_, err = io.WriteString(out, text.String())
	return err
}

// markdownText escapes a text for a cell of a table.
func markdownText(text string) string {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "`", "\\`", "~", `\~`,
		"://", `:\//`, "www.", `www\.`, "@", `\@`).Replace(html.EscapeString(oneLine(text)))
}

func markdownTable(s section) string {
	var text strings.Builder
	for _, c := range s.columns {
		text.WriteString("| " + c.title + " ")
	}
	text.WriteString("|\n")
	for _, c := range s.columns {
		if c.numeric {
			text.WriteString("| ---: ")
		} else {
			text.WriteString("| --- ")
		}
	}
	text.WriteString("|\n")
	for _, row := range s.rows {
		for _, c := range row {
			words := []string{markdownText(c.text)}
			for _, typed := range c.typed {
				words = append(words, "“"+markdownText(typed)+"”")
			}
			text.WriteString("| " + strings.TrimSpace(strings.Join(words, " ")) + " ")
		}
		text.WriteString("|\n")
	}
	return text.String()
}

// blockLength is the length in columns of the longest bar.
const blockLength = 30

// blockBars draws bars with blocks in a block of code.
func blockBars(bars []bar) string {
	if len(bars) == 0 {
		return ""
	}
	var text strings.Builder
	longest, wide := 1e-9, 0
	for _, b := range bars {
		longest, wide = max(longest, b.length, b.whole), max(wide, utf8.RuneCountInString(b.label))
	}
	text.WriteString("```\n")
	for _, b := range bars {
		length := int(math.Round(b.length / longest * blockLength))
		whole := max(length, int(math.Round(b.whole/longest*blockLength)))
		fmt.Fprintf(&text, "%-*s %s%s %s\n", wide, b.label, strings.Repeat("█", length),
			strings.Repeat("░", whole-length), b.value)
	}
	text.WriteString("```\n\n")
	return text.String()
}
