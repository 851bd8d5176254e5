package matrix

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
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

// Reason is a justification that a student may give behind a line of a derivation.
// The author of an exercise writes it. A line and its reason are judged separately:
// the line by what is known, and the reason by whether it can have led to the line.
type Reason struct {
	Called string   // the text behind "by"
	Also   []string // other words for it
	// Of are letters. The reason is what is known about them, a definition or a
	// fact.
	Of []string
	By Move   // the operation, if the reason is not a law
	Is string // an explanation, for students who give the reason where it did not lead to the line
}

// Move is a reason that is not a law but an operation on lines.
type Move string

// The moves.
const (
	ByLines   Move = "lines"   // substitutes an earlier line into another
	ByAlgebra Move = "algebra" // rewrites an earlier line
	ByReading Move = "reading" // reads the step of the goal off an earlier step
	ByInverse Move = "inverse" // multiplies both sides by an inverse
	ByNothing Move = "nothing" // leads nowhere here
)

// Moves returns all moves.
func Moves() []Move { return []Move{ByLines, ByAlgebra, ByReading, ByInverse, ByNothing} }

// Reasons are the reasons that a line may give. The zero value has none, and then
// the word "by" has no meaning.
type Reasons struct {
	List []Reason
	// Unlisted hides the reasons from the student. A reason in unknown words is
	// then ignored. Otherwise it is an error that lists the known ones.
	Unlisted bool
	// lenient ignores unknown reasons, because the line is shown anyway.
	lenient bool
}

// Choices returns the reasons that a student chooses from.
func (r Reasons) Choices() []string {
	if r.Unlisted {
		return nil
	}
	var out []string
	for _, one := range r.List {
		out = append(out, one.Called)
	}
	return out
}

// noReason is the index of the reason of a line that gives none.
const noReason = -1

// splitReason separates a line from its reason. It returns an error if the reason is not in
// the list.
func (r Reasons) splitReason(line string) (sides string, why int, bad *answer.SyntaxError) {
	if len(r.List) == 0 {
		return line, noReason, nil
	}
	sides, text, at := exercises.Because(line)
	if at < 0 {
		return line, noReason, nil
	}
	meant := r.match(text)
	switch {
	case len(meant) == 1:
		return sides, meant[0], nil
	case r.Unlisted || r.lenient:
		return sides, noReason, nil
	}
	return sides, noReason, &answer.SyntaxError{At: at, Reason: r.unnamed(text, meant)}
}

// unnamed returns the message for words that match no reason, or several.
func (r Reasons) unnamed(text string, meant []int) string {
	var names []string
	for _, i := range meant {
		names = append(names, r.List[i].Called)
	}
	switch {
	case text == "":
		return fmt.Sprintf("behind “by” stands a reason of the list, or its number, from 1 to %d.", len(r.List))
	case len(names) > 0:
		return fmt.Sprintf("“%s” may be %s.", text, strings.Join(names, " or "))
	}
	return fmt.Sprintf("“%s” is no reason of the list. Take one by its words, or its number, from 1 to %d.", text,
		len(r.List))
}

// match returns the indices of the reasons that some words may mean: the one that
// has these words or this number, or else all that begin with these words.
func (r Reasons) match(text string) []int {
	if n, err := strconv.Atoi(text); err == nil && !r.Unlisted && n >= 1 && n <= len(r.List) {
		return []int{n - 1}
	}
	said := plainReason(answer.Trimmed(text))
	var begins []int
	for i, one := range r.List {
		words := append([]string{one.Called}, one.Also...)
		if slices.ContainsFunc(words, func(w string) bool { return plainReason(w) == said }) {
			return []int{i}
		}
		if len(said) > 2 && strings.HasPrefix(plainReason(one.Called), said) {
			begins = append(begins, i)
		}
	}
	return begins
}

// plainReason normalises a reason for comparison: it ignores case, articles,
// punctuation at the ends, and spellings of φ.
func plainReason(text string) string {
	text = strings.ToLower(strings.Join(strings.Fields(strings.Trim(text, " .,")), " "))
	for _, article := range []string{"the ", "a ", "an "} {
		text = strings.TrimPrefix(text, article)
	}
	return strings.NewReplacer("ϕ", "φ", "phi", "φ", "-", " ").Replace(text)
}

// shown returns the text of a line with its reason.
func (r Reasons) shown(l parsedLine) string {
	if l.why == noReason {
		return lineText(l.sides)
	}
	return lineText(l.sides) + " by " + r.nameOf(l.why)
}

// nameOf returns the text of a reason, or "" if there is none.
func (r Reasons) nameOf(why int) string {
	if why == noReason {
		return ""
	}
	return r.List[why].Called
}

// doubt is a reason that cannot have led to its line, although the line follows.
type doubt struct {
	line  int
	sides []*node
	why   int
	what  string // the evidence
}

// message returns the message for a doubt.
func (r Reasons) message(d doubt) string {
	one := r.List[d.why]
	out := fmt.Sprintf("Line %d follows, but not by %s: %s.", d.line+1, one.Called, d.what)
	if one.Is != "" {
		out += " " + one.Is
	}
	return out
}

// weigh adds the first doubt to the result for the lines. Lines that are right stay
// right: the student is asked only for another reason. The result is undecided if
// no reason is in doubt but some could not be checked.
func (r Reasons) weigh(out answer.Result, doubts []doubt, ended error) answer.Result {
	switch {
	case len(doubts) == 0 && ended != nil && out.Accepted:
		return answer.Result{Verdict: exercises.Undecided, At: -1,
			Fact: ascii.PlainLines("The lines hold. Of the reasons: " + ended.Error() + ".")}
	case len(doubts) == 0:
		return out
	}
	text := ascii.Plain(r.message(doubts[0]))
	if out.Accepted {
		return answer.Result{Verdict: exercises.OtherForm, Headline: "The lines are right, a reason is another.",
			Fact: []ascii.Line{text}}
	}
	out.Fact = append(slices.Clip(out.Fact), text)
	return out
}

// The evidence against a reason, in a walk and in a chain.
const (
	nothingOfIt = "nothing of it is in the line"
	withoutIt   = "it holds without that"
	noneBefore  = "it is none of the lines before it in another form, something was put in"
)

func alreadyIn(line int) string {
	return fmt.Sprintf("line %d has that in it already, and something else was done to it", line+1)
}

// lastOf returns the index of the last line with an equation that satisfies a
// condition, or −1.
func lastOf(lines []parsedLine, is func(pair []*node) bool) int {
	for i := len(lines) - 1; i >= 0; i-- {
		sides := lines[i].sides
		for j := range sides[1:] {
			if is(sides[j : j+2]) {
				return i
			}
		}
	}
	return -1
}
