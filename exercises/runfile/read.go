package runfile

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/kernels/expr"
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
	lines := strings.Split(string(all), "\n")
	for i, line := range lines {
		if len(line) > maxLine && !strings.HasPrefix(line, "|") {
			return File{}, &Error{Line: i + 1, Problem: fmt.Sprintf("the line has more than %d characters", maxLine), Hint: "only the lines of points, which begin with a bar, may be longer"}
		}
	}
	f, bad := parse(lines)
	if bad != nil {
		return File{}, bad
	}
	return f, nil
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
	l := p.want("kernellab", "kernellab run 1")
	switch ws := l.words; {
	case len(ws) != 2 || ws[0].text != "run":
		l.fail(hint, "this is no run file")
	case ws[1].text != strconv.Itoa(Version):
		ws[1].fail(hint, "version %s of the format is not known here, only %d", short(ws[1].text), Version)
	}
}

func (p *parser) end() {
	if l := p.want("end", "end"); len(l.words) > 0 {
		l.words[0].fail("end", "nothing can stand behind end")
	}
	if l := p.peek(); l.keyword != "" {
		l.fail("", "the file goes on behind its end")
	}
}

func (p *parser) data(f *File) {
	l := p.want("data", "data built-in moons")
	if len(l.words) < 2 {
		l.fail(`data built-in moons, or: data classification "name"`, "what data?")
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
		kind.fail("built-in, classification or regression", "there are no data of the kind %s", short(kind.text))
	}
	quoted := l.after(l.words[0].text)
	name, err := strconv.Unquote(quoted.text)
	if err != nil || strings.ContainsFunc(name, func(r rune) bool { return !strconv.IsPrint(r) }) || len(name) > 200 {
		quoted.fail(`"my points"`, "the name of the points has to stand in quotation marks, in one line")
	}
	f.Set = p.rows(name, o)
}

// rows reads the points that stand in the file.
func (p *parser) rows(name string, o dataset.Options) *dataset.Set {
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
		fail(first+max(1, bad.Line), 0, bad.Hint, "%s", bare.Error())
	case err != nil:
		fail(first+1, 0, "", "%v", err)
	}
	return set
}

func (p *parser) kernel(f *File) {
	text := p.want("kernel", "kernel rbf(sigma=1)").after("kernel")
	k, err := kernels.Parse(text.text)
	var bad *kernels.ParseError
	if errors.As(err, &bad) {
		text.fail(bad.Hint, "%s", strings.ReplaceAll(bad.Error(), "\n", " "))
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
	l, ok := p.take("columns")
	if !ok {
		return
	}
	if len(l.words) != 2 {
		l.fail("columns 1 2", "columns wants two numbers")
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
