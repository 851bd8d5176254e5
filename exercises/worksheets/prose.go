package worksheets

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/kernels/expr"
)

// prose turns text in a subset of Markdown into blocks. line is the number of the first
// line of the text. prose accepts paragraphs, flat lists, ### headings, formulas (indented
// by four spaces or fenced), emphasis, strong emphasis and code spans, all as CommonMark
// 0.31 defines them. Everything else is literal text or a problem. Variables remain as
// {{name}}.
func prose(markdown string, line int, p *problems) []exercises.Block {
	if len(markdown) > maxProse {
		p.addLine(line, "shorten it", "a text of %d bytes, more than %d", len(markdown), maxProse)
		return nil
	}
	r := &proseReader{src: []byte(markdown), line: line, problems: p}
	doc := markdownParser().Parse(text.NewReader(r.src))
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		r.block(n)
	}
	return r.blocks
}

// maxProse is the maximum length of a text in bytes. A longer text is a mistake or would
// take long to read.
const maxProse = 20_000

// proseReader turns the syntax tree of a text into blocks.
type proseReader struct {
	src      []byte
	line     int // number of the first line of the text
	problems *problems
	blocks   []exercises.Block
}

// at returns the place in the file of the byte at an offset in the text.
func (r *proseReader) at(offset int) place {
	before := r.src[:min(max(0, offset), len(r.src))]
	start := bytes.LastIndexByte(before, '\n') + 1
	return place{r.line + bytes.Count(before, []byte("\n")), 1 + utf8.RuneCount(before[start:])}
}

func (r *proseReader) add(kind exercises.BlockKind, mark string, l ascii.Line) {
	r.blocks = append(r.blocks, exercises.Block{Kind: kind, Mark: mark, Text: l})
}

func (r *proseReader) block(n ast.Node) {
	switch n := n.(type) {
	case *ast.Paragraph:
		r.add(exercises.Paragraph, "", r.inline(n))
	case *ast.Heading:
		if n.Level != 3 {
			r.problems.add(r.at(n.Pos()), "inside a task use ###", "a heading of level %d", n.Level)
		}
		r.add(exercises.Heading, "", r.inline(n))
	case *ast.List:
		r.list(n)
	case *ast.CodeBlock:
		r.code(exercises.Formula, n)
	case *ast.FencedCodeBlock:
		r.fenced(n)
	}
}

// fenced reads a fenced block: each line of a formula or of verbatim text is a block, and a block
// "aloud" gives the spoken form of the preceding block.
func (r *proseReader) fenced(n *ast.FencedCodeBlock) {
	kind := exercises.Formula
	switch info := string(n.Language(r.src)); info {
	case "formula":
	case "verbatim":
		kind = exercises.Verbatim
	case "aloud":
		r.aloud(n)
		return
	default:
		r.problems.add(r.at(n.Pos()), "inside text there are the blocks formula, verbatim and aloud",
			"unknown block %q", info)
	}
	r.code(kind, n)
}

// aloud reads the spoken form of the preceding block.
func (r *proseReader) aloud(n *ast.FencedCodeBlock) {
	at := r.at(n.Pos())
	var text strings.Builder
	for i := range n.Lines().Len() {
		segment := n.Lines().At(i)
		text.Write(segment.Value(r.src))
	}
	sayAloud(r.blocks, prose(text.String(), at.line+1, r.problems), at, r.problems)
}

// sayAloud sets the spoken form of the last block. The spoken words must be one paragraph.
func sayAloud(blocks, words []exercises.Block, at place, p *problems) {
	last := len(blocks) - 1
	if last < 0 || len(words) != 1 || words[0].Kind != exercises.Paragraph {
		p.add(at, "write one paragraph, right after the text that it stands for",
			"a block aloud that is not one paragraph, or follows no text")
		return
	}
	blocks[last].SpokenText = words[0].Text
}

// maxVerbatim is the number of columns of a text on a screen of 80 columns.
const maxVerbatim = 76

// code adds the lines of a code block, including blank lines inside it.
func (r *proseReader) code(kind exercises.BlockKind, n ast.Node) {
	for i := range n.Lines().Len() {
		segment := n.Lines().At(i)
		line := strings.TrimRight(string(segment.Value(r.src)), "\n")
		if n := ascii.Width(line); n > maxVerbatim && kind == exercises.Verbatim {
			r.problems.add(r.at(segment.Start), fmt.Sprintf("break it: a screen of 80 columns shows %d", maxVerbatim),
				"a line of %d columns", n)
		}
		if kind == exercises.Verbatim {
			r.add(kind, "", ascii.Plain(line))
			continue
		}
		r.add(kind, "", Inked(strings.TrimSpace(line)))
	}
}

func (r *proseReader) list(list *ast.List) {
	number := list.Start
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		mark := "•"
		if list.IsOrdered() {
			mark = strconv.Itoa(number) + "."
			number++
		}
		r.item(item, mark)
	}
}

// item adds the text of an item, which is one paragraph.
func (r *proseReader) item(item ast.Node, mark string) {
	content := item.FirstChild()
	switch content.(type) {
	case *ast.TextBlock, *ast.Paragraph:
	default:
		r.problems.add(r.at(item.Pos()), "write text after the mark", "a list item without text")
		return
	}
	r.add(exercises.Item, mark, r.inline(content))
	if content.NextSibling() != nil {
		r.problems.add(r.at(item.Pos()),
			"write one paragraph per item and no list in a list; after a list a formula needs a block formula",
			"a list item with more than one paragraph")
	}
}

// markdownParser returns a parser for the part of CommonMark that worksheets may use.
// It has no state.
var markdownParser = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewListParser(), 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithInlineParsers(
			util.Prioritized(parser.NewCodeSpanParser(), 100),
			util.Prioritized(backslash{}, 200),
			util.Prioritized(parser.NewEmphasisParser(), 500),
		),
	)
})

// backslash parses a backslash escape. The library handles escapes only when it writes
// HTML.
type backslash struct{}

func (backslash) Trigger() []byte { return []byte{'\\'} }

func (backslash) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, segment := block.PeekLine()
	if len(line) < 2 || !util.IsPunct(line[1]) && line[1] != '\n' {
		return nil
	}
	block.Advance(2)
	return ast.NewTextSegment(text.NewSegment(segment.Start+1, segment.Start+2))
}

// inline returns the text of a paragraph as one line of spans.
func (r *proseReader) inline(n ast.Node) ascii.Line {
	var line ascii.Line
	r.spans(&line, n, ascii.Text)
	return joinSpans(line)
}

func (r *proseReader) spans(line *ascii.Line, parent ast.Node, ink ascii.Ink) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Text:
			*line = append(*line, ascii.Span{Text: r.literal(n), Ink: ink})
		case *ast.CodeSpan:
			*line = append(*line, codeSpan(r.codeText(n)))
		case *ast.Emphasis:
			r.checkBeginsWord(n)
			r.spans(line, n, ascii.Strong)
		}
	}
}

// otherMarkup matches Markdown that the program does not show: formulas of TeX, links, images,
// HTML and the beginning of a table.
var otherMarkup = expr.Pattern(`\$[^$ ][^$]*\$|!?\[[^\]]+\]\([a-zA-Z./#][^)]*\)|</?[a-z]+[^>]*>|^ *\|( [^|]+ \|){2,}`)

// literal returns the text of a node. A line break in it becomes a space.
func (r *proseReader) literal(n *ast.Text) string {
	s := strings.ReplaceAll(string(n.Segment.Value(r.src)), "\n", " ")
	if at := otherMarkup().FindStringIndex(s); at != nil {
		r.problems.add(r.at(n.Segment.Start+at[0]),
			"write formulas with letters such as x² and α, and tables in a block verbatim",
			"the lab cannot show %q", s[at[0]:at[1]])
	}
	if n.SoftLineBreak() || n.HardLineBreak() {
		s = strings.TrimRight(s, " \t") + " "
	}
	return s
}

// codeText returns the text of a code span.
func (r *proseReader) codeText(n *ast.CodeSpan) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Segment.Value(r.src))
		}
	}
	return strings.ReplaceAll(b.String(), "\n", " ")
}

// checkBeginsWord reports emphasis that begins inside a word, because 2*a*b is meant as a
// product.
func (r *proseReader) checkBeginsWord(n *ast.Emphasis) {
	before, _ := utf8.DecodeLastRune(r.src[:max(0, n.Pos())])
	if unicode.IsLetter(before) || unicode.IsDigit(before) {
		r.problems.add(r.at(n.Pos()+1), "put formulas between backticks", "an emphasis that begins inside a word")
	}
}

// codeSpan returns the text of a code span in its ink, a colour with a meaning. A tag may choose
// the ink, as in "1|α". The tags are 1 to 4 for symbols, each with the same colour in formulas,
// plots and tables, + and - for the two classes, and dim, good, bad and strong. Without a tag, the
// ink is the accent.
func codeSpan(code string) ascii.Span {
	if tag, rest, ok := strings.Cut(code, "|"); ok {
		if ink, known := tagInk(tag); known {
			return ascii.Span{Text: rest, Ink: ink}
		}
	}
	return ascii.Span{Text: code, Ink: ascii.Accent}
}

// tagInk returns the ink that a tag chooses.
func tagInk(tag string) (ink ascii.Ink, known bool) {
	ink, known = map[string]ascii.Ink{"1": ascii.Symbol1, "2": ascii.Symbol2, "3": ascii.Symbol3, "4": ascii.Symbol4,
		"+": ascii.MarkPos, "-": ascii.MarkNeg, "dim": ascii.Dim, "good": ascii.Good, "bad": ascii.Bad,
		"strong": ascii.Strong}[tag]
	return ink, known
}

// Inked reads a formula: literal text in which code spans choose inks. An unpaired
// backtick is literal.
func Inked(s string) ascii.Line {
	var line ascii.Line
	for {
		before, rest, hasOpening := strings.Cut(s, "`")
		code, after, hasClosing := strings.Cut(rest, "`")
		if !hasOpening || !hasClosing {
			return joinSpans(append(line, ascii.Span{Text: s, Ink: ascii.Text}))
		}
		line = append(line, ascii.Span{Text: before, Ink: ascii.Text}, codeSpan(code))
		s = after
	}
}

// joinSpans joins adjacent spans of the same ink and drops empty ones.
func joinSpans(line ascii.Line) ascii.Line {
	var out ascii.Line
	for len(line) > 0 {
		n := 1
		for n < len(line) && (line[n].Ink == line[0].Ink || line[n].Text == "") {
			n++
		}
		var text strings.Builder
		for _, s := range line[:n] {
			text.WriteString(s.Text)
		}
		if text.Len() > 0 {
			out = append(out, ascii.Span{Text: text.String(), Ink: line[0].Ink})
		}
		line = line[n:]
	}
	return out
}
