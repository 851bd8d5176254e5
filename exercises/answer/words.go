package answer

import (
	"math/big"
	"slices"
	"strings"
	"unicode"

	"kernellab/kernels/expr"
)

// spelling is one way to write a known name.
type spelling struct {
	base          string // letters as typed: "eta" or "η"
	subscript     string // digits or index letters at the end of the name: the 1 of x1, the k of Ek
	canon         string // the name in canonical spelling
	kind          tokenKind
	arity         int  // number of indices of an array, or of arguments of a function; −1 means one or more
	callOnly      bool // the spelling is a name only if a parenthesis follows
	needsPoint    bool // the spelling is a name only if a parenthesis with a point follows: K(x_i, x_j)
	secondMeaning bool // the spelling is also a variable, and the function only in its second meaning
}

// vocabulary lists the spellings that the lexer knows, the longer ones first.
type vocabulary []spelling

// hasIndex reports whether a letter can be an index.
func (vocab vocabulary) hasIndex(letter string) bool {
	return slices.ContainsFunc(vocab, func(s spelling) bool { return s.kind == tokIndex && s.base == letter })
}

// notIndexMessage returns the message for a letter that cannot be an index.
func (vocab vocabulary) notIndexMessage(typed string) string {
	var letters []string
	for _, s := range vocab {
		if s.kind == tokIndex {
			letters = append(letters, s.base)
		}
	}
	slices.Sort(letters)
	return typed + " is not an index here; " + expr.JoinWords(letters, "and") + " are"
}

// vocabularyOf returns the spellings of all names of the scope and of the language.
func vocabularyOf(s *Scope) vocabulary {
	spellings := make(vocabulary, 0, 2*len(functions))
	taken := make(map[string]bool, 2*len(functions))
	add := func(name string, sp spelling) {
		sp.base = strings.TrimRight(name, "0123456789")
		sp.subscript = name[len(sp.base):]
		if sp.canon == "" {
			sp.canon = name
		}
		spellings = append(spellings, sp)
		if letter := greekLetter(sp.base); letter != 0 {
			sp.base = string(letter)
			spellings = append(spellings, sp)
		}
		taken[name] = true
	}
	for _, v := range s.Vars {
		add(canonName(v), spelling{kind: tokName})
		spellings = append(spellings, indexedSpellings(canonName(v), canonName(v))...)
	}
	for aliasName, variable := range s.Alias {
		target := spelling{kind: tokName, canon: canonName(variable)}
		if expr.IsDigit(rune(variable[0])) {
			target.kind = tokNum
		} else if a := s.array(variable); a != nil {
			target.kind, target.arity = tokArray, len(a.Dims)
		}
		add(canonName(aliasName), target)
		spellings = append(spellings, indexedSpellings(canonName(aliasName), canonName(variable))...)
	}
	for name := range s.Definitions {
		add(name, spelling{kind: tokName})
	}
	for k, matrix := range s.Kernel {
		for _, name := range []string{matrix, strings.ToUpper(k), "kernel"} {
			add(name, spelling{kind: tokFunc, canon: k, arity: 2, callOnly: true, needsPoint: true})
			delete(taken, name)
		}
	}
	for _, a := range s.Arrays {
		add(canonName(a.Name), spelling{kind: tokArray, arity: len(a.Dims)})
	}
	for k := range s.Kernel {
		if !taken[k] {
			add(k, spelling{kind: tokFunc, arity: 2, callOnly: true})
		}
	}
	if s.Logistic {
		canon := "s"
		if taken["s"] {
			canon = "sigmoid" // so that it is printed differently from the variable
		}
		for _, n := range []string{"s", "sigma", "sigmoid", "logistic", "expit"} {
			add(n, spelling{kind: tokFunc, canon: canon, arity: 1, callOnly: taken[n], secondMeaning: taken[n]})
		}
	}
	for _, i := range s.Indices {
		if _, isKernel := s.Kernel[i]; isKernel || !taken[i] {
			add(i, spelling{kind: tokIndex})
		}
	}
	for _, f := range functions {
		if !taken[f.name] {
			add(f.name, spelling{kind: tokFunc, canon: f.canon, arity: f.arity, callOnly: len(f.name) == 1})
		}
	}
	for _, c := range []string{"e", "pi"} {
		if !taken[c] {
			add(c, spelling{kind: tokName})
		}
	}
	slices.SortStableFunc(spellings, func(a, b spelling) int {
		if a.length() == b.length() && a.secondMeaning != b.secondMeaning {
			return map[bool]int{true: -1, false: 1}[a.secondMeaning]
		}
		return b.length() - a.length()
	})
	return spellings
}

func (s *spelling) length() int { return len(s.base) + len(s.subscript) }

// word reads a run of letters, digits and subscripts at p, which it splits into known names: x1x2
// is x1·x2. It tries longer names first. It returns the position after the run.
func (lx *lexer) word(p int) int {
	end := p
	for end < len(lx.src) && lx.inRun(end) {
		end++
	}
	toks, ok := lx.split(p, end, map[int]bool{})
	if !ok {
		toks, ok = lx.splitLowerCase(p, end)
	}
	if !ok {
		panic(lx.unknownNameError(p, end))
	}
	for _, t := range slices.Backward(toks) {
		lx.emit(t)
	}
	return toks[0].end
}

// splitLowerCase splits a run after converting it to lower case: Sqrt, EXP, X1.
func (lx *lexer) splitLowerCase(p, end int) ([]token, bool) {
	typed := lx.src
	defer func() { lx.src = typed }()
	lx.src = slices.Clone(typed)
	for i := p; i < end; i++ {
		if typed[i] != 'E' || lx.inWord(i) { // a lone E is the error f − t, not Euler's e
			lx.src[i] = unicode.ToLower(lx.src[i])
		}
	}
	return lx.split(p, end, map[int]bool{})
}

// inWord reports whether a letter precedes or follows the rune.
func (lx *lexer) inWord(i int) bool {
	return unicode.IsLetter(runeAt(lx.src, i-1)) || unicode.IsLetter(runeAt(lx.src, i+1))
}

// inRun reports whether the rune continues a name.
func (lx *lexer) inRun(i int) bool {
	r := lx.src[i]
	return unicode.IsLetter(r) && r != 'ᵀ' && expr.FromSuperscript(r) == 0 && r != 'Σ' || expr.IsDigit(r) ||
		expr.FromSubscript(r) != 0
}

// split splits the run from p to end into known names, and returns their tokens in reverse order.
// If the last name has an index in braces, its token ends after the braces, beyond end. deadEnds
// holds the positions from which no split is possible.
func (lx *lexer) split(p, end int, deadEnds map[int]bool) ([]token, bool) {
	if p >= end || !unicode.IsLetter(lx.src[p]) || !lx.inRun(p) {
		return lx.splitTail(p, end, deadEnds)
	}
	if deadEnds[p] {
		return nil, false
	}
	for _, sp := range lx.names {
		t, ok := lx.match(sp, p)
		if !ok || t.end <= p {
			continue // an empty match would repeat forever
		}
		rest, ok := lx.split(t.end, max(end, t.end), deadEnds)
		if ok {
			return append(rest, t), true
		}
	}
	deadEnds[p] = true
	return nil, false
}

// splitTail splits the rest of a run at a position where no name can start. The rest must be empty
// or start with the digits of a number, such as 2 in x2 if only x is known.
func (lx *lexer) splitTail(p, end int, deadEnds map[int]bool) ([]token, bool) {
	if p >= end {
		return nil, true
	}
	if !expr.IsDigit(lx.src[p]) {
		return nil, false
	}
	q := p
	for q < end && expr.IsDigit(lx.src[q]) {
		q++
	}
	number, err := lx.lexInner(lx.src[p:q])
	if err != nil {
		return nil, false
	}
	number[0].start, number[0].end = p, q
	rest, ok := lx.split(q, end, deadEnds)
	return append(rest, number[0]), ok
}

// match returns the token of the spelling sp at p. The second result is false if the text at p is
// not this spelling.
func (lx *lexer) match(sp spelling, p int) (token, bool) {
	q := p
	for _, r := range sp.base {
		if q >= len(lx.src) || lx.src[q] != r {
			return token{}, false
		}
		q++
	}
	t := token{kind: sp.kind, text: sp.canon, start: p, end: q}
	if sp.kind == tokNum {
		t.num, _ = new(big.Rat).SetString(sp.canon)
	}
	if sp.subscript != "" {
		q = lx.subscript(q, sp.subscript)
		t.end = q
		return t, q > 0
	}
	if sp.callOnly && !lx.bracketFollows(q) && !(sp.canon == "choose" && lx.isBetweenOperands(p, q)) ||
		sp.needsPoint && !lx.pointsFollow(q) {
		return token{}, false
	}
	if sp.secondMeaning {
		lx.ambiguities |= ambiguousCall
		if lx.secondMeanings&ambiguousCall == 0 {
			return token{}, false
		}
	}
	if sp.canon == "sum" && sp.kind == tokFunc && !lx.bracketFollows(q) {
		savedToks := lx.toks
		lx.toks = []token{{kind: tokSum, text: "sum", start: p, end: q}}
		lx.sumIndex(q)
		t = lx.toks[0]
		lx.toks = savedToks
		return t, true
	}
	if sp.kind == tokArray {
		if idx, after := lx.readIndices(q, sp.arity); after > 0 {
			t.indices, t.end = idx, after
		}
	}
	return t, true
}

// bracketFollows reports whether ( or { follows at q, after blanks.
func (lx *lexer) bracketFollows(q int) bool {
	for q < len(lx.src) && lx.src[q] == ' ' {
		q++
	}
	return q < len(lx.src) && (lx.src[q] == '(' || lx.src[q] == '{')
}

// pointsFollow reports whether a parenthesis with points follows.
func (lx *lexer) pointsFollow(q int) bool {
	for q < len(lx.src) && (lx.src[q] == ' ' || lx.src[q] == '(') {
		q++
	}
	return slices.Contains(lx.points, string(runeAt(lx.src, q)))
}

// isBetweenOperands reports whether numbers or parentheses are on both sides of the name from p to
// q, as in 1003C3 and 1003 C 3.
func (lx *lexer) isBetweenOperands(p, q int) bool {
	for p > 0 && lx.src[p-1] == ' ' {
		p--
	}
	for q < len(lx.src) && lx.src[q] == ' ' {
		q++
	}
	previous := runeAt(lx.src, p-1)
	return (expr.IsDigit(previous) || previous == ')') && expr.IsDigit(runeAt(lx.src, q))
}

// unknownNameError returns the error for a run that does not consist of names.
func (lx *lexer) unknownNameError(p, end int) *SyntaxError {
	typed := string(lx.src[p:end])
	isIndex := func(n spelling) bool { return n.kind == tokIndex }
	if runeAt(lx.src, p-1) == '_' && slices.ContainsFunc(lx.names, isIndex) {
		return syntaxErrorf(p, "%s", lx.names.notIndexMessage(clip(typed)))
	}
	var allowed []string
	for _, n := range lx.names {
		if n.kind != tokIndex && !slices.Contains(allowed, n.canon) && n.canon != "frac" {
			allowed = append(allowed, n.canon)
		}
	}
	name := canonName(clip(typed)) // known names are too short for clip to shorten them
	nearest, ok := expr.Nearest(name, allowed)
	if string(lx.src[end:min(len(lx.src), end+3)]) == "[0]" {
		panic(syntaxErrorf(p, "indices start at 1 here: the first entry of %s is %s[1]", clip(typed), clip(typed)))
	}
	e := syntaxErrorf(p, "I do not know the name “%s” here", clip(typed))
	const digits = "0123456789"
	if ok && strings.TrimRight(nearest, digits) != strings.TrimRight(name, digits) {
		e.Reason += "; did you mean " + typesetName(nearest) + "?"
		e.Fix = string(lx.src[:p]) + nearest + string(lx.src[end:])
	} else {
		e.Reason += "."
	}
	if vars := lx.names.variables(); len(vars) > 0 {
		e.Reason += " Write the answer in terms of " + expr.JoinWords(vars, "and") + "."
	}
	e.Found = name
	return e
}

// variables returns the names that a task declares, typeset and sorted.
func (vocab vocabulary) variables() []string {
	var out []string
	for _, n := range vocab {
		name := typesetName(n.canon)
		isDeclared := n.kind == tokName && n.canon != "e" && n.canon != "pi" || n.kind == tokArray || n.needsPoint
		if isDeclared && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// coefficientFact describes what is wrong with the coefficient of a term, without giving away the
// right coefficient. slip is the ID of the mistake, or "".
func coefficientFact(m mono, studentCoef, rightCoef surd) (fact, slip string) {
	term, coefficient := "the term "+m.String(), "the coefficient of "+m.String()
	if len(m) == 0 {
		term, coefficient = "the constant term", "the constant term"
	}
	switch {
	case studentCoef.isZero():
		return term + " is missing", "term-missing"
	case rightCoef.isZero():
		return term + " should not be there", "term-extra"
	case studentCoef.add(rightCoef).isZero():
		return coefficient + " has the wrong sign", "term-sign"
	case studentCoef.add(intSurd(-2).mul(rightCoef)).isZero():
		return coefficient + " is twice what it should be", "term-doubled"
	case intSurd(-2).mul(studentCoef).add(rightCoef).isZero():
		return coefficient + " is half of what it should be", "term-halved"
	}
	return coefficient + " is wrong", ""
}
