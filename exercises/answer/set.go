package answer

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/kernels/expr"
)

// SetTask asks for a set of points, given by their numbers: for example, the support vectors or the
// pair that SMO chooses. The numbers may also stand for steps or other things.
type SetTask struct {
	Want []int
	// Max is the largest valid number. The smallest is 1. If Max is zero, there is no limit.
	Max int
	// Noun is the singular noun for the things in messages. If empty, "point" is
	// used.
	Noun string
	// Size is the required number of things in the answer, such as 2 for a pair. An answer with
	// another number of things is unreadable, not wrong. If Size is zero, any number of things is
	// allowed.
	Size int
}

// Judge judges a set in any order and notation, such as {1, 3}, “3 1” or “x1 and x3”. The result
// states how many things are superfluous and how many are missing. It does not say which, because
// an answer that lists all things would then reveal the solution.
func (t SetTask) Judge(_ context.Context, text string) Result {
	got, problem := ReadSet(text, t)
	switch {
	case problem != nil:
		return *problem
	case t.Size == 1:
		return t.judgeOne(got[0])
	}
	missing, extra := len(difference(t.Want, got)), len(difference(got, t.Want))
	noun := t.noun()
	switch {
	case missing == 0 && extra == 0:
		return equal("").withSet(got)
	case missing == 0:
		return notEqual("%s too many; the others are right.", capitalise(countThings(extra, noun))).withSet(got)
	case extra == 0:
		return notEqual("The ones you have are right, but %s missing.", countThings(missing, noun)).withSet(got)
	}
	return notEqual("%s wrong here, and %s missing.", capitalise(countThings(extra, noun)),
		countThings(missing, noun)).withSet(got)
}

// judgeOne judges the answer if Size is 1.
func (t SetTask) judgeOne(got int) Result {
	r := equal("")
	if !slices.Equal(t.Want, []int{got}) {
		r = notEqual("It is a different %s.", t.noun())
	}
	return r.withReadingText(strconv.Itoa(got))
}

func (t SetTask) noun() string { return cmp.Or(t.Noun, "point") }

func (r Result) withSet(got []int) Result {
	return r.withReadingText("{" + ascii.Join(got, ", ", strconv.Itoa) + "}")
}

func countThings(n int, noun string) string {
	if n == 1 {
		return "one " + noun + " is"
	}
	return fmt.Sprintf("%d %ss are", n, noun)
}

func difference(a, b []int) []int {
	return slices.DeleteFunc(slices.Clone(a), func(x int) bool { return slices.Contains(b, x) })
}

// ReadSet parses a set of whole numbers and returns it sorted and without repetitions. If the text
// cannot be read, it returns the result to show instead. It is for exercises that judge sets
// themselves. Letters before a number (x3, α_3, point 3) are allowed. "none", "{}" and ∅ are the
// empty set.
func ReadSet(text string, t SetTask) ([]int, *Result) {
	if r := blankOrTooLong(text, &Scope{}); r != nil {
		return nil, r
	}
	got, err := scanSet(text)
	if err != nil && t.Size == 1 && strings.HasPrefix(err.Reason, setHint) {
		err.Reason = "write the number of one " + t.noun() + ", such as 3"
	}
	if err == nil {
		err = t.checkCountAndRange(got)
	}
	if err != nil {
		return nil, new(unreadable(err))
	}
	return got, nil
}

func (t SetTask) checkCountAndRange(got []int) *SyntaxError {
	for _, g := range got {
		if t.Max > 0 && (g < 1 || g > t.Max) {
			return syntaxErrorf(0, "there is no %s %d; they run from 1 to %d", t.noun(), g, t.Max)
		}
	}
	if t.Size == 1 && len(got) != 1 {
		return syntaxErrorf(0, "this names %s; one is asked for", countOf(len(got), t.noun(), t.noun()+"s"))
	}
	if t.Size > 0 && len(got) != t.Size {
		return syntaxErrorf(0, "this names %s; %d different ones are asked for",
			countOf(len(got), t.noun(), t.noun()+"s"),
			t.Size)
	}
	return nil
}

// JudgeChoice judges a chosen option.
func JudgeChoice(choice, want string) Result {
	switch choice {
	case "":
		return newResult(exercises.Empty, "")
	case want:
		return equal("")
	}
	return notEqual("")
}

// setHint describes the expected form of a set.
const setHint = "write whole numbers with commas between them, such as {1, 3}"

var (
	// emptySet matches the empty set.
	emptySet = expr.Pattern(`[({\[]\s*[)}\]]|∅`)
	// numberList matches numbers with words before them and separators between them.
	numberList = expr.Pattern(`^(?:(?:[#\s]|\pL_?)*\+?\d+\s*[,;&+]?)*$`)
	digits     = expr.Pattern(`\d+`)
)

// scanSet parses a set of whole numbers and returns it sorted and without repetitions. The
// brackets must match. A separator must be between two numbers, but a comma or
// semicolon may also be at the end.
func scanSet(text string) ([]int, *SyntaxError) {
	src := Normalise(text)
	if err := checkBrackets(src); err != nil {
		return nil, err
	}
	for i, r := range src {
		if digit := expr.FromSubscript(r); digit != 0 {
			src[i] = digit
		}
	}
	withoutEmptySets := emptySet().ReplaceAllString(string(src), "")
	inner := strings.TrimSpace(strings.Map(func(r rune) rune {
		if nesting(r) != 0 {
			return ' '
		}
		return r
	}, withoutEmptySets))
	if inner == "" || isEmptyWord(inner) {
		return []int{}, nil
	}
	var got []int
	for _, number := range digits().FindAllString(inner, -1) {
		n, err := strconv.Atoi(number)
		if err != nil {
			return nil, syntaxErrorf(0, setHint)
		}
		got = append(got, n)
	}
	if withoutEmptySets != string(src) || !numberList().MatchString(inner) ||
		strings.ContainsAny(inner[len(inner)-1:], "&+") {
		return nil, syntaxErrorf(0, setHint)
	}
	slices.Sort(got)
	return slices.Compact(got), nil
}

// ReadSets parses sets of whole numbers in braces, with a comma, semicolon, & or space between two
// sets. Each set may have a name, as in A = {1, 2}. It is for exercises that judge sets themselves.
func ReadSets(text string, t SetTask) ([][]int, *Result) {
	src := string(Normalise(text))
	var sets [][]int
	for _, match := range inBraces().FindAllStringIndex(src, -1) {
		s, problem := ReadSet(src[match[0]:match[1]], t)
		if problem != nil {
			return nil, problem
		}
		sets = append(sets, s)
	}
	outside := setName().ReplaceAllString(inBraces().ReplaceAllString(src, " 1 "), "")
	if _, err := scanSet(outside); err != nil || strings.Trim(outside, " 1,;&()[]{}\n") != "" || len(sets) == 0 {
		return nil, new(unreadable(syntaxErrorf(0, "write each set in braces of its own, as in {1}, {2, 3}")))
	}
	return sets, nil
}

// inBraces matches a set in braces, and setName matches a name before a set.
var (
	inBraces = expr.Pattern(`\{[^{}]*\}`)
	setName  = expr.Pattern(`\pL[\pL\d_₀-₉]*\s*=`)
)

func isEmptyWord(s string) bool {
	s = strings.ToLower(strings.TrimSpace(s))
	return s == "none" || s == "empty" || s == "no" || s == "nobody" || s == "nothing"
}
