package worksheets

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"kernellab/ascii"
	"kernellab/exercises"
)

// prose turns text in a part of Markdown into blocks; line is the number of its
// first line. It takes paragraphs, flat lists, ### headings, formulas (indented
// by four spaces or fenced) and, inside them, emphasis, strong emphasis and code
// spans, all as CommonMark 0.31 has them; everything else is literal text or a
// problem. Variables stay in place as {{name}}.
func prose(markdown string, line int, p *problems) []exercises.Block {
	r := &proseReader{src: []byte(markdown), line: line, p: p}
	doc := markdownParser().Parse(text.NewReader(r.src))
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		r.block(n)
	}
	return r.blocks
}

// proseReader turns the tree of a text into blocks.
type proseReader struct {
	src    []byte
	line   int // of the first line
	p      *problems
	blocks []exercises.Block
}

// at is where the byte at an offset of the text stands in the file.
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
			r.p.add(r.at(n.Pos()), "inside a step use ###", "a heading of level %d", n.Level)
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

// fenced reads a block formula or verbatim, a line of it a block, or how the block
// before it is said.
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
		r.p.add(r.at(n.Pos()), "inside text there are the blocks formula, verbatim and aloud", "unknown block %q", info)
	}
	r.code(kind, n)
}

// aloud reads how the block before it is said.
func (r *proseReader) aloud(n *ast.FencedCodeBlock) {
	at := r.at(n.Pos())
	var text strings.Builder
	for i := range n.Lines().Len() {
		segment := n.Lines().At(i)
		text.Write(segment.Value(r.src))
	}
	sayAloud(r.blocks, prose(text.String(), at.line+1, r.p), at, r.p)
}

// sayAloud has the last of some blocks said in the words of a paragraph.
func sayAloud(blocks, words []exercises.Block, at place, p *problems) {
	last := len(blocks) - 1
	if last < 0 || len(words) != 1 || words[0].Kind != exercises.Paragraph {
		p.add(at, "write one paragraph, right after the text that it stands for", "a block aloud of more or less than that")
		return
	}
	blocks[last].Aloud = words[0].Text
}

// code adds the lines of a block of code; blank lines inside it stay.
func (r *proseReader) code(kind exercises.BlockKind, n ast.Node) {
	for i := range n.Lines().Len() {
		segment := n.Lines().At(i)
		line := strings.TrimRight(string(segment.Value(r.src)), "\n")
		if kind == exercises.Verbatim {
			r.add(kind, "", ascii.Plain(line))
			continue
		}
		r.add(kind, "", inked(strings.TrimSpace(line)))
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
		r.p.add(r.at(item.Pos()), "write text after the mark", "a list item without text")
		return
	}
	r.add(exercises.Item, mark, r.inline(content))
	if content.NextSibling() != nil {
		r.p.add(r.at(item.Pos()), "one paragraph an item, no list in a list; after a list a formula needs a block formula", "a list item with more than one paragraph")
	}
}
