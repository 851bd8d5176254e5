package matrix

import (
	"context"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/budget"
)

// derivation is what chains and walks have in common: lines that are judged one
// after the other, each with a reason that is judged by itself.
type derivation interface {
	reasons() Reasons
	// sides parses a line without its reason.
	sides(text string) ([]*node, *answer.SyntaxError)
	// follow judges lines that have been parsed.
	follow(lines []parsedLine, work *budget.Budget) verdict
	// link returns line i, which follows, in order to judge its reason.
	link(lines []parsedLine, i int, r verdict, work *budget.Budget) link
}

// link is a line that follows. Four of its methods return the evidence that a reason
// did not lead to one of its equations, or "".
type link interface {
	begins(side, other *node) bool // reports whether an equation needs no reason
	law(pair []*node, r Reason) string
	lines(pair []*node) string
	algebra(pair []*node) string
	reading(pair []*node) string
}

// verdict is a result, with the number of lines before the first one that does not
// follow, and the two sides that differ there.
type verdict struct {
	answer.Result
	sound int
	wrong []*node
	known []uint // in a walk: the facts before each line that follows, and after the last of them
}

// parsedLine holds the sides of a line and the index of its reason.
type parsedLine struct {
	sides []*node
	why   int
}

func judge(ctx context.Context, d derivation, text string) answer.Result {
	lines, stop := readLines(d, text)
	if stop != nil {
		return *stop
	}
	r := d.follow(lines, budget.FromContext(ctx))
	doubts, ended := doubtsOf(ctx, d, lines, r, 1)
	out := d.reasons().weigh(r.Result, doubts, ended)
	shown := make([]string, len(lines))
	for i, l := range lines {
		shown[i] = d.reasons().shown(l)
	}
	out.At, out.Reading = -1, strings.Join(shown, "; ")
	return out
}

// echo returns how the last line is read, or why a line cannot be read.
func echo(d derivation, text string) exercises.Echo {
	lines, stop := readLines(d, text)
	switch {
	case stop == nil:
		return exercises.Echo{Reading: d.reasons().shown(lines[len(lines)-1]), At: -1}
	case stop.Verdict == exercises.Empty:
		return exercises.Echo{At: -1}
	}
	return exercises.Echo{Problem: stop.Fact[0].String(), At: stop.At}
}

// linesOf returns the lines up to the first one that cannot be read.
func linesOf(ctx context.Context, d derivation, text string) (out []answer.Line) {
	all, reasons := exercises.Lines(text), d.reasons()
	reasons.lenient = true
	var read []parsedLine
	for _, l := range all[:min(len(all), maxLines)] {
		one, err := parseLine(d, reasons, l)
		if err != nil {
			break
		}
		read = append(read, one)
	}
	var r verdict
	if len(read) > 0 {
		r = d.follow(read, budget.FromContext(ctx))
	}
	for i, l := range read {
		out = append(out, answer.Line{Text: lineText(l.sides), Follows: i < r.sound, Broken: i == r.sound,
			Reason: reasons.nameOf(l.why)})
	}
	if len(read) < len(all) && r.sound == len(read) {
		out = append(out, answer.Line{Text: strings.TrimSpace(all[len(read)]), Broken: true})
	}
	doubts, _ := doubtsOf(ctx, d, read, r, len(read))
	for _, d := range doubts {
		out[d.line].Doubted = true
	}
	return out
}

// slip returns the first equation that does not hold or, if all lines hold, the first
// line whose reason is in doubt, and that reason. The line is nil if there is none, or
// if the question was not decided.
func slip(ctx context.Context, d derivation, text string) (line []*node, why int) {
	lines, stop := readLines(d, text)
	if stop != nil {
		return nil, noReason
	}
	work := budget.FromContext(ctx)
	r := d.follow(lines, work)
	if r.wrong != nil || work.Err() != nil {
		return r.wrong, noReason
	}
	first, _ := doubtsOf(ctx, d, lines, r, 1)
	if len(first) > 0 {
		return first[0].sides, first[0].why
	}
	return nil, noReason
}

// doubtsOf returns at most the given number of reasons that cannot have led to their
// lines, among the lines that follow. A reason is not doubted if checking it takes
// too long. The error then says so.
func doubtsOf(ctx context.Context, d derivation, lines []parsedLine, r verdict, most int) ([]doubt, error) {
	var out []doubt
	work := budget.FromContext(ctx)
	for i, l := range lines[:r.sound] {
		if l.why == noReason || len(out) == most {
			continue
		}
		what := l.evidence(d.reasons().List[l.why], d.link(lines, i, r, work))
		if what != "" && work.Err() == nil {
			out = append(out, doubt{line: i, sides: l.sides, why: l.why, what: what})
		}
	}
	return out, work.Err()
}

// evidence returns the evidence against the reason of a line, or "" if the reason
// led to at least one of its equations.
func (l parsedLine) evidence(r Reason, s link) (what string) {
	test, ok := map[Move]func(pair []*node) string{
		"": func(pair []*node) string { return s.law(pair, r) }, ByLines: s.lines, ByAlgebra: s.algebra,
		ByReading: s.reading, ByInverse: inverse,
	}[r.By]
	if !ok {
		return nothingOfIt
	}
	for i := range l.sides[1:] {
		pair := l.sides[i : i+2]
		if s.begins(pair[0], pair[1]) {
			return ""
		}
		if what = test(pair); what == "" {
			return ""
		}
	}
	return what
}

// maxLines is the maximum number of lines of a derivation.
const maxLines = 40

// parseLine parses one line and its reason.
func parseLine(d derivation, reasons Reasons, text string) (parsedLine, *answer.SyntaxError) {
	text, why, bad := reasons.splitReason(text)
	sides, err := d.sides(text)
	if err != nil {
		return parsedLine{}, err
	}
	return parsedLine{sides, why}, bad
}

// readLines parses the lines of a text, which are separated by line breaks or
// semicolons.
func readLines(d derivation, text string) ([]parsedLine, *answer.Result) {
	lines := exercises.Lines(text)
	switch {
	case len(text) > budget.Answer().Bytes:
		return nil, unreadable(-1, tooLong)
	case len(lines) == 0:
		return nil, &answer.Result{Verdict: exercises.Empty, At: -1}
	case len(lines) > maxLines:
		return nil, unreadable(-1, "These are too many lines to be read.")
	}
	out := make([]parsedLine, len(lines))
	from := 0
	for i, line := range lines {
		from += strings.Index(text[from:], line)
		one, err := parseLine(d, d.reasons(), line)
		if err != nil {
			return nil, unreadable(len([]rune(text[:from]))+err.At, lineWord(i)+err.Reason)
		}
		out[i] = one
		from += len(line)
	}
	return out, nil
}
