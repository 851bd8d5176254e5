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
	"kernellab/exercises/dataset"
	"kernellab/kernels"
)

// Read reads a run file. The error of a text that is none is an *Error.
func Read(r io.Reader) (File, error) {
	all, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return File{}, err
	}
	if len(all) > MaxBytes {
		return File{}, &Error{Problem: fmt.Sprintf("the file has more than %d MB", MaxBytes>>20)}
	}
	if i := invalid(all); i >= 0 {
		return File{}, &Error{Line: 1 + strings.Count(string(all[:i]), "\n"), Column: 1, Problem: "this is no text in UTF-8"}
	}
	p := parser{lines: strings.Split(string(all), "\n")}
	for i, line := range p.lines {
		if len(line) > maxLine && !strings.HasPrefix(line, "|") {
			return File{}, &Error{Line: i + 1, Problem: fmt.Sprintf("the line has more than %d characters", maxLine), Hint: "only the lines of points, which begin with a bar, may be longer"}
		}
	}
	return p.file()
}

// maxLine is the length of a line that holds no point, in bytes.
const maxLine = 16 << 10

// invalid is the first byte that is no UTF-8, or −1.
func invalid(b []byte) int {
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 || r == 0 {
			return i
		}
		i += n
	}
	return -1
}

// word is a piece of a line with its place.
type word struct {
	text         string
	line, column int
}

// parser goes through a file line by line.
type parser struct {
	lines []string
	at    int // of the next line, from 0
}

func place(line, column int) string {
	switch {
	case line == 0:
		return ""
	case column == 0:
		return fmt.Sprintf("line %d: ", line)
	}
	return fmt.Sprintf("line %d, column %d: ", line, column)
}

func (p *parser) fail(column int, hint, format string, a ...any) error {
	return &Error{Line: min(p.at+1, len(p.lines)), Column: column, Problem: fmt.Sprintf(format, a...), Hint: hint}
}

func short(s string) string {
	const most = 40
	if r := []rune(s); len(r) > most {
		s = string(r[:most]) + "…"
	}
	return strconv.Quote(s)
}

// skip goes on to the next line that says something; not ok at the end.
func (p *parser) skip() bool {
	for ; p.at < len(p.lines); p.at++ {
		if s := strings.TrimSpace(p.lines[p.at]); s != "" && !strings.HasPrefix(s, "#") {
			return true
		}
	}
	return false
}

// words splits the current line at blanks.
func (p *parser) words() []word {
	var out []word
	line := p.lines[p.at]
	column, start, first := 1, -1, 0 // of the line, and where the word began: byte and column
	flush := func(end int) {
		if start >= 0 {
			out = append(out, word{line[start:end], p.at + 1, first})
			start = -1
		}
	}
	for i, r := range line {
		if r == ' ' || r == '\t' || r == '\r' {
			flush(i)
		} else if start < 0 {
			start, first = i, column
		}
		column++
	}
	flush(len(line))
	return out
}

// keyword is the current line's first word, "" at the end of the file.
func (p *parser) keyword() string {
	if !p.skip() {
		return ""
	}
	return p.words()[0].text
}

// want takes the current line, which has to begin with a keyword, and returns
// the words after it.
func (p *parser) want(keyword, example string) ([]word, error) {
	if got := p.keyword(); got != keyword {
		if got == "" {
			return nil, p.fail(0, example, "the file ends here, and a line %q is missing", keyword)
		}
		return nil, p.fail(1, example, "here stands %s, want a line that begins with %q", short(got), keyword)
	}
	ws := p.words()[1:]
	p.at++
	return ws, nil
}

// rest is the text of a line after its keyword.
func rest(line, keyword string) (text string, column int) {
	i := strings.Index(line, keyword) + len(keyword)
	text = strings.TrimLeft(line[i:], " \t")
	return strings.TrimSpace(text), utf8.RuneCountInString(line) - utf8.RuneCountInString(text) + 1
}

func (p *parser) file() (File, error) {
	var f File
	if err := p.header(); err != nil {
		return f, err
	}
	for _, part := range []func(*File) error{p.data, p.kernel, p.columns, p.solver, p.branches} {
		if err := part(&f); err != nil {
			return File{}, err
		}
	}
	if err := p.end(); err != nil {
		return File{}, err
	}
	return f, nil
}

func (p *parser) header() error {
	const hint = "a run file begins with: kernellab run 1"
	ws, err := p.want("kernellab", "kernellab run 1")
	if err != nil {
		return err
	}
	p.at--
	switch {
	case len(ws) != 2 || ws[0].text != "run":
		return p.fail(1, hint, "this is no run file")
	case ws[1].text != strconv.Itoa(Version):
		return p.fail(ws[1].column, hint, "version %s of the format is not known here, only %d", short(ws[1].text), Version)
	}
	p.at++
	return nil
}

func (p *parser) end() error {
	ws, err := p.want("end", "end")
	if err != nil {
		return err
	}
	if len(ws) > 0 {
		p.at--
		return p.fail(ws[0].column, "end", "nothing can stand behind end")
	}
	if p.skip() {
		return p.fail(1, "", "the file goes on behind its end")
	}
	return nil
}

func (p *parser) data(f *File) error {
	ws, err := p.want("data", "data built-in moons")
	if err != nil {
		return err
	}
	p.at--
	if len(ws) < 2 {
		return p.fail(1, `data built-in moons, or: data classification "name"`, "what data?")
	}
	if ws[0].text == "built-in" {
		set, err := dataset.Builtin(ws[1].text)
		if err != nil || len(ws) > 2 {
			return p.fail(ws[1].column, "one of "+strings.Join(dataset.Names(), ", "), "there is no built-in set of this name")
		}
		f.Set, f.BuiltIn = set, true
		p.at++
		return nil
	}
	o := dataset.Options{MaxRows: MaxPoints, MaxValues: MaxValues, Task: dataset.Classification}
	switch ws[0].text {
	case "classification":
	case "regression":
		o.Task = dataset.Regression
	default:
		return p.fail(ws[0].column, "built-in, classification or regression", "there are no data of the kind %s", short(ws[0].text))
	}
	quoted, column := rest(p.lines[p.at], ws[0].text)
	name, err := strconv.Unquote(quoted)
	if err != nil || strings.ContainsFunc(name, func(r rune) bool { return !strconv.IsPrint(r) }) || len(name) > 200 {
		return p.fail(column, `"my points"`, "the name of the points has to stand in quotation marks, in one line")
	}
	p.at++
	return p.rows(f, name, o)
}

// rows reads the points that stand in the file.
func (p *parser) rows(f *File, name string, o dataset.Options) error {
	first := p.at
	var csv strings.Builder
	for p.at < len(p.lines) && strings.HasPrefix(p.lines[p.at], "|") {
		csv.WriteString(strings.TrimPrefix(strings.TrimPrefix(p.lines[p.at], "|"), " ") + "\n")
		p.at++
	}
	set, err := dataset.Read(name, strings.NewReader(csv.String()), o)
	var bad *dataset.Error
	switch {
	case errors.As(err, &bad):
		bare := *bad
		bare.File, bare.Line, bare.Hint = "data", 0, ""
		return &Error{Line: first + max(1, bad.Line), Problem: bare.Error(), Hint: bad.Hint}
	case err != nil:
		return &Error{Line: first + 1, Problem: err.Error()}
	}
	f.Set = set
	return nil
}

func (p *parser) kernel(f *File) error {
	if _, err := p.want("kernel", "kernel rbf(sigma=1)"); err != nil {
		return err
	}
	p.at--
	text, column := rest(p.lines[p.at], "kernel")
	k, err := kernels.Parse(text)
	var bad *kernels.ParseError
	if errors.As(err, &bad) {
		return p.fail(column, bad.Hint, "%s", strings.ReplaceAll(bad.Error(), "\n", " "))
	}
	if err != nil {
		return p.fail(column, "", "%v", err)
	}
	if err := kernels.CheckDim(k, f.Set.Dim()); err != nil {
		return p.fail(column, "", "%v", err)
	}
	f.Kernel = k
	p.at++
	return nil
}

func (p *parser) columns(f *File) error {
	if p.keyword() != "columns" {
		return nil
	}
	ws := p.words()[1:]
	if len(ws) != 2 {
		return p.fail(1, "columns 1 2", "columns wants two numbers")
	}
	for j, w := range ws {
		i, err := strconv.Atoi(w.text)
		if err != nil || i < 1 || i > f.Set.Dim() {
			return p.fail(w.column, "", "the columns are 1 to %d", f.Set.Dim())
		}
		f.Pair[j] = i - 1
	}
	if f.Pair[0] == f.Pair[1] {
		return p.fail(ws[1].column, "columns 1 2", "the two columns have to differ")
	}
	p.at++
	return nil
}

// pairs reads name=value words.
func pairs(ws []word) (map[string]word, error) {
	out := map[string]word{}
	for _, w := range ws {
		name, value, ok := strings.Cut(w.text, "=")
		bad := &Error{Line: w.line, Column: w.column, Hint: "name=value, without blanks"}
		if !ok || name == "" || value == "" {
			bad.Problem = fmt.Sprintf("%s is no name=value", short(w.text))
			return nil, bad
		}
		if _, twice := out[name]; twice {
			bad.Problem, bad.Hint = fmt.Sprintf("%s stands here twice", name), ""
			return nil, bad
		}
		out[name] = word{value, w.line, w.column}
	}
	return out, nil
}

func (p *parser) solver(f *File) error {
	ws, err := p.want("solver", "solver smo C=1")
	if err != nil {
		return err
	}
	if len(ws) == 0 {
		p.at--
		return p.fail(1, "solver smo C=1", "which solver?")
	}
	given, err := pairs(ws[1:])
	if err != nil {
		return err
	}
	f.Solver, err = solver(ws[0], &values{given: given})
	return err
}

func (p *parser) branches(f *File) error {
	for {
		if err := p.branch(f); err != nil {
			return err
		}
		if p.keyword() != "branch" {
			return nil
		}
		if len(f.Branches) == MaxBranches {
			return p.fail(1, "", "a run file has at most %d branches", MaxBranches)
		}
	}
}

// maxBranchName is the length of a branch's name, in runes.
const maxBranchName = 60

// isBranchName reports a name of letters, digits and hyphens that does not
// begin with a hyphen.
func isBranchName(s string) bool {
	n := utf8.RuneCountInString(s)
	return n >= 1 && n <= maxBranchName && s[0] != '-' && strings.IndexFunc(s, func(r rune) bool {
		return r != '-' && !unicode.IsLetter(r) && !unicode.IsNumber(r)
	}) < 0
}

func (p *parser) branch(f *File) error {
	ws, err := p.want("branch", "branch main")
	if err != nil {
		return err
	}
	b, err := p.origin(f, ws)
	if err != nil {
		return err
	}
	if b.From != "" {
		if b.Choose, err = p.choose(); err != nil {
			return err
		}
	}
	if b.Steps, err = p.steps(b); err != nil {
		return err
	}
	if err := p.ends(&b); err != nil {
		return err
	}
	f.Branches = append(f.Branches, b)
	return nil
}

// origin reads the line of a branch, which is the one before the current.
func (p *parser) origin(f *File, ws []word) (Branch, error) {
	p.at--
	defer func() { p.at++ }()
	const hint = "branch fork-1 from main at 12"
	if len(ws) == 0 || !isBranchName(ws[0].text) {
		return Branch{}, p.fail(1, hint, "a branch needs a name of letters, digits and hyphens")
	}
	b := Branch{Name: ws[0].text}
	if f.has(b.Name) != nil {
		return b, p.fail(ws[0].column, "", "there is a branch %s already", b.Name)
	}
	if len(f.Branches) == 0 {
		if len(ws) > 1 {
			return b, p.fail(ws[1].column, "branch "+b.Name, "the first branch leaves no other")
		}
		return b, nil
	}
	if len(ws) != 5 || ws[1].text != "from" || ws[3].text != "at" {
		return b, p.fail(1, hint, "which branch does %s leave, and where?", b.Name)
	}
	from := f.has(ws[2].text)
	if from == nil {
		return b, p.fail(ws[2].column, "", "there is no earlier branch %s", short(ws[2].text))
	}
	at, err := strconv.Atoi(ws[4].text)
	if err != nil || at < 0 || at > from.Steps {
		return b, p.fail(ws[4].column, "", "branch %s has the steps 0 to %d", from.Name, from.Steps)
	}
	b.From, b.At = from.Name, at
	return b, nil
}

func (f *File) has(name string) *Branch {
	for i := range f.Branches {
		if f.Branches[i].Name == name {
			return &f.Branches[i]
		}
	}
	return nil
}

func (p *parser) choose() (exercises.Answers, error) {
	ws, err := p.want("choose", "choose k=3 l=9")
	if err != nil {
		return nil, err
	}
	given, err := pairs(ws)
	if err != nil {
		return nil, err
	}
	if len(given) == 0 {
		p.at--
		return nil, p.fail(1, "choose k=3 l=9", "what does the branch choose?")
	}
	out := exercises.Answers{}
	for name, w := range given {
		if !slices.Contains(choosable, name) {
			return nil, &Error{Line: w.line, Column: w.column, Problem: fmt.Sprintf("%s is nothing that can be chosen", short(name)), Hint: "one of " + strings.Join(choosable, ", ")}
		}
		out[name] = w.text
	}
	return out, nil
}

func (p *parser) steps(b Branch) (int, error) {
	ws, err := p.want("steps", "steps 24")
	if err != nil {
		return 0, err
	}
	p.at--
	if len(ws) != 1 {
		return 0, p.fail(1, "steps 24", "how many steps?")
	}
	n, err := strconv.Atoi(ws[0].text)
	if err != nil || n < b.At || n > MaxSteps {
		return 0, p.fail(ws[0].column, "", "the steps of this branch have to be a whole number from %d to %d", b.At, MaxSteps)
	}
	p.at++
	return n, nil
}

func (p *parser) ends(b *Branch) error {
	if p.keyword() != "ends" {
		return nil
	}
	ws := p.words()[1:]
	if len(ws) != 2 {
		return p.fail(1, "ends converged 3.25", "ends wants a status and an objective")
	}
	v, err := strconv.ParseFloat(ws[1].text, 64)
	if err != nil && !math.IsInf(v, 0) {
		return p.fail(ws[1].column, "", "%s is no number", short(ws[1].text))
	}
	b.Status, b.Objective = ws[0].text, v
	p.at++
	return nil
}
