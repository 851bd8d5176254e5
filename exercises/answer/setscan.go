package answer

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"kernellab/kernels/expr"
)

// asSet is the form in which a set is asked for.
const asSet = "write whole numbers with commas between them, as {1, 3}"

// setScan reads the numbers of a set from left to right. Its brackets have to
// match, and what separates two numbers has to stand between two.
type setScan struct {
	src   []rune
	at    int
	got   []int
	sign  rune // the last sign that is no space: a digit for every number
	word  int  // letters since the last number
	blank bool // ∅, or a bracket with nothing in it
}

// scanSet reads a set of whole numbers, sorted and without repetitions.
func scanSet(text string) ([]int, *SyntaxError) {
	s := setScan{src: texBraces(normalise(text)), got: []int{}}
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

// next steps over a number or one sign.
func (s *setScan) next() *SyntaxError {
	r := s.src[s.at]
	if below := expr.FromBelow(r); below != 0 {
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
	case nests(r) < 0:
		s.blank = s.blank || nests(s.sign) > 0
		if err := s.behind(); err != nil {
			return err
		}
	case r == '+' && s.sign != '1' && expr.IsDigit(runeAt(s.src, s.at+1)):
		s.at++ // the sign of a number
		return nil
	case strings.ContainsRune(",;&+", r):
		if s.sign != '1' && nests(s.sign) >= 0 {
			return faultf(s.at, asSet+"; no number stands before this %s", string(r))
		}
	case r == '_':
		if !unicode.IsLetter(runeAt(s.src, s.at-1)) {
			return faultf(s.at, asSet+"; no letter stands before this _")
		}
	case r == '∅':
		s.blank = true
	case r != '#' && nests(r) == 0:
		return faultf(s.at, asSet+"; %q has no meaning here", string(r))
	}
	s.sign = r
	s.at++
	return nil
}

// number reads digits of any style.
func (s *setScan) number() *SyntaxError {
	n, next := scanInt(s.src, s.at)
	if n < 0 || runeAt(s.src, next) == '.' && expr.IsDigit(runeAt(s.src, next+1)) {
		return faultf(s.at, asSet)
	}
	if !slices.Contains(s.got, n) {
		s.got = append(s.got, n)
	}
	s.at, s.word, s.sign = next, 0, '1'
	return nil
}

// behind is the error for a sign that something has to follow; one comma behind
// the last number is none.
func (s *setScan) behind() *SyntaxError {
	if s.sign == '+' || s.sign == '&' {
		return faultf(max(s.at-1, 0), asSet+"; nothing comes after the %s", string(s.sign))
	}
	return nil
}

// ends is the error for a text that cannot end as it does.
func (s *setScan) ends() *SyntaxError {
	if s.word > 0 && (len(s.got) > 0 || !isNone(string(s.src))) {
		return faultf(0, asSet+", or none")
	}
	if s.blank && len(s.got) > 0 {
		return faultf(0, asSet+": it holds the empty set and numbers")
	}
	return s.behind()
}

// texSigns are what LaTeX puts around a set, and \emptyset.
var texSigns = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\\(?:left|right|[bB]igg?[lr]?|mathrm|text)\b|\\[{},;! ]|\\(?:emptyset|varnothing)\b|\$`)
})

// texBraces writes \{ as { and leaves out what LaTeX puts around it. Positions
// stay those of the text.
func texBraces(src []rune) []rune {
	return []rune(texSigns().ReplaceAllStringFunc(string(src), func(command string) string {
		sign := " "
		switch last := command[len(command)-1:]; {
		case last == "{" || last == "}":
			sign = last
		case strings.Contains(command, "pty") || strings.Contains(command, "noth"):
			sign = "∅"
		}
		return strings.Repeat(" ", len(command)-1) + sign
	}))
}

// ReadSets reads sets of whole numbers in braces, a sign or a space between two,
// for a lesson that judges them itself. Each may have a name, as A = {1, 2}.
func ReadSets(text string, t SetTask) ([][]int, *Result) {
	src := string(texBraces(normalise(text)))
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

// inBraces matches a set, setName what stands before one.
var (
	inBraces = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\{[^{}]*\}`) })
	setName  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\pL[\pL\d_₀-₉]*\s*=`) })
)

func isNone(s string) bool {
	s = strings.ToLower(strings.TrimSpace(s))
	return s == "none" || s == "empty" || s == "no" || s == "nobody" || s == "nothing"
}

// scanInt reads digits of any style and returns the number and where it
// ends; −1 for a number over six digits.
func scanInt(src []rune, i int) (int, int) {
	n, digits := 0, 0
	for ; i < len(src); i++ {
		r := src[i]
		if s := expr.FromBelow(r); s != 0 {
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
