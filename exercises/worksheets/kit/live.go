package kit

import (
	"context"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/worksheets"
	"kernellab/kernels/expr"
)

// live is a group of lines that depend on the answers. {field} in a line shows the
// answer in that field as the lab reads it.
type live struct {
	p     *worksheets.Params
	by    levers
	lines []ascii.Line
	words map[string]string // replaces choices by these words
	when  []string          // fields that must be right; until then the lines are open
	once  []string          // fields that must be right; until then the lines are hidden
}

// livesOf reads a list of live lines, which may contain laws of the levers.
func livesOf(p *worksheets.Params, name string, by levers) []live {
	var out []live
	for _, part := range p.Parts(name, []string{"line", "when", "once", "words"}...) {
		l := live{p: part, by: by, when: part.Fields("when"), once: part.Fields("once"), words: part.Words("words")}
		for _, text := range part.Texts("line") {
			by.read(part, "line", text)
			l.lines = append(l.lines, worksheets.Inked(text))
		}
		out = append(out, l)
	}
	return out
}

// shown returns all live lines for some answers.
func shown(ctx context.Context, all []live, a exercises.Answers) []ascii.Line {
	var out []ascii.Line
	for _, l := range all {
		out = append(out, l.at(ctx, a)...)
	}
	return out
}

func (l live) at(ctx context.Context, a exercises.Answers) []ascii.Line {
	if len(l.once) > 0 && !l.p.Right(ctx, a, l.once...) {
		return nil
	}
	stands := len(l.when) > 0 && l.p.Right(ctx, a, l.when...)
	out := make([]ascii.Line, len(l.lines))
	for i, line := range l.lines {
		switch {
		case stands:
			out[i] = found(line)
		case len(l.when) > 0:
			out[i] = open(line)
		default:
			out[i] = l.filled(ctx, line, a)
		}
		for j := range out[i] {
			out[i][j].Text = trueMinus(out[i][j].Text)
		}
	}
	return out
}

// isFound reports whether the lines wait for fields and all of these are right.
func (l live) isFound(ctx context.Context, a exercises.Answers) bool {
	fields := slices.Concat(l.when, l.once)
	return len(fields) > 0 && l.p.Right(ctx, a, fields...)
}

// found returns a line in the ink of something the student has found.
func found(line ascii.Line) ascii.Line {
	out := slices.Clone(line)
	for i, s := range out {
		if s.Ink == ascii.Text {
			out[i].Ink = ascii.Good
		}
	}
	return out
}

// open returns a line that is still to be found. It shows only its indent and its first
// sign.
func open(line ascii.Line) ascii.Line {
	text := line.String()
	indent := text[:len(text)-len(strings.TrimLeft(text, " "))]
	sign, _, _ := strings.Cut(text[len(indent):], " ")
	return ascii.Line{{Text: indent + sign + " ", Ink: ascii.Dim}, {Text: "…", Ink: ascii.Dim}}
}

// placeFor matches {field}.
var placeFor = expr.Pattern(`\{([a-z][a-z0-9_-]*)\}`)

// filled inserts the answers into a line: in green if they are right, … if none can be
// read. It keeps braces around anything but a field.
func (l live) filled(ctx context.Context, line ascii.Line, a exercises.Answers) ascii.Line {
	var out ascii.Line
	at := l.by.values(a)
	for _, s := range line {
		rest := l.by.fill(s.Text, at)
		for {
			place := placeFor().FindStringSubmatchIndex(rest)
			if place == nil || !l.p.IsField(rest[place[2]:place[3]]) {
				break
			}
			out = append(out, ascii.Span{Text: rest[:place[0]], Ink: s.Ink}, l.typed(ctx, rest[place[2]:place[3]], a))
			rest = rest[place[1]:]
		}
		out = append(out, ascii.Span{Text: rest, Ink: s.Ink})
	}
	return out
}

// typed returns the answer in a field.
func (l live) typed(ctx context.Context, field string, a exercises.Answers) ascii.Span {
	reading := l.p.Reading(ctx, a, field)
	words, chosen := l.words[a[field]]
	switch {
	case chosen:
		return ascii.Span{Text: words, Ink: ascii.Text}
	case reading == "":
		return ascii.Span{Text: "…", Ink: ascii.Dim}
	case l.p.Right(ctx, a, field):
		return ascii.Span{Text: reading, Ink: ascii.Good}
	}
	return ascii.Span{Text: reading, Ink: ascii.Text}
}
