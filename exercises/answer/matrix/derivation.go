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

// derivation is a task that asks for the lines of a derivation: a [Chain] of equations of matrices,
// or a [PointDerivation] about the points of a data set. Its lines are judged one after another.
// The reason that the student gives for a line is judged separately.
type derivation interface {
	reasons() Reasons
	// parseSides parses a line without its reason.
	parseSides(text string) ([]*node, *answer.SyntaxError)
	// judgeLines judges parsed lines.
	judgeLines(lines []parsedLine, work *budget.Budget) verdict
	// newReasonCheck returns a check of the reason of line i, which must follow from earlier lines.
	// r is the verdict on the lines.
	newReasonCheck(lines []parsedLine, i int, r verdict, work *budget.Budget) reasonCheck
}

// reasonCheck tests the reason that the student gives for a line that is implied by earlier ones. Each
// method evidenceAgainst… tests one kind of reason for one equation of the line, whose two sides are
// pair. It returns evidence that the reason did not lead to the equation, or "" if the reason may have
// led to it.
type reasonCheck interface {
	// isInitialValue reports whether an equation states an initial value, as in w = 0. Such
	// an equation needs no reason.
	isInitialValue(side, other *node) bool
	evidenceAgainstLaw(pair []*node, r Reason) string // for a reason without a Move: a definition or fact
	evidenceAgainstLines(pair []*node) string
	evidenceAgainstAlgebra(pair []*node) string
	evidenceAgainstReading(pair []*node) string
}

// verdict is the result of judging the lines of a derivation.
type verdict struct {
	answer.Result
	validLines int     // number of lines before the first line that does not follow
	wrongPair  []*node // two neighbouring sides of the first line that does not follow
	// factsBefore is for a PointDerivation: the set of known facts before each valid line, and
	// after the last valid line.
	factsBefore []uint
}

// parsedLine holds the sides of a line and the index of its reason.
type parsedLine struct {
	sides  []*node
	reason int
}

func judge(ctx context.Context, d derivation, text string) answer.Result {
	lines, failure := readLines(d, text)
	if failure != nil {
		return *failure
	}
	r := d.judgeLines(lines, budget.StartAnswer(ctx))
	doubts, err := doubtsOf(ctx, d, lines, r, 1)
	out := d.reasons().addDoubts(r.Result, doubts, err)
	out.At, out.Reading = -1, ascii.Join(lines, "; ", d.reasons().displayText)
	return out
}

// echo returns the last line as the program understands it, or the problem of the first line that
// cannot be parsed.
func echo(d derivation, text string) exercises.Echo {
	lines, failure := readLines(d, text)
	switch {
	case failure == nil:
		return exercises.Echo{Reading: d.reasons().displayText(lines[len(lines)-1]), At: -1}
	case failure.Verdict == exercises.Empty:
		return exercises.Echo{At: -1}
	}
	return exercises.Echo{Problem: failure.Fact[0].String(), At: failure.At}
}

// linesOf returns the lines before the first line that cannot be read. If all of them follow, it
// returns that line, too.
func linesOf(ctx context.Context, d derivation, text string) (out []answer.Line) {
	texts, reasons := exercises.Lines(text), d.reasons()
	reasons.lenient = true
	var parsed []parsedLine
	for _, l := range texts[:min(len(texts), maxLines)] {
		line, err := parseLine(d, reasons, l)
		if err != nil {
			break
		}
		parsed = append(parsed, line)
	}
	var r verdict
	if len(parsed) > 0 {
		r = d.judgeLines(parsed, budget.StartAnswer(ctx))
	}
	for i, l := range parsed {
		out = append(out, answer.Line{Text: lineText(l.sides), Follows: i < r.validLines, Broken: i == r.validLines,
			Reason: reasons.nameOf(l.reason)})
	}
	if len(parsed) < len(texts) && r.validLines == len(parsed) {
		out = append(out, answer.Line{Text: strings.TrimSpace(texts[len(parsed)]), Broken: true, Unreadable: true})
	}
	doubts, _ := doubtsOf(ctx, d, parsed, r, len(parsed))
	for _, wrongReason := range doubts {
		out[wrongReason.line].Doubted = true
	}
	return out
}

// firstSlip returns the two sides of the first equation that does not follow. If all lines follow,
// it returns the sides of the first line with a wrong reason, and the index of this reason. If
// nothing is wrong, or if the budget has run out, line is nil.
func firstSlip(ctx context.Context, d derivation, text string) (line []*node, reason int) {
	lines, failure := readLines(d, text)
	if failure != nil {
		return nil, noReason
	}
	work := budget.StartAnswer(ctx)
	r := d.judgeLines(lines, work)
	if r.wrongPair != nil || work.Err() != nil {
		return r.wrongPair, noReason
	}
	doubts, _ := doubtsOf(ctx, d, lines, r, 1)
	if len(doubts) > 0 {
		return doubts[0].sides, doubts[0].reason
	}
	return nil, noReason
}

// doubtsOf returns the first reasons that cannot have led to their lines, at most limit reasons. It
// checks only lines that follow. If the budget runs out, it returns an error with the doubts
// found so far.
func doubtsOf(ctx context.Context, d derivation, lines []parsedLine, r verdict, limit int) ([]doubt, error) {
	var out []doubt
	work := budget.StartAnswer(ctx)
	for i, l := range lines[:r.validLines] {
		if l.reason == noReason || len(out) == limit {
			continue
		}
		evidence := l.evidence(d.reasons().List[l.reason], d.newReasonCheck(lines, i, r, work))
		if evidence != "" && work.Err() == nil {
			out = append(out, doubt{line: i, sides: l.sides, reason: l.reason, evidence: evidence})
		}
	}
	return out, work.Err()
}

// evidence returns evidence against the reason r of the line, or "" if the reason may have led to
// at least one equation of the line.
func (l parsedLine) evidence(r Reason, check reasonCheck) (text string) {
	test, ok := map[Move]func(pair []*node) string{
		"":        func(pair []*node) string { return check.evidenceAgainstLaw(pair, r) },
		ByLines:   check.evidenceAgainstLines,
		ByAlgebra: check.evidenceAgainstAlgebra,
		ByReading: check.evidenceAgainstReading,
		ByInverse: evidenceAgainstInverse,
	}[r.Move]
	if !ok {
		return evidenceUnused
	}
	for i := range l.sides[1:] {
		pair := l.sides[i : i+2]
		if check.isInitialValue(pair[0], pair[1]) {
			return ""
		}
		if text = test(pair); text == "" {
			return ""
		}
	}
	return text
}

// maxLines is the maximum number of lines of a derivation.
const maxLines = 40

// parseLine parses one line and its reason.
func parseLine(d derivation, reasons Reasons, text string) (parsedLine, *answer.SyntaxError) {
	text, reason, problem := reasons.splitReason(text)
	sides, err := d.parseSides(text)
	if err != nil {
		return parsedLine{}, err
	}
	return parsedLine{sides, reason}, problem
}

// readLines parses the lines of a text, which are separated by line breaks or
// semicolons.
func readLines(d derivation, text string) ([]parsedLine, *answer.Result) {
	lines := exercises.Lines(text)
	switch {
	case len(text) > budget.AnswerLimits().Bytes:
		return nil, unreadable(-1, tooLong)
	case len(lines) == 0:
		return nil, &answer.Result{Verdict: exercises.Empty, At: -1}
	case len(lines) > maxLines:
		return nil, unreadable(-1, "There are too many lines.")
	}
	out := make([]parsedLine, len(lines))
	from := 0
	for i, line := range lines {
		from += strings.Index(text[from:], line)
		parsed, err := parseLine(d, d.reasons(), line)
		if err != nil {
			return nil, unreadable(len([]rune(text[:from]))+err.At, linePrefix(i)+err.Reason)
		}
		out[i] = parsed
		from += len(line)
	}
	return out, nil
}

// Reason is a justification that a student may give for a line of a derivation. The author of an
// exercise defines the reasons. A line and its reason are judged separately: the line must follow
// from what is known, and it must be possible that the reason led to the line.
type Reason struct {
	Name       string   // what the student writes after "by"
	OtherNames []string // other words for the reason
	// Letters lists letters. Their definitions, or the facts about them, are the reason.
	Letters     []string
	Move        Move   // the operation that is the reason, if it is not a definition or fact
	Explanation string // added to the feedback if the reason did not lead to the line
}

// Move is an operation on lines that can be the reason of a line.
type Move string

// The moves.
const (
	ByLines   Move = "lines"   // substitutes an earlier line into another
	ByAlgebra Move = "algebra" // rewrites an earlier line
	ByReading Move = "reading" // reads the update of one variable off the update of another
	ByInverse Move = "inverse" // multiplies both sides by an inverse
	ByNothing Move = "nothing" // is a wrong choice in the list of reasons
)

// Moves returns all moves.
func Moves() []Move { return []Move{ByLines, ByAlgebra, ByReading, ByInverse, ByNothing} }

// Reasons are the reasons that lines of a derivation may give. If List is empty, lines have no
// reasons, and the word "by" has no meaning.
type Reasons struct {
	List []Reason
	// Unlisted means that the student does not see the list, so an unknown reason is ignored. If it
	// is not set, an unknown reason is an error whose message lists the known reasons.
	Unlisted bool
	// lenient means that an unknown reason is ignored, because its line is shown again and the answer
	// is not judged now.
	lenient bool
}

// Choices returns the names of the reasons, or nil if they are unlisted.
func (r Reasons) Choices() []string {
	if r.Unlisted {
		return nil
	}
	var out []string
	for _, reason := range r.List {
		out = append(out, reason.Name)
	}
	return out
}

// noReason is the index for a line without a reason.
const noReason = -1

// splitReason splits a line into its sides and the index of its reason, which is noReason if there
// is none. It returns an error if the reason is unknown and not ignored.
func (r Reasons) splitReason(line string) (sides string, reason int, problem *answer.SyntaxError) {
	if len(r.List) == 0 {
		return line, noReason, nil
	}
	sides, text, at := exercises.SplitReason(line)
	if at < 0 {
		return line, noReason, nil
	}
	matches := r.matchingReasons(text)
	switch {
	case len(matches) == 1:
		return sides, matches[0], nil
	case r.Unlisted || r.lenient:
		return sides, noReason, nil
	}
	return sides, noReason, &answer.SyntaxError{At: at, Reason: r.noMatchMessage(text, matches)}
}

// noMatchMessage returns the message for a text that matches no reason or several reasons, whose
// indices are matches.
func (r Reasons) noMatchMessage(text string, matches []int) string {
	var names []string
	for _, i := range matches {
		names = append(names, r.List[i].Name)
	}
	switch {
	case text == "":
		return fmt.Sprintf("after “by”, write a reason from the list or its number, from 1 to %d.", len(r.List))
	case len(names) > 0:
		return fmt.Sprintf("“%s” can mean %s.", text, strings.Join(names, " or "))
	}
	return fmt.Sprintf("“%s” is not a reason from the list. Write its words or its number, from 1 to %d.", text,
		len(r.List))
}

// matchingReasons returns the indices of the reasons that a text may mean: the one reason with this
// name or number or, if there is none, all reasons whose names begin with the text.
func (r Reasons) matchingReasons(text string) []int {
	if n, err := strconv.Atoi(text); err == nil && !r.Unlisted && n >= 1 && n <= len(r.List) {
		return []int{n - 1}
	}
	wantedName := plainReason(answer.TrimSpaces(text))
	var prefixMatches []int
	for i, reason := range r.List {
		words := append([]string{reason.Name}, reason.OtherNames...)
		if slices.ContainsFunc(words, func(w string) bool { return plainReason(w) == wantedName }) {
			return []int{i}
		}
		if len(wantedName) > 2 && strings.HasPrefix(plainReason(reason.Name), wantedName) {
			prefixMatches = append(prefixMatches, i)
		}
	}
	return prefixMatches
}

// plainReason normalises the text of a reason for comparison. It ignores case, an article at the
// start, punctuation at the ends, and differences in the spelling of φ.
func plainReason(text string) string {
	text = strings.ToLower(strings.Join(strings.Fields(strings.Trim(text, " .,")), " "))
	for _, article := range []string{"the ", "a ", "an "} {
		text = strings.TrimPrefix(text, article)
	}
	return strings.NewReplacer("ϕ", "φ", "phi", "φ", "-", " ").Replace(text)
}

// displayText returns the text of a line, with its reason, as it is shown to the student.
func (r Reasons) displayText(l parsedLine) string {
	if l.reason == noReason {
		return lineText(l.sides)
	}
	return lineText(l.sides) + " by " + r.nameOf(l.reason)
}

// nameOf returns the name of a reason, or "" for noReason.
func (r Reasons) nameOf(reason int) string {
	if reason == noReason {
		return ""
	}
	return r.List[reason].Name
}

// doubt is a reason that cannot have led to its line, although the line follows.
type doubt struct {
	line     int // index of the line
	sides    []*node
	reason   int    // index of the reason
	evidence string // why the reason cannot have led to the line
}

// doubtMessage returns the message for a doubt.
func (r Reasons) doubtMessage(d doubt) string {
	reason := r.List[d.reason]
	out := fmt.Sprintf("Line %d follows, but not by %s: %s.", d.line+1, reason.Name, d.evidence)
	if reason.Explanation != "" {
		out += " " + reason.Explanation
	}
	return out
}

// addDoubts adds the first doubt to the result for the lines. If the lines are right, the answer
// remains accepted, and the student is only asked for another reason. If err is not nil, some
// reasons could not be checked. Right lines are then undecided unless a wrong reason was found.
func (r Reasons) addDoubts(result answer.Result, doubts []doubt, err error) answer.Result {
	switch {
	case len(doubts) == 0 && err != nil && result.Accepted:
		return answer.Result{Verdict: exercises.Undecided, At: -1,
			Fact: ascii.PlainLines("The lines hold. About the reasons: " + err.Error() + ".")}
	case len(doubts) == 0:
		return result
	}
	text := ascii.Plain(r.doubtMessage(doubts[0]))
	if result.Accepted {
		return answer.Result{Verdict: exercises.OtherForm, Headline: "The lines are right, but a reason is wrong.",
			Fact: []ascii.Line{text}}
	}
	result.Fact = append(slices.Clip(result.Fact), text)
	return result
}

// The evidence against a reason. Each text completes "Line 2 follows, but not by …:".
const (
	evidenceUnused       = "the line does not contain it"
	evidenceUnneeded     = "the line holds without it"
	evidenceNotRewritten = "it is not an earlier line in another form: more was done here"
)

func evidenceAlreadyIn(line int) string {
	return fmt.Sprintf("line %d contains it already, and something else was done here", line+1)
}

// lastLineWith returns the index of the last line with an equation that satisfies a
// condition, or −1.
func lastLineWith(lines []parsedLine, condition func(pair []*node) bool) int {
	for i := len(lines) - 1; i >= 0; i-- {
		sides := lines[i].sides
		for j := range sides[1:] {
			if condition(sides[j : j+2]) {
				return i
			}
		}
	}
	return -1
}
