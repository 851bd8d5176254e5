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
