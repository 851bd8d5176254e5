package matrix

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/exercises/budget"
)

// Fact is a statement that a derivation has to contain, in any form.
type Fact struct {
	Statement   string // such as "∂f_i/∂w = phi_i" or "w <- w - gamma sum_i ∂l_i/∂w"
	Description string // a description that does not give it away: "how f changes with w"
}

// Walk asks for a derivation over the points, in which each line follows from
// earlier ones. Given equations hold from the start. A fact holds from the line
// that states it. A line that needs a fact not yet stated does not follow.
type Walk struct {
	Goal       string   // the letter whose step is the last line
	Without    []string // letters that the last line must not use
	AtOnce     bool     // the last line must be written for all points at once
	factLaws   []law    // one for each fact
	givens     []law
	conclusion law // what holds when all facts have been stated
	hypothesis
	space Space
	words Words

	drawings *drawings
	slips    *slips
}

// Words is the vocabulary of a walk and what is known about it. The author of an
// exercise writes it.
type Words struct {
	// Letters are given with their sizes, where n is the number of points: "phi_i:
	// m" has a column for each point. Signs are the letters of labels −1 or +1, and
	// Bits those with labels 0 or 1.
	Letters, Signs, Bits []string
	Given                []string // equations that hold from the start
	Facts                []Fact   // to be stated, each after the facts that it needs
	Conclusion           string   // what follows from all facts
	Start                []string // letters that are 0 before the first step
	Reasons              Reasons  // that a line may name
}

// law defines a letter.
type law struct {
	name, index string
	is          *node
}

// NewWalk parses an author's texts.
func NewWalk(w Words, goal string, without []string, atOnce bool) (t Walk, err error) {
	t = Walk{Goal: goal, AtOnce: atOnce, words: w, drawings: &drawings{byKey: map[drawing][]assignment{}},
		slips: &slips{}}
	for _, l := range without {
		t.Without = append(t.Without, strings.ReplaceAll(l, "ℓ", "l"))
	}
	t.space.walk = &points{rows: map[string]bool{}, perPoint: map[string]bool{}, moves: map[string]bool{}}
	for _, text := range w.Letters {
		t.letter(text)
	}
	for _, text := range w.Given {
		if err := t.law(&t.givens, text); err != nil {
			return Walk{}, err
		}
	}
	for _, f := range w.Facts {
		if err := t.law(&t.factLaws, f.Statement); err != nil {
			return Walk{}, err
		}
	}
	var last []law
	if err := t.law(&last, w.Conclusion); err != nil {
		return Walk{}, err
	}
	t.conclusion = last[0]
	if _, err = t.assignments(t.all()); err != nil {
		return t, err
	}
	return t, t.reasoned()
}

// letter parses a letter with its size, such as "phi_i: m".
func (t *Walk) letter(text string) {
	name, shape, _ := strings.Cut(text, ":")
	rows, cols, two := strings.Cut(strings.TrimSpace(shape), "×")
	plain := strings.NewReplacer("_i", "", "ℓ", "l").Replace(strings.TrimSpace(name))
	l := letter{name: plain, rows: orOne(rows), cols: "1"}
	perPoint := strings.Contains(name, "_i")
	switch {
	case two:
		l.cols = strings.TrimSpace(cols)
	case perPoint:
		l.rows, l.cols = "n", l.rows
	}
	t.space.add(l)
	t.space.walk.rows[plain] = perPoint && l.cols != "1"
	t.space.walk.perPoint[plain] = l.rows == "n" && l.cols == "1"
}

func orOne(size string) string {
	if size = strings.TrimSpace(size); size != "" {
		return size
	}
	return "1"
}

// law parses an equation or a step and appends it to a list.
func (t *Walk) law(into *[]law, text string) error {
	if name, _, ok := strings.Cut(text, "<-"); ok {
		t.space.walk.moves[strings.TrimSpace(name)] = true
	}
	chain, bad := parse(text, t.space)
	if bad != nil {
		return fmt.Errorf("%q: %w", text, bad)
	}
	if len(chain) != 2 || chain[0].op != opLetter && chain[0].op != opEntry {
		return fmt.Errorf("%q does not say what a letter is", text)
	}
	*into = append(*into, law{chain[0].text, chain[0].index, chain[1]})
	return nil
}

// Judge judges lines, which are separated by line breaks or semicolons.
func (t Walk) Judge(ctx context.Context, text string) answer.Result {
	lines, stop := t.read(text)
	if stop != nil {
		return *stop
	}
	r := t.follow(lines, t.newJudge(ctx))
	doubts, ended := t.doubts(ctx, lines, r, 1)
	out := t.words.Reasons.weigh(r.Result, doubts, ended)
	out.At, out.Reading = -1, t.readingOf(lines)
	return out
}

// Echo returns how the last line of a text is read, or why a line cannot be read.
func (t Walk) Echo(_ context.Context, text string) exercises.Echo {
	lines, stop := t.read(text)
	switch {
	case stop == nil:
		return exercises.Echo{Reading: t.shown(lines[len(lines)-1]), At: -1}
	case stop.Verdict == exercises.Empty:
		return exercises.Echo{At: -1}
	}
	return exercises.Echo{Problem: stop.Fact[0].String(), At: stop.At}
}

// Lines returns the lines typed so far.
func (t Walk) Lines(ctx context.Context, text string) []answer.Line {
	var out []answer.Line
	all := exercises.Lines(text)
	t.words.Reasons.lenient = true
	lines, stop := t.read(strings.Join(all, ";"))
	if stop != nil {
		for _, l := range all {
			one, err := t.space.line(l, t.words.Reasons)
			if err != nil {
				return append(out, answer.Line{Text: strings.TrimSpace(l), Broken: true})
			}
			out = append(out, answer.Line{Text: lineText(one.sides), Reason: t.words.Reasons.nameOf(one.why)})
		}
		return out
	}
	r := t.follow(lines, t.newJudge(ctx))
	for i, l := range lines {
		out = append(out,
			answer.Line{Text: lineText(l.sides), Follows: i < r.sound, Broken: i == r.sound,
				Reason: t.words.Reasons.nameOf(l.why)})
	}
	doubts, _ := t.doubts(ctx, lines, r, len(lines))
	for _, d := range doubts {
		out[d.line].Doubted = true
	}
	return out
}

// maxLines is the maximum number of lines of a derivation.
const maxLines = 40

// parsedLine holds the sides of a line and the index of its reason.
type parsedLine struct {
	sides []*node
	why   int
}

// line parses one line and its reason.
func (s Space) line(text string, reasons Reasons) (parsedLine, *answer.SyntaxError) {
	sides, why, bad := reasons.splitReason(text)
	chain, err := parse(sides, s)
	if err != nil {
		return parsedLine{}, err
	}
	return parsedLine{chain, why}, bad
}

// readLines parses the lines of a text, which are separated by line breaks or
// semicolons.
func readLines(text string, read func(line string) (parsedLine, *answer.SyntaxError)) ([]parsedLine, *answer.Result) {
	lines := exercises.Lines(text)
	switch {
	case len(text) > budget.Answer().Bytes:
		return nil, &answer.Result{Verdict: exercises.Unreadable, At: -1, Fact: factLines(tooLong)}
	case len(lines) == 0:
		return nil, &answer.Result{Verdict: exercises.Empty, At: -1}
	case len(lines) > maxLines:
		return nil, &answer.Result{Verdict: exercises.Unreadable, At: -1,
			Fact: factLines("These are too many lines to be read.")}
	}
	out := make([]parsedLine, len(lines))
	from := 0
	for i, line := range lines {
		from += strings.Index(text[from:], line)
		one, err := read(line)
		if err != nil {
			return nil, &answer.Result{Verdict: exercises.Unreadable, At: len([]rune(text[:from])) + err.At,
				Fact: factLines(lineWord(i) + err.Reason)}
		}
		out[i] = one
		from += len(line)
	}
	return out, nil
}

// read parses the lines of a walk, each of which is an equation or a step.
func (t Walk) read(text string) ([]parsedLine, *answer.Result) {
	return readLines(text, func(line string) (parsedLine, *answer.SyntaxError) {
		l, err := t.space.line(line, t.words.Reasons)
		if err == nil && len(l.sides) < 2 {
			err = &answer.SyntaxError{Reason: "a line is an equation, with = in it, or a step, with ←."}
		}
		if err == nil {
			l.sides = t.indexed(l.sides)
		}
		return l, err
	})
}

// indexed adds the omitted index to a line written for one point.
func (t Walk) indexed(chain []*node) []*node {
	if !t.forOnePoint(chain) {
		return chain
	}
	used := map[string]bool{}
	for _, n := range chain {
		n.free(used, "")
	}
	index := "i"
	if len(used) == 1 {
		for only := range used {
			index = only
		}
	}
	out := make([]*node, len(chain))
	for i, n := range chain {
		out[i] = n.filled(t.space.walk, index)
	}
	return out
}

// forOnePoint reports whether a line is written for one point without its index.
func (t Walk) forOnePoint(chain []*node) bool {
	if slices.ContainsFunc(chain, func(n *node) bool { return n.isBare(t.space.walk) }) {
		return true
	}
	used := map[string]bool{}
	for _, n := range chain {
		n.letters(used)
	}
	slope := false
	for _, l := range t.space.letters {
		if used[l.name] && l.rows == "n" && l.cols != "1" {
			return false
		}
		slope = slope || used[l.name] && strings.HasPrefix(l.name, "∂") && t.space.walk.perPoint[l.name]
	}
	return slope && !isStep(chain)
}

func (t Walk) readingOf(lines []parsedLine) string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = t.shown(l)
	}
	return strings.Join(out, "; ")
}

// shown returns the text of a line with its reason.
func (t Walk) shown(l parsedLine) string { return lineText(l.sides) + t.words.Reasons.suffix(l.why) }

// lineText returns the text of a line, with ← in a step.
func lineText(chain []*node) string {
	if isStep(chain) {
		return chain[0].String() + " ← " + reading(chain[1:])
	}
	return reading(chain)
}

func isStep(chain []*node) bool { return strings.HasSuffix(chain[0].text, "←") }
