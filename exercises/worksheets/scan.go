package worksheets

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// chunkKind is the kind of a piece of a worksheet.
type chunkKind uint8

const (
	proseChunk    chunkKind = iota
	exerciseChunk           // # heading; the text omits the #
	taskChunk               // ## heading
	fenceChunk              // a fenced block; info is its name
)

// chunk is one piece of a worksheet's body. line is the number of the first line of text.
// For a fenced block, this is the line after the opening fence.
type chunk struct {
	kind chunkKind
	line int
	info string
	text string
}

// scan splits a file into its front matter and the chunks of its body.
func scan(src []byte, p *problems) (front chunk, body []chunk) {
	if !utf8.Valid(src) {
		p.addLine(1, "save the file as UTF-8", "the file is not UTF-8")
		return chunk{}, nil
	}
	text := strings.ReplaceAll(strings.TrimPrefix(string(src), "\ufeff"), "\r\n", "\n")
	p.lines = strings.Split(text, "\n")
	for i, line := range p.lines {
		p.checkPrintable(line, place{i + 1, 1})
	}
	if len(p.errors) > 0 {
		return chunk{}, nil
	}
	s := &scanner{lines: p.lines, problems: p}
	front, ok := s.frontMatter()
	if !ok {
		return chunk{}, nil
	}
	for s.nextLine < len(s.lines) {
		s.next()
	}
	s.flush()
	return front, s.chunks
}

type scanner struct {
	lines    []string
	nextLine int // index of the next line
	problems *problems
	chunks   []chunk
	prose    []string // lines not yet made into a chunk
	start    int      // line number of the first line in prose, from 1
}

// checkPrintable reports whether all characters of a line are printable, because the texts are
// written to terminals. It adds a problem for the first character that is not printable. The line
// begins at start.
func (p *problems) checkPrintable(line string, start place) bool {
	at := strings.IndexFunc(line, func(r rune) bool { return r != '\t' && r != '\n' && !unicode.IsPrint(r) })
	if at >= 0 {
		r, _ := utf8.DecodeRuneInString(line[at:])
		start.column += utf8.RuneCountInString(line[:at])
		p.add(start, "delete it", "the character %U, which does not print", r)
	}
	return at < 0
}

// frontMatter reads the lines between two --- at the start of the file. A file that begins with the
// heading of an exercise has no front matter.
func (s *scanner) frontMatter() (chunk, bool) {
	if strings.HasPrefix(s.lines[0], "# ") {
		return chunk{}, true
	}
	if strings.TrimSpace(s.lines[0]) != "---" {
		s.problems.addLine(1, "start the file with a line ---, the keys unit, title and intro, and a line ---",
			"the file has no front matter")
		return chunk{}, false
	}
	for i := 1; i < len(s.lines); i++ {
		if strings.TrimRight(s.lines[i], " \t") == "---" {
			s.nextLine = i + 1
			return chunk{line: 2, text: strings.Join(s.lines[1:i], "\n")}, true
		}
	}
	s.problems.addLine(1, "end it with a line ---", "the front matter does not end")
	return chunk{}, false
}

// next reads one line or a whole fenced block.
func (s *scanner) next() {
	line := s.lines[s.nextLine]
	switch {
	case strings.HasPrefix(line, "```"):
		s.fence()
	case strings.HasPrefix(line, "# "):
		s.heading(exerciseChunk, line[2:])
	case strings.HasPrefix(line, "## "):
		s.heading(taskChunk, line[3:])
	default:
		s.nextLine++
		if len(s.prose) == 0 && strings.TrimSpace(line) == "" {
			return
		}
		if len(s.prose) == 0 {
			s.start = s.nextLine
		}
		s.prose = append(s.prose, line)
	}
}

func (s *scanner) heading(kind chunkKind, text string) {
	s.flush()
	s.chunks = append(s.chunks, chunk{kind: kind, line: s.nextLine + 1, text: strings.TrimSpace(text)})
	s.nextLine++
}

// fence reads a fenced block. The block ends at a line that consists of at least as many backticks
// as the opening fence, so the block may contain shorter fences. It is a problem if another fence
// of at least this length opens before that line.
func (s *scanner) fence() {
	s.flush()
	opening := s.lines[s.nextLine]
	name := strings.TrimLeft(opening, "`")
	ticks := len(opening) - len(name)
	for i := s.nextLine + 1; i < len(s.lines); i++ {
		line := strings.TrimRight(s.lines[i], " \t")
		if !strings.HasPrefix(line, opening[:ticks]) {
			continue
		}
		if strings.Trim(line, "`") != "" {
			break
		}
		s.chunks = append(s.chunks, chunk{
			kind: fenceChunk, line: s.nextLine + 2, info: strings.TrimSpace(name),
			text: strings.Join(s.lines[s.nextLine+1:i], "\n"),
		})
		s.nextLine = i + 1
		return
	}
	s.problems.addLine(s.nextLine+1, "end it with a line "+strings.Repeat("`", ticks), "the block %q does not end",
		strings.TrimSpace(name))
	s.nextLine = len(s.lines)
}

// flush turns the collected prose into a chunk.
func (s *scanner) flush() {
	if len(s.prose) > 0 {
		s.chunks = append(s.chunks, chunk{kind: proseChunk, line: s.start, text: strings.Join(s.prose, "\n")})
	}
	s.prose = nil
}

// Error is a problem in a worksheet, with its place and a hint. Line and Column count from
// 1. If the problem concerns the whole line, Column is 0 and Error prints 1.
type Error struct {
	File         string
	Line, Column int
	Msg          string
	Hint         string
}

// Error returns file:line:column: what is wrong; what would work.
func (e *Error) Error() string {
	text := fmt.Sprintf("%s:%d:%d: %.1000s", e.File, e.Line, max(e.Column, 1), e.Msg)
	if e.Hint != "" {
		text += fmt.Sprintf("; %.1000s", e.Hint)
	}
	return text
}

// problems collects all problems of one file, so that an author sees them together.
type problems struct {
	file   string
	lines  []string
	errors []*Error
}

// find returns the first place of a text in the lines from start.line on. It returns start if there
// is none.
func (p *problems) find(start place, text string) place {
	for i, line := range p.lines[min(max(start.line-1, 0), len(p.lines)):] {
		if before, _, ok := strings.Cut(line, text); ok {
			return place{start.line + i, utf8.RuneCountInString(before) + 1}
		}
	}
	return start
}

// add records a problem at a place. hint may be empty.
func (p *problems) add(at place, hint, format string, args ...any) {
	p.errors = append(p.errors,
		&Error{File: p.file, Line: at.line, Column: at.column, Msg: fmt.Sprintf(format, args...), Hint: hint})
}

// addLine records a problem of a whole line.
func (p *problems) addLine(line int, hint, format string, args ...any) {
	p.add(onLine(line), hint, format, args...)
}

// sorted returns the problems in the order of the file.
func (p *problems) sorted() []*Error {
	slices.SortStableFunc(p.errors, func(a, b *Error) int {
		return cmp.Or(a.Line-b.Line, a.Column-b.Column)
	})
	return p.errors
}

// joinErrors returns the problems as one error, or nil if there are none.
func joinErrors(list []*Error) error {
	errs := make([]error, len(list))
	for i, e := range list {
		errs[i] = e
	}
	return errors.Join(errs...)
}

// place is a line and column of a file, from 1. Column 0 means the whole line.
type place struct{ line, column int }

// onLine returns the place of the whole line n.
func onLine(n int) place { return place{line: n} }
