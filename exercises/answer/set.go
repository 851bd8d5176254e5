package answer

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"kernellab/exercises"
	"kernellab/kernels/expr"
)

// SetTask asks for a set of numbered things: support vectors, mistakes, the pair
// selected by SMO.
type SetTask struct {
	Want []int
	// Max is the number of things, which are numbered from 1. If zero, there is no
	// limit.
	Max int
	// Noun is the singular noun for the things in messages. If empty, "point" is
	// used.
	Noun string
	// Size is the required number of things, such as 2 for a pair. Another count is
	// then unreadable, not wrong. If zero, any count is allowed. The numbers are
	// names, so an answer is never called too large or near.
	Size int
}

// Judge judges a set in any order: {1, 3}, 3 1, x1 and x3. The result counts what is
// too much and what is missing. It names neither: a list of all points would
// otherwise return the answer.
func (t SetTask) Judge(_ context.Context, text string) Result {
	got, stop := ReadSet(text, t)
	switch {
	case stop != nil:
		return *stop
	case t.Size == 1:
		return t.judgeOne(got[0])
	}
	missing, extra := len(without(t.Want, got)), len(without(got, t.Want))
	noun := t.noun()
	switch {
	case missing == 0 && extra == 0:
		return equal("").withSet(got)
	case missing == 0:
		return notEqual("%s too many; the others belong.", capitalise(countThings(extra, noun))).withSet(got)
	case extra == 0:
		return notEqual("What is there belongs, and %s missing.", countThings(missing, noun)).withSet(got)
	}
	return notEqual("%s wrong here, and %s missing.", capitalise(countThings(extra, noun)),
		countThings(missing, noun)).withSet(got)
}

// judgeOne judges the answer if Size is 1.
func (t SetTask) judgeOne(got int) Result {
	r := equal("")
	if !slices.Equal(t.Want, []int{got}) {
		r = notEqual("It is another %s.", t.noun())
	}
	return r.asChoice().withReadingText(strconv.Itoa(got))
}

// asChoice gives the result the headline "Right." or "Not so.", because the answer
// names one of several things and is not compared for equality.
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

func (r Result) withSet(got []int) Result { return r.withReadingText("{" + joinInts(got) + "}") }

func countThings(n int, noun string) string {
	if n == 1 {
		return "one " + noun + " is"
	}
	return fmt.Sprintf("%d %ss are", n, noun)
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
// lesson that judges it itself. Letters before a number (x3, α_3, point 3) are
// allowed. "none", "{}" and ∅ are the empty set.
func ReadSet(text string, t SetTask) ([]int, *Result) {
	if r := blankOrTooLong(text, &Scope{}); r != nil {
		return nil, r
	}
	got, err := scanSet(text)
	if err != nil && t.Size == 1 && strings.HasPrefix(err.Reason, setForm) {
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
		return faultf(0, "this names %s; %d different ones are asked for", countOf(len(got), t.noun(), t.noun()+"s"),
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
		return equal("").asChoice()
	}
	return notEqual("").asChoice()
}

// setForm describes the expected form of a set.
const setForm = "write whole numbers with commas between them, as {1, 3}"

// setScan reads the numbers of a set from left to right. Its brackets must match,
// and every separator must be between two numbers.
type setScan struct {
	src   []rune
	at    int
	got   []int
	sign  rune // the last sign other than white space; '1' for a number
	word  int  // letters since the last number
	blank bool // ∅ or an empty bracket was read
}

// scanSet reads a set of whole numbers, sorted and without repetitions.
func scanSet(text string) ([]int, *SyntaxError) {
	s := setScan{src: Normalise(text), got: []int{}}
	if err := matched(s.src); err != nil {
		return nil, err
	}
	for s.at < len(s.src) {
		if err := s.next(); err != nil {
			return nil, err
		}
	}
	if err := s.ends(); err != nil {
		return nil, err
	}
	slices.Sort(s.got)
	return s.got, nil
}

// next reads a number or one sign.
func (s *setScan) next() *SyntaxError {
	r := s.src[s.at]
	if below := expr.FromSubscript(r); below != 0 {
		r = below
	}
	switch {
	case expr.IsDigit(r):
		return s.number()
	case unicode.IsLetter(r):
		s.word++
	case unicode.IsSpace(r):
		s.at++
		return nil
	case nesting(r) < 0:
		s.blank = s.blank || nesting(s.sign) > 0
		if err := s.danglingSign(); err != nil {
			return err
		}
	case r == '+' && s.sign != '1' && expr.IsDigit(runeAt(s.src, s.at+1)):
		s.at++ // the sign of a number
		return nil
	case strings.ContainsRune(",;&+", r):
		if s.sign != '1' && nesting(s.sign) >= 0 {
			return faultf(s.at, setForm+"; no number stands before this %s", string(r))
		}
	case r == '_':
		if !unicode.IsLetter(runeAt(s.src, s.at-1)) {
			return faultf(s.at, setForm+"; no letter stands before this _")
		}
	case r == '∅':
		s.blank = true
	case r != '#' && nesting(r) == 0:
		return faultf(s.at, setForm+"; %q has no meaning here", string(r))
	}
	s.sign = r
	s.at++
	return nil
}

// number reads digits of any style.
func (s *setScan) number() *SyntaxError {
	n, next := scanInt(s.src, s.at)
	if n < 0 || runeAt(s.src, next) == '.' && expr.IsDigit(runeAt(s.src, next+1)) {
		return faultf(s.at, setForm)
	}
	if !slices.Contains(s.got, n) {
		s.got = append(s.got, n)
	}
	s.at, s.word, s.sign = next, 0, '1'
	return nil
}

// danglingSign returns the error for a sign that something must follow. A single comma
// after the last number is allowed.
func (s *setScan) danglingSign() *SyntaxError {
	if s.sign == '+' || s.sign == '&' {
		return faultf(max(s.at-1, 0), setForm+"; nothing comes after the %s", string(s.sign))
	}
	return nil
}

// ends returns the error for a text that must not end here.
func (s *setScan) ends() *SyntaxError {
	if s.word > 0 && (len(s.got) > 0 || !isNone(string(s.src))) {
		return faultf(0, setForm+", or none")
	}
	if s.blank && len(s.got) > 0 {
		return faultf(0, setForm+": it holds the empty set and numbers")
	}
	return s.danglingSign()
}

// ReadSets reads sets of whole numbers in braces, separated by a sign or a space,
// for a lesson that judges them itself. Each set may have a name, as in A = {1, 2}.
func ReadSets(text string, t SetTask) ([][]int, *Result) {
	src := string(Normalise(text))
	var sets [][]int
	for _, at := range inBraces().FindAllStringIndex(src, -1) {
		s, stop := ReadSet(src[at[0]:at[1]], t)
		if stop != nil {
			return nil, stop
		}
		sets = append(sets, s)
	}
	around := setName().ReplaceAllString(inBraces().ReplaceAllString(src, " 1 "), "")
	if _, err := scanSet(around); err != nil || strings.Trim(around, " 1,;&()[]{}\n") != "" || len(sets) == 0 {
		r := unreadable(faultf(0, "write each set in braces of its own, as {1}, {2, 3}"))
		return nil, &r
	}
	return sets, nil
}

// inBraces matches a set, and setName a name in front of one.
var (
	inBraces = expr.Pattern(`\{[^{}]*\}`)
	setName  = expr.Pattern(`\pL[\pL\d_₀-₉]*\s*=`)
)

func isNone(s string) bool {
	s = strings.ToLower(strings.TrimSpace(s))
	return s == "none" || s == "empty" || s == "no" || s == "nobody" || s == "nothing"
}

// scanInt reads digits of any style and returns the number and its end. It returns
// −1 for a number of more than six digits.
func scanInt(src []rune, i int) (int, int) {
	n, digits := 0, 0
	for ; i < len(src); i++ {
		r := src[i]
		if s := expr.FromSubscript(r); s != 0 {
			r = s
		}
		if !expr.IsDigit(r) {
			break
		}
		if digits++; digits > 6 {
			return -1, i
		}
		n = 10*n + int(r-'0')
	}
	return n, i
}
