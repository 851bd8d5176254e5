package answer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kernellab/exercises"
)

// SetTask asks for a set of numbered things: support vectors, mistakes, the
// pair that SMO takes.
type SetTask struct {
	Want []int
	// Max is the number of things there are; they count from 1. 0: no limit.
	Max int
	// Noun names one of them in messages; "" is "point".
	Noun string
	// Size > 0 asks for exactly so many, as 2 for a pair: another count is
	// then unreadable, not wrong. Numbers of things are names: of one that is
	// asked for it is never said that it is too large or near.
	Size int
}

// JudgeSet decides about a set in any order: {1, 3}, 3 1, x1 and x3. What is
// missing and what is too much are named.
func JudgeSet(text string, t SetTask) Result {
	got, stop := ReadSet(text, t)
	switch {
	case stop != nil:
		return *stop
	case t.Size == 1:
		return t.judgeOne(got[0])
	}
	missing, extra := without(t.Want, got), without(got, t.Want)
	noun := t.noun()
	switch {
	case len(missing) == 0 && len(extra) == 0:
		return newResult(exercises.Equal, "").readingSet(got)
	case len(missing) == 0:
		return newResult(exercises.NotEqual, "%s too much: the others belong.", listed(noun, extra, "is", "are")).readingSet(got)
	case len(extra) == 0:
		return newResult(exercises.NotEqual, "What is there belongs, and %s missing.", countMissing(len(missing), noun)).readingSet(got)
	}
	return newResult(exercises.NotEqual, "%s not belong, and %s missing.", listed(noun, extra, "does", "do"), countMissing(len(missing), noun)).readingSet(got)
}

// judgeOne decides about the one thing that is asked for.
func (t SetTask) judgeOne(got int) Result {
	r := newResult(exercises.Equal, "")
	if !slices.Equal(t.Want, []int{got}) {
		r = newResult(exercises.NotEqual, "It is another %s.", t.noun())
	}
	return r.asChoice().readingText(strconv.Itoa(got))
}

// asChoice has a result say "Right." or "Not so.": one of several things was named,
// and nothing is equal to anything.
func (r Result) asChoice() Result {
	switch r.Verdict {
	case exercises.Equal:
		r.Headline = "Right."
	case exercises.NotEqual:
		r.Headline = "Not so."
	}
	return r
}

func (t SetTask) noun() string {
	if t.Noun == "" {
		return "point"
	}
	return t.Noun
}

func (r Result) readingSet(got []int) Result { return r.readingText("{" + joinInts(got) + "}") }

func countMissing(n int, noun string) string {
	if n == 1 {
		return "one " + noun + " is"
	}
	return fmt.Sprintf("%d %ss are", n, noun)
}

// listed writes "Point 3 is" or "Points 3, 4 are", with the verb given.
func listed(noun string, xs []int, one, many string) string {
	if len(xs) == 1 {
		return fmt.Sprintf("%s %d %s", capitalise(noun), xs[0], one)
	}
	return fmt.Sprintf("%ss %s %s", capitalise(noun), joinInts(xs), many)
}

func joinInts(xs []int) string {
	parts := make([]string, len(xs))
	for i, x := range xs {
		parts[i] = strconv.Itoa(x)
	}
	return strings.Join(parts, ", ")
}

func without(a, b []int) []int {
	return slices.DeleteFunc(slices.Clone(a), func(x int) bool { return slices.Contains(b, x) })
}

// ReadSet reads a set of whole numbers, sorted and without repetitions, for a
// lesson that judges it itself. Letters before a number (x3, α_3, point 3)
// are allowed; "none", "{}" and ∅ are the empty set.
func ReadSet(text string, t SetTask) ([]int, *Result) {
	if r := unjudged(text, &Scope{}); r != nil {
		return nil, r
	}
	got, err := scanSet(text)
	if err != nil && t.Size == 1 && strings.HasPrefix(err.Reason, asSet) {
		err.Reason = "write the number of one " + t.noun() + ", as 3"
	}
	if err == nil {
		err = t.limits(got)
	}
	if err != nil {
		r := unreadable(err)
		return nil, &r
	}
	return got, nil
}

func (t SetTask) limits(got []int) *SyntaxError {
	for _, g := range got {
		if t.Max > 0 && (g < 1 || g > t.Max) {
			return faultf(0, "there is no %s %d; they run from 1 to %d", t.noun(), g, t.Max)
		}
	}
	if t.Size == 1 && len(got) != 1 {
		return faultf(0, "this names %s; one is asked for", countOf(len(got), t.noun(), t.noun()+"s"))
	}
	if t.Size > 0 && len(got) != t.Size {
		return faultf(0, "this names %s; %d different ones are asked for", countOf(len(got), t.noun(), t.noun()+"s"), t.Size)
	}
	return nil
}

// ChoiceTask asks for one of several options.
type ChoiceTask struct {
	Want string
	Why  string // said when it is right
	// Says is what to tell of each wrong option; Mistakes names its
	// misconception. Both may be nil.
	Says     map[string]string
	Mistakes map[string]string
}

// JudgeChoice decides about an option chosen.
func JudgeChoice(choice string, t ChoiceTask) Result {
	switch choice {
	case "":
		return newResult(exercises.Empty, "")
	case t.Want:
		return newResult(exercises.Equal, "%s", t.Why).asChoice()
	}
	return newResult(exercises.NotEqual, "").known(t.Mistakes[choice], t.Says[choice]).asChoice()
}
