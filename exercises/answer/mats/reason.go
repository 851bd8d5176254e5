package mats

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
func Moves() []string {
	return []string{string(ByLines), string(ByAlgebra), string(ByReading), string(ByInverse), string(ByNothing)}
}

// Reasons are those that may stand behind a line. The zero Reasons are none, and
// the word by is nothing then.
type Reasons struct {
	List []Reason
	// Unlisted: the student is not shown them. A reason in other words is left
	// alone then, where else it is told which there are.
	Unlisted bool
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
func (r Reasons) cut(line string) (sides string, why int, bad *SyntaxError) {
	if len(r.List) == 0 {
		return line, without, nil
	}
	sides, text, at := exercises.Because(line)
	if at < 0 {
		return line, without, nil
	}
	why = r.named(text)
	if why != without || r.Unlisted {
		return sides, why, nil
	}
	what := fmt.Sprintf("there is no reason “%s” here", text)
	if text == "" {
		what = "behind “by” stands a reason"
	}
	return sides, without, &SyntaxError{At: at, What: what + ". Those there are: " + r.numbered() + "."}
}

// numbered is the list in a line.
func (r Reasons) numbered() string {
	out := make([]string, len(r.List))
	for i, one := range r.List {
		out[i] = fmt.Sprintf("%d %s", i+1, one.Called)
	}
	return strings.Join(out, ", ")
}

// named is the reason meant by some words: its own or others for it, the beginning
// of its own where only one begins so, or its number in the list.
func (r Reasons) named(text string) int {
	if n, err := strconv.Atoi(text); err == nil && !r.Unlisted && n >= 1 && n <= len(r.List) {
		return n - 1
	}
	said := plainReason(text)
	begins, found := without, 0
	for i, one := range r.List {
		words := append([]string{one.Called}, one.Also...)
		if slices.ContainsFunc(words, func(w string) bool { return plainReason(w) == said }) {
			return i
		}
		if len(said) > 2 && strings.HasPrefix(plainReason(one.Called), said) {
			begins, found = i, found+1
		}
	}
	if found == 1 {
		return begins
	}
	return without
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
// otherwise they stay right: it is the reason that is asked for anew.
func (r Reasons) weigh(out answer.Result, doubts []doubt) answer.Result {
	if len(doubts) == 0 {
		return out
	}
	text := ascii.Plain(r.says(doubts[0]))
	if out.Accepted {
		return answer.Result{Verdict: exercises.OtherForm, Headline: "The lines are right, a reason is another.", Fact: []ascii.Line{text}}
	}
	out.Fact = append(slices.Clip(out.Fact), text)
	return out
}
