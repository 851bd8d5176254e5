package worksheets

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"kernellab/ascii"
	"kernellab/exercises"
)

// prose turns Markdown that starts at the given line into blocks. It takes
// paragraphs, flat lists, ### headings, formulas (indented by four spaces or
// fenced) and, inside them, emphasis, strong emphasis and code spans;
// everything else is literal text or a problem. Variables stay in place as
// {{name}}.
func prose(markdown string, line int, p *problems) []exercises.Block {
	src := []byte(markdown)
	r := &proseReader{src: src, line: line, p: p}
	doc := markdownParser().Parse(text.NewReader(src))
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		r.block(n)
	}
	return r.blocks
}

// markdownParser is goldmark with the constructs that worksheets use.
func markdownParser() parser.Parser {
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
			util.Prioritized(parser.NewEmphasisParser(), 500),
		),
	)
}

type proseReader struct {
	src    []byte
	line   int // of the first byte of src
	p      *problems
	blocks []exercises.Block
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
			r.p.add(r.at(n), "inside a step use ###", "a heading of level %d", n.Level)
		}
		r.add(exercises.Heading, "", r.inline(n))
	case *ast.List:
		r.list(n)
	case *ast.CodeBlock:
		r.formula(exercises.Formula, n)
	case *ast.FencedCodeBlock:
		r.fenced(n)
	default:
		r.p.add(r.at(n), "use paragraphs, lists, ### headings and formulas", "%s cannot be shown", n.Kind())
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
		content := item.FirstChild()
		switch content.(type) {
		case *ast.TextBlock, *ast.Paragraph:
			r.add(exercises.Item, mark, r.inline(content))
		default:
			r.p.add(r.at(list), "write text after the mark", "a list item without text")
			continue
		}
		if content.NextSibling() != nil {
			r.p.add(r.at(content), "one paragraph an item, no list in a list; after a list a formula needs a block formula", "a list item with more than one paragraph")
		}
	}
}

func (r *proseReader) fenced(n *ast.FencedCodeBlock) {
	switch info := string(n.Language(r.src)); info {
	case "formula":
		r.formula(exercises.Formula, n)
	case "verbatim":
		r.formula(exercises.Verbatim, n)
	default:
		r.p.add(r.at(n), "inside text there are the blocks formula and verbatim", "unknown block %q", info)
	}
}

// formula adds one block for each line of a code block.
func (r *proseReader) formula(kind exercises.BlockKind, n ast.Node) {
	for i := range n.Lines().Len() {
		seg := n.Lines().At(i)
		line := strings.TrimRight(string(seg.Value(r.src)), "\n")
		if kind == exercises.Verbatim {
			r.add(kind, "", ascii.Plain(line))
			continue
		}
		r.add(kind, "", inked(strings.TrimSpace(line)))
	}
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
			*line = append(*line, ascii.Span{Text: string(util.UnescapePunctuations(n.Segment.Value(r.src))), Ink: ink})
			if n.SoftLineBreak() || n.HardLineBreak() {
				*line = append(*line, ascii.Span{Text: " ", Ink: ink})
			}
		case *ast.CodeSpan:
			*line = append(*line, codeSpan(r.raw(n)))
		case *ast.Emphasis:
			r.checkEmphasis(n)
			r.spans(line, n, ascii.Strong)
		default:
			r.p.add(r.at(parent), "use *emphasis*, **strong** and `code`", "%s cannot be shown", n.Kind())
		}
	}
}

// checkEmphasis refuses emphasis that begins inside a word: 2*a*b was meant as
// a product.
func (r *proseReader) checkEmphasis(n *ast.Emphasis) {
	first, ok := n.FirstChild().(*ast.Text)
	if !ok {
		return
	}
	before, _ := utf8.DecodeLastRune(r.src[:max(0, first.Segment.Start-n.Level)])
	if unicode.IsLetter(before) || unicode.IsDigit(before) {
		r.p.add(r.offset(first.Segment.Start), "put formulas between backticks", "an emphasis that begins inside a word")
	}
}

func (r *proseReader) raw(n ast.Node) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Segment.Value(r.src))
		}
	}
	return strings.ReplaceAll(b.String(), "\n", " ")
}

// at is where a node of the text stands.
func (r *proseReader) at(n ast.Node) place {
	for n != nil && n.Type() == ast.TypeBlock && (n.Lines() == nil || n.Lines().Len() == 0) {
		n = n.FirstChild()
	}
	if n == nil || n.Type() != ast.TypeBlock {
		return onLine(r.line)
	}
	return onLine(r.offset(n.Lines().At(0).Start).line)
}

func (r *proseReader) offset(i int) place {
	before := r.src[:min(i, len(r.src))]
	start := bytes.LastIndexByte(before, '\n') + 1
	return place{r.line + bytes.Count(before, []byte("\n")), utf8.RuneCount(before[start:]) + 1}
}
