package worksheets

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"kernellab/ascii"
)

// markdownParser is CommonMark cut down to what a worksheet may use. It keeps
// nothing between texts.
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

// backslash reads a backslash and what it makes literal. The library leaves
// that to its writer of HTML, which takes each backslash on its own.
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
	return tidy(line)
}

func (r *proseReader) spans(line *ascii.Line, parent ast.Node, ink ascii.Ink) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Text:
			*line = append(*line, ascii.Span{Text: r.literal(n), Ink: ink})
		case *ast.CodeSpan:
			*line = append(*line, codeSpan(r.typed(n)))
		case *ast.Emphasis:
			r.mustBeginWord(n)
			r.spans(line, n, ascii.Strong)
		}
	}
}

// literal is the text of a node; a break of the line in it is a space.
func (r *proseReader) literal(n *ast.Text) string {
	s := strings.ReplaceAll(string(n.Segment.Value(r.src)), "\n", " ")
	if n.SoftLineBreak() || n.HardLineBreak() {
		s = strings.TrimRight(s, " \t") + " "
	}
	return s
}

// typed is the text of a code span.
func (r *proseReader) typed(n *ast.CodeSpan) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Segment.Value(r.src))
		}
	}
	return strings.ReplaceAll(b.String(), "\n", " ")
}

// mustBeginWord refuses emphasis that begins inside a word: 2*a*b is meant as
// a product.
func (r *proseReader) mustBeginWord(n *ast.Emphasis) {
	before, _ := utf8.DecodeLastRune(r.src[:max(0, n.Pos())])
	if unicode.IsLetter(before) || unicode.IsDigit(before) {
		r.p.add(r.at(n.Pos()+1), "put formulas between backticks", "an emphasis that begins inside a word")
	}
}
