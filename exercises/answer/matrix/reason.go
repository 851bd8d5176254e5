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

// Reason is why a line of a derivation follows, as a student may say behind it. It
// is for an author. A line and its reason are judged apart: the line by what is
// known, and of the reason it is decided whether it can have led there.
type Reason struct {
	Called string   // as it stands behind "by"
	Also   []string // other words for it
	// Of are letters: the reason is what is known of them, a definition or a fact.
	Of []string
	By Move   // what is done, where it is no law
	Is string // what it is, said to those who name it where it did not lead
}

// Move is a reason that is no law: something done to lines.
type Move string

// The moves.
const (
	ByLines   Move = "lines"   // an earlier line is put into another
	ByAlgebra Move = "algebra" // an earlier line is written otherwise
	ByReading Move = "reading" // the step of the goal is read off from a step before it
	ByInverse Move = "inverse" // both sides are multiplied by an inverse
	ByNothing Move = "nothing" // it leads nowhere here
)

// Moves are all of them.
func Moves() []Move { return []Move{ByLines, ByAlgebra, ByReading, ByInverse, ByNothing} }

// Reasons are those that may stand behind a line. The zero Reasons are none, and
// the word by is nothing then.
type Reasons struct {
	List []Reason
	// Unlisted: the student is not shown them. A reason in other words is left
	// alone then, where else it is told which there are.
	Unlisted bool
	// lenient: one that there is not is left alone, for a line is shown all the same.
	lenient bool
}

// Shown are the reasons that a student chooses from.
func (r Reasons) Shown() []string {
	if r.Unlisted {
		return nil
	}
	var out []string
	for _, one := range r.List {
		out = append(out, one.Called)
	}
	return out
}

// without is a line that says no reason.
const without = -1

// cut takes the reason off a line; bad where it is none of the list.
func (r Reasons) cut(line string) (sides string, why int, bad *answer.SyntaxError) {
	if len(r.List) == 0 {
		return line, without, nil
	}
	sides, text, at := exercises.Because(line)
	if at < 0 {
		return line, without, nil
	}
	meant := r.named(text)
	switch {
	case len(meant) == 1:
		return sides, meant[0], nil
	case r.Unlisted || r.lenient:
		return sides, without, nil
	}
	return sides, without, &answer.SyntaxError{At: at, Reason: r.unnamed(text, meant)}
}

// unnamed is what is said of words that mean none of the reasons, or several.
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
	return fmt.Sprintf("“%s” is no reason of the list. Take one by its words, or its number, from 1 to %d.", text, len(r.List))
}

// named are the reasons that some words may mean: one by its own words or others
// for it, or by its number in the list, else all that begin so.
func (r Reasons) named(text string) []int {
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

// plainReason is a reason without what does not tell it from others.
func plainReason(text string) string {
	text = strings.ToLower(strings.Join(strings.Fields(strings.Trim(text, " .,")), " "))
	for _, article := range []string{"the ", "a ", "an "} {
		text = strings.TrimPrefix(text, article)
	}
	return strings.NewReplacer("ϕ", "φ", "phi", "φ", "-", " ").Replace(text)
}

// behind is how a line shows its reason.
func (r Reasons) behind(why int) string {
	if why == without {
		return ""
	}
	return " by " + r.List[why].Called
}

// called is a reason as the student reads it, "" for none.
func (r Reasons) called(why int) string {
	if why == without {
		return ""
	}
	return r.List[why].Called
}

// doubt is a reason that cannot have led to its line, which stands.
type doubt struct {
	line  int
	sides []*node
	why   int
	what  string // what shows it
}

// says is what is told of a doubt.
func (r Reasons) says(d doubt) string {
	one := r.List[d.why]
	out := fmt.Sprintf("Line %d follows, but not by %s: %s.", d.line+1, one.Called, d.what)
	if one.Is != "" {
		out += " " + one.Is
	}
	return out
}

// weigh adds the first doubt to what is said of lines. Where they are right
// otherwise they stay right: it is the reason that is asked for anew. Where it could
// not be decided about all reasons, and none is in doubt, nothing is decided.
func (r Reasons) weigh(out answer.Result, doubts []doubt, ended error) answer.Result {
	switch {
	case len(doubts) == 0 && ended != nil && out.Accepted:
		return answer.Result{Verdict: exercises.Undecided, At: -1, Fact: ascii.PlainLines("The lines hold. Of the reasons: " + ended.Error() + ".")}
	case len(doubts) == 0:
		return out
	}
	text := ascii.Plain(r.says(doubts[0]))
	if out.Accepted {
		return answer.Result{Verdict: exercises.OtherForm, Headline: "The lines are right, a reason is another.", Fact: []ascii.Line{text}}
	}
	out.Fact = append(slices.Clip(out.Fact), text)
	return out
}

// What speaks against a reason, in a walk and in a chain.
const (
	nothingOfIt = "nothing of it is in the line"
	withoutIt   = "it holds without that"
	noneBefore  = "it is none of the lines before it in another form, something was put in"
)

func alreadyIn(line int) string {
	return fmt.Sprintf("line %d has that in it already, and something else was done to it", line+1)
}

// against is what speaks against a reason that has a test for an equation, "" where
// it led to one of the line's.
func (l entry) against(test func(pair []*node) string) (what string) {
	for i := range l.sides[1:] {
		if what = test(l.sides[i : i+2]); what == "" {
			return ""
		}
	}
	return what
}

// lastOf is the last line with an equation of some kind, or −1.
func lastOf(lines []entry, is func(pair []*node) bool) int {
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
