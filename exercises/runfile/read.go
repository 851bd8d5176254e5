package runfile

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/kernels/expr"
)

// Read reads a run file. If the text is not a run file, the error is an *Error.
func Read(r io.Reader) (File, error) {
	all, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return File{}, err
	}
	if len(all) > MaxBytes {
		return File{}, &Error{Problem: fmt.Sprintf("the file has more than %d MB", MaxBytes>>20)}
	}
	lines := strings.Split(strings.TrimPrefix(string(all), "\ufeff"), "\n")
	for i, line := range lines {
		if !utf8.ValidString(line) || strings.ContainsRune(line, 0) {
			return File{}, &Error{Line: i + 1, Column: 1, Problem: "this is not text in UTF-8"}
		}
		if len(line) > maxLine && !strings.HasPrefix(line, "|") {
			return File{},
				&Error{Line: i + 1, Problem: fmt.Sprintf("the line has more than %d characters", maxLine),
					Hint: "only the lines of points, which begin with a bar, may be longer"}
		}
	}
	f, parseErr := parse(lines)
	if parseErr != nil {
		return File{}, parseErr
	}
	return f, nil
}

// maxLine is the maximum length in bytes of a line that is not a point.
const maxLine = 16 << 10

func parse(lines []string) (f File, err *Error) {
	defer expr.Catch(&err)
	p := parser{lines: lines}
	p.header()
	p.data(&f)
	p.kernel(&f)
	p.columns(&f)
	p.solver(&f)
	p.branches(&f)
	p.end()
	return f, nil
}

func (p *parser) header() {
	const hint = "a run file begins with: kernellab run 1"
	l := p.expect("kernellab", hint)
	switch ws := l.words; {
	case len(ws) != 2 || ws[0].text != "run":
		l.fail(hint, "this is not a run file")
	case ws[1].text != strconv.Itoa(Version):
		ws[1].fail(hint, "version %s of the format is not known here, only %d", shorten(ws[1].text), Version)
	}
}

func (p *parser) end() {
	if l := p.expect("end", "the last line is: end"); len(l.words) > 0 {
		l.words[0].fail("the last line is: end", "nothing may follow the line end")
	}
	if l := p.peek(); l.keyword != "" {
		l.fail("", "the file continues after the line end")
	}
}

func (p *parser) data(f *File) {
	l := p.expect("data", "write, for example: data built-in moons")
	if len(l.words) < 2 {
		l.fail(`write data built-in moons, or data classification "name"`, "what data?")
	}
	o := dataset.Options{MaxRows: MaxPoints, MaxValues: MaxValues, Task: dataset.Classification}
	switch kind := l.words[0]; kind.text {
	case "built-in":
		set, err := dataset.Builtin(l.words[1].text)
		if err != nil || len(l.words) > 2 {
			l.words[1].fail("one of "+strings.Join(dataset.Names(), ", "), "there is no built-in set of this name")
		}
		f.Set, f.BuiltIn = set, true
		return
	case "classification":
	case "regression":
		o.Task = dataset.Regression
	default:
		kind.fail("built-in, classification or regression", "there are no data of the kind %s", shorten(kind.text))
	}
	quotedName := l.after(l.words[0].text)
	name, err := strconv.Unquote(quotedName.text)
	if err != nil || strings.ContainsFunc(name, func(r rune) bool { return !strconv.IsPrint(r) }) || len(name) > 200 {
		quotedName.fail(`"my points"`, "the name of the points has to be in quotation marks, in one line")
	}
	f.Set = p.rows(name, o)
}

// rows reads the points included in the file.
func (p *parser) rows(name string, o dataset.Options) *dataset.Set {
	first := p.next
	var csv strings.Builder
	for p.next < len(p.lines) && strings.HasPrefix(p.lines[p.next], "|") {
		csv.WriteString(strings.TrimPrefix(strings.TrimPrefix(p.lines[p.next], "|"), " ") + "\n")
		p.next++
	}
	set, err := dataset.Read(name, strings.NewReader(csv.String()), o)
	var dataErr *dataset.Error
	switch {
	case errors.As(err, &dataErr):
		bareErr := *dataErr
		bareErr.File, bareErr.Line, bareErr.Hint = "data", 0, ""
		fail(first+max(1, dataErr.Line), 0, dataErr.Hint, "%s", bareErr.Error())
	case err != nil:
		fail(first+1, 0, "", "%v", err)
	}
	return set
}

func (p *parser) kernel(f *File) {
	text := p.expect("kernel", "write, for example: kernel rbf(sigma=1)").after("kernel")
	k, err := kernels.Parse(text.text)
	var kernelErr *kernels.ParseError
	if errors.As(err, &kernelErr) {
		text.fail("", "%s", strings.ReplaceAll(kernelErr.Error(), "\n", " "))
	}
	if err == nil {
		err = kernels.CheckDim(k, f.Set.Dim())
	}
	if err != nil {
		text.fail("", "%v", err)
	}
	f.Kernel = k
}

func (p *parser) columns(f *File) {
	l, ok := p.accept("columns")
	if !ok {
		return
	}
	if len(l.words) != 2 {
		l.fail("write, for example: columns 1 2", "columns needs two numbers")
	}
	for j, w := range l.words {
		i, err := strconv.Atoi(w.text)
		if err != nil || i < 1 || i > f.Set.Dim() {
			w.fail("", "the columns are 1 to %d", f.Set.Dim())
		}
		f.Pair[j] = i - 1
	}
	if f.Pair[0] == f.Pair[1] {
		l.words[1].fail("columns 1 2", "the two columns have to differ")
	}
}

func (p *parser) branches(f *File) {
	for {
		f.Branches = append(f.Branches, p.branch(f))
		next := p.peek()
		if next.keyword != "branch" {
			return
		}
		if len(f.Branches) == MaxBranches {
			next.fail("", "a run file has at most %d branches", MaxBranches)
		}
	}
}

func (p *parser) branch(f *File) Branch {
	b := p.origin(f)
	if b.From != "" {
		b.Choose = p.choose()
	}
	b.Steps = p.steps(b)
	p.ends(&b)
	return b
}

// maxBranchName is the maximum length of a branch's name, in runes.
const maxBranchName = 60

// isBranchName reports whether a name consists of letters, digits and hyphens and
// does not begin with a hyphen.
func isBranchName(s string) bool {
	n := utf8.RuneCountInString(s)
	return n >= 1 && n <= maxBranchName && s[0] != '-' && strings.IndexFunc(s, func(r rune) bool {
		return r != '-' && !unicode.IsLetter(r) && !unicode.IsNumber(r)
	}) < 0
}

// origin reads the name of a branch, and the branch and step from which it was forked.
func (p *parser) origin(f *File) Branch {
	const hint = "write, for example: branch branch-1 from main at 12"
	l := p.expect("branch", "write, for example: branch main")
	ws := l.words
	if len(ws) == 0 || !isBranchName(ws[0].text) {
		l.fail(hint, "a branch needs a name of letters, digits and hyphens")
	}
	b := Branch{Name: ws[0].text}
	switch {
	case f.branchNamed(b.Name) != nil:
		ws[0].fail("", "there is a branch %s already", b.Name)
	case len(f.Branches) == 0 && len(ws) > 1:
		ws[1].fail("branch "+b.Name, "the first branch is not forked from another")
	case len(f.Branches) == 0:
		return b
	case len(ws) != 5 || ws[1].text != "from" || ws[3].text != "at":
		l.fail(hint, "from which branch was %s forked, and at which step?", b.Name)
	}
	from := f.branchNamed(ws[2].text)
	if from == nil {
		ws[2].fail("", "there is no earlier branch %s", shorten(ws[2].text))
	}
	at, err := strconv.Atoi(ws[4].text)
	if err != nil || at < 0 || at > from.Steps {
		ws[4].fail("", "branch %s has the steps 0 to %d", from.Name, from.Steps)
	}
	b.From, b.At = from.Name, at
	return b
}

func (f *File) branchNamed(name string) *Branch {
	for i := range f.Branches {
		if f.Branches[i].Name == name {
			return &f.Branches[i]
		}
	}
	return nil
}

func (p *parser) choose() exercises.Answers {
	l := p.expect("choose", "write, for example: choose k=3 l=9")
	out, knownNames := exercises.Answers{}, anatomy.ForkChoices()
	for name, w := range pairs(l.words) {
		if !slices.Contains(knownNames, name) {
			w.fail("one of "+strings.Join(knownNames, ", "), "%s cannot be chosen", shorten(name))
		}
		out[name] = w.text
	}
	if len(out) == 0 {
		l.fail("write, for example: choose k=3 l=9", "what does the branch choose?")
	}
	return out
}

func (p *parser) steps(b Branch) int {
	l := p.expect("steps", "write, for example: steps 24")
	if len(l.words) != 1 {
		l.fail("write, for example: steps 24", "how many steps?")
	}
	n, err := strconv.Atoi(l.words[0].text)
	if err != nil || n < b.At || n > MaxSteps {
		l.words[0].fail("", "the steps of this branch have to be a whole number from %d to %d", b.At, MaxSteps)
	}
	return n
}

func (p *parser) ends(b *Branch) {
	l, ok := p.accept("ends")
	if !ok {
		return
	}
	if len(l.words) != 2 {
		l.fail("write, for example: ends converged 3.25", "ends needs a status and an objective")
	}
	v, err := strconv.ParseFloat(l.words[1].text, 64)
	if err != nil && !math.IsInf(v, 0) {
		l.words[1].fail("", "%s is not a number", shorten(l.words[1].text))
	}
	b.Status, b.Objective = l.words[0].text, v
}

// word is a word of a line with its position.
type word struct {
	text         string
	line, column int
}

// fail panics with an error at the word.
func (w word) fail(hint, format string, a ...any) { fail(w.line, w.column, hint, format, a...) }

// fail panics with an *Error; see [expr.Catch].
func fail(line, column int, hint, format string, a ...any) {
	panic(&Error{Line: line, Column: column, Problem: fmt.Sprintf(format, a...), Hint: hint})
}

// line is a line that is neither blank nor a comment. words excludes the keyword.
type line struct {
	keyword string // "" at the end of the file
	words   []word
	text    string
	number  int
}

// fail panics with an error at the line.
func (l line) fail(hint, format string, a ...any) { fail(l.number, 1, hint, format, a...) }

// after returns the text of the line after piece, with its position.
func (l line) after(piece string) word {
	i := strings.Index(l.text, piece) + len(piece)
	text := strings.TrimLeft(l.text[i:], " \t")
	return word{strings.TrimSpace(text), l.number, utf8.RuneCountInString(l.text) - utf8.RuneCountInString(text) + 1}
}

// parser reads a file line by line.
type parser struct {
	lines []string
	next  int // index of the next line
}

// peek returns the next line that is neither blank nor a comment.
func (p *parser) peek() line {
	for ; p.next < len(p.lines); p.next++ {
		text := p.lines[p.next]
		if s := strings.TrimSpace(text); s != "" && !strings.HasPrefix(s, "#") {
			words := split(text, p.next+1)
			return line{words[0].text, words[1:], text, p.next + 1}
		}
	}
	return line{number: len(p.lines)}
}

// accept consumes the next line if it begins with a keyword.
func (p *parser) accept(keyword string) (l line, ok bool) {
	if l = p.peek(); l.keyword != keyword {
		return l, false
	}
	p.next++
	return l, true
}

// expect consumes the next line, which must begin with a keyword.
func (p *parser) expect(keyword, example string) line {
	l, ok := p.accept(keyword)
	switch {
	case ok:
	case l.keyword == "":
		fail(l.number, 0, example, "the file ends here, but a line %q is missing", keyword)
	default:
		l.fail(example, "this is %s where a line that begins with %q belongs", shorten(l.keyword), keyword)
	}
	return l
}

// split splits a line at white space.
func split(text string, number int) []word {
	var out []word
	column, start, first := 1, -1, 0 // current column; byte and column where the word began
	flush := func(end int) {
		if start >= 0 {
			out = append(out, word{text[start:end], number, first})
			start = -1
		}
	}
	for i, r := range text {
		if r == ' ' || r == '\t' || r == '\r' {
			flush(i)
		} else if start < 0 {
			start, first = i, column
		}
		column++
	}
	flush(len(text))
	return out
}

func shorten(s string) string {
	const maxRunes = 40
	if r := []rune(s); len(r) > maxRunes {
		s = string(r[:maxRunes]) + "…"
	}
	return strconv.Quote(s)
}

// pairs reads words of the form name=value.
func pairs(ws []word) map[string]word {
	out := map[string]word{}
	for _, w := range ws {
		name, value, ok := strings.Cut(w.text, "=")
		if !ok || name == "" || value == "" {
			w.fail("name=value, without blanks", "%s is not of the form name=value", shorten(w.text))
		}
		if _, isRepeated := out[name]; isRepeated {
			w.fail("", "%s is here twice", name)
		}
		out[name] = word{value, w.line, w.column}
	}
	return out
}
