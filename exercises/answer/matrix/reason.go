package matrix

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
)

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
