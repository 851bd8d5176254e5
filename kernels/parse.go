package kernels

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"kernellab/kernels/expr"
)

// syntax describes how one type of kernel is written as text.
type syntax struct {
	names          []string // the first is the canonical name
	example        string
	parseArguments func(p *parser, t token) Kernel[[]float64] // parses what follows the kernel's name, the token t
}

// syntaxes returns the syntax of every type of kernel.
func syntaxes() []syntax {
	return []syntax{
		{[]string{"linear", "lin"}, "linear", (*parser).linear},
		{[]string{"poly", "polynomial"}, "poly(degree=2,c=1)", (*parser).poly},
		{[]string{"rbf", "gaussian", "gauss"}, "rbf(sigma=1)", (*parser).rbf},
		{[]string{"expr"}, `expr("exp(-dist)")`, (*parser).expr},
		{[]string{"features"}, `features("x1","x1^2")`, (*parser).features},
	}
}

// syntaxOf returns the syntax of the kernel with the given name.
func syntaxOf(name string) (syntax, bool) {
	for _, s := range syntaxes() {
		if slices.Contains(s.names, strings.ToLower(name)) {
			return s, true
		}
	}
	return syntax{}, false
}

// syntaxHint returns a hint that lists all kernels.
func syntaxHint() string {
	text := "write "
	for _, s := range syntaxes() {
		text += s.example + ", "
	}
	return text + "or sums and multiples like 0.3*rbf(sigma=1)+0.7*linear"
}

// Parse parses a kernel on vectors:
//
//	linear
//	poly(degree=2,c=1)       degree 1 … 30, c ≥ 0 (1 if not given); also poly(2,1)
//	rbf(sigma=1)             or rbf(s=1.4), s² = 2σ²; or rbf(gamma=0.5), gamma = 1/(2σ²)
//	expr("exp(-dist)")       a formula, see [Expr]
//	features("x1","x1^2")    an explicit φ, see [Features]
//	0.3*k + 0.7*k, k*k, (k)  positive multiples, sums, products
//
// Spaces do not matter. Parse refuses a kernel if a value of it takes more than 200 operations,
// because pictures would take seconds. The error is a [*ParseError].
func Parse(s string) (Kernel[[]float64], error) {
	k, err := parse(s)
	if err != nil {
		return nil, err
	}
	return k, nil
}

func parse(s string) (k Kernel[[]float64], err *ParseError) {
	defer expr.Catch(&err)
	src := []rune(s)
	if len(src) > maxText {
		return nil, &ParseError{Pos: maxText, Text: s, Msg: fmt.Sprintf("longer than %d characters", maxText),
			Hint: "a shorter kernel works"}
	}
	p := &parser{newLexer(src, 0, len(src))}
	if p.tok.kind == tokEnd {
		panic(p.errorAt(0, syntaxHint(), "no kernel is given"))
	}
	kernel := p.sum()
	if p.tok.kind != tokEnd {
		panic(p.unexpectedError())
	}
	return kernel, checkCost(kernel, s)
}

// parser parses kernels by recursive descent:
//
//	sum     = product {"+" product}
//	product = factor {"*" factor}
//	factor  = number | "(" sum ")" | name ["(" arguments ")"]
type parser struct{ lexer }

// unexpectedError returns the error for a token that cannot follow a complete
// kernel.
func (p *parser) unexpectedError() *ParseError {
	hint := "join kernels with + or *"
	switch p.tok.text {
	case "-":
		hint = "a difference of kernels need not be a kernel; sums with positive multiples are"
	case "/":
		hint = "multiply by the reciprocal, as in 0.5*linear"
	case "^", "²", "³":
		hint = "a power is a product, as in linear*linear, or poly(degree=2,c=0)"
	}
	return p.errorAt(p.tok.pos, hint, "%s was not expected here", p.tok.describe())
}

func (p *parser) sum() Kernel[[]float64] {
	p.enter("kernel")
	defer func() { p.depth-- }()
	terms := Sum[[]float64]{p.product()}
	for p.accept("+") {
		terms = append(terms, p.product())
	}
	if len(terms) == 1 {
		return terms[0]
	}
	return terms
}

func (p *parser) product() Kernel[[]float64] {
	start := p.tok
	var factors Product[[]float64]
	multiple, hasMultiple := 1.0, false
	for more := true; more; more = p.accept("*") {
		if p.tok.kind == tokNumber {
			multiple, hasMultiple = multiple*p.next().value, true
		} else {
			factors = append(factors, p.factor())
		}
	}
	if len(factors) == 0 {
		panic(p.errorAt(start.pos, "multiply a kernel by it, as in "+start.text+"*linear",
			"a number alone is not a kernel"))
	}
	var k Kernel[[]float64] = factors
	if len(factors) == 1 {
		k = factors[0]
	}
	if !hasMultiple {
		return k
	}
	if !(multiple > 0) || math.IsInf(multiple, 0) {
		panic(p.errorAt(start.pos, "use a multiple like 0.5",
			"a multiple of a kernel must be positive and finite, not %g", multiple))
	}
	return Scaled[[]float64]{Factor: multiple, Kernel: k}
}

func (p *parser) factor() Kernel[[]float64] {
	t := p.tok
	switch {
	case p.isSymbol("-"):
		panic(p.errorAt(t.pos, "use a positive multiple, as in 0.5*linear",
			"a negative multiple of a kernel is not positive semidefinite"))
	case p.accept("("):
		k := p.sum()
		p.expectClose(t.pos)
		return k
	case t.kind != tokName:
		panic(p.errorAt(t.pos, syntaxHint(), "a kernel was expected, not %s", t.describe()))
	}
	p.next()
	if s, ok := syntaxOf(t.text); ok {
		return s.parseArguments(p, t)
	}
	var names []string
	for _, s := range syntaxes() {
		names = append(names, s.names...)
	}
	hint := syntaxHint()
	if name, ok := expr.Nearest(t.text, names); ok {
		hint = fmt.Sprintf("did you mean %s?", exampleOf(name))
	}
	panic(p.errorAt(t.pos, hint, "there is no kernel %q", shorten(t.text)))
}

func exampleOf(name string) string {
	s, _ := syntaxOf(name)
	return s.example
}

// argument is a number given to a kernel, by name or by position.
type argument struct {
	name     string // empty if by position
	value    float64
	valuePos int // where the value begins
	start    int // where the whole argument begins
}

// arguments parses "(" [name "="] number {"," …} ")" if there is a parenthesis.
func (p *parser) arguments(kernel string) []argument {
	var args []argument
	if p.isSymbol("(") {
		p.parseList(func() {
			if !p.isSymbol(")") { // empty, or a trailing comma
				args = append(args, p.argument(kernel))
			}
		})
	}
	return args
}

func (p *parser) argument(kernel string) argument {
	arg := argument{start: p.tok.pos}
	if p.tok.kind == tokName {
		arg.name = strings.ToLower(p.next().text)
		if !p.accept("=") {
			panic(p.errorAt(p.tok.pos, "write it like "+exampleOf(kernel), "= and a number were expected after %q",
				shorten(arg.name)))
		}
	}
	arg.valuePos = p.tok.pos
	isNegative := p.accept("-")
	if p.tok.kind != tokNumber {
		panic(p.errorAt(p.tok.pos, "write it like "+exampleOf(kernel), "a number was expected, not %s",
			p.tok.describe()))
	}
	arg.value = p.next().value
	if isNegative {
		arg.value = -arg.value
	}
	return arg
}

func (p *parser) argumentError(arg argument, kernel, knownNames string) *ParseError {
	if arg.name == "" {
		return p.errorAt(arg.start, "write it like "+exampleOf(kernel), "%s does not take so many numbers", kernel)
	}
	return p.errorAt(arg.start, fmt.Sprintf("it has %s, as in %s", knownNames, exampleOf(kernel)), "%s has no %q",
		kernel, shorten(arg.name))
}

// innerRange returns the range of a quoted text without its quotes.
func (t token) innerRange() (from, end int) { return t.pos + 1, t.pos + 1 + len([]rune(t.text)) }

// quotedArguments parses "(" quoted {"," quoted} ")" after the kernel's name, the token t.
func (p *parser) quotedArguments(t token) []token {
	hint := "write it like " + exampleOf(strings.ToLower(t.text))
	if !p.isSymbol("(") {
		panic(p.errorAt(t.pos, hint, "%s needs a formula in quotes", t.text))
	}
	var texts []token
	p.parseList(func() {
		if p.tok.kind != tokText {
			panic(p.errorAt(p.tok.pos, hint, "a formula in quotes was expected, not %s", p.tok.describe()))
		}
		texts = append(texts, p.next())
	})
	return texts
}

// maxText is the maximum length of a kernel's text in characters. It also bounds the depth of the
// tree of a formula such as 1+1+…+1, which maxNesting does not limit.
const maxText = 2000

// maxNesting is the maximum depth of nested parentheses, signs and exponents.
const maxNesting = 100

// ParseError says where a kernel's text is wrong and what would work.
type ParseError struct {
	Pos  int    // index of the offending character, in runes
	Text string // the whole text
	Msg  string // what is wrong
	Hint string // what would work
}

// Error returns position, error and hint in one line.
func (e *ParseError) Error() string {
	s := fmt.Sprintf("kernel %q, character %d: %s", shorten(e.Text), e.Pos+1, e.Msg)
	if e.Hint != "" {
		s += "; " + e.Hint
	}
	return s
}

func shorten(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return s
}

type tokenKind uint8

const (
	tokEnd tokenKind = iota
	tokName
	tokNumber
	tokText // a quoted text; token.text is without the quotes
	tokSymbol
)

type token struct {
	kind  tokenKind
	text  string
	value float64 // value of a number
	pos   int     // index of the first rune
}

// describe returns the token as messages quote it.
func (t token) describe() string {
	if t.kind == tokEnd {
		return "the end"
	}
	return strconv.Quote(shorten(t.text))
}

// lexer splits text into tokens for the parsers of kernels and formulas. src is
// the text of the whole kernel, so errors inside a quoted formula refer to
// positions in the whole text. The methods report errors by a panic with a
// *ParseError: see [expr.Catch].
type lexer struct {
	src    []rune
	offset int
	end    int
	tok    token
	depth  int
}

// newLexer returns a lexer of src[from:end] that has read the first token.
func newLexer(src []rune, from, end int) lexer {
	l := lexer{src: src, offset: from, end: end}
	l.next()
	return l
}

// canonicalSymbol returns the canonical spelling of a symbol, or false if r is not a symbol.
func canonicalSymbol(r rune) (string, bool) {
	if plain, ok := expr.Plain(r); ok {
		r = plain
	}
	if r == '·' {
		return "*", true
	}
	return string(r), strings.ContainsRune("+-*/^(),=²³", r)
}

func (l *lexer) errorAt(pos int, hint, format string, a ...any) *ParseError {
	return &ParseError{Pos: pos, Text: string(l.src), Msg: fmt.Sprintf(format, a...), Hint: hint}
}

// next reads the next token into l.tok and returns the previous one.
func (l *lexer) next() token {
	previous := l.tok
	for l.offset < l.end && unicode.IsSpace(l.src[l.offset]) {
		l.offset++
	}
	l.tok = token{pos: l.offset}
	if l.offset < l.end {
		l.readToken(l.src[l.offset])
	}
	return previous
}

// readToken reads the token that begins with r.
func (l *lexer) readToken(r rune) {
	start := l.offset
	if end := expr.NumberEnd(l.src[:l.end], start); end > start {
		l.readNumber(start, end)
		return
	}
	switch spelling, ok := canonicalSymbol(r); {
	case unicode.IsLetter(r) || r == '_':
		for l.offset < l.end && (unicode.IsLetter(l.src[l.offset]) || expr.IsDigit(l.src[l.offset]) ||
			l.src[l.offset] == '_') {
			l.offset++
		}
		l.tok.kind, l.tok.text = tokName, string(l.src[start:l.offset])
	case r == '"' || r == '\'':
		l.readQuoted(r)
	case ok:
		l.offset++
		l.tok.kind, l.tok.text = tokSymbol, spelling
	default:
		panic(l.errorAt(start, "a kernel is written with letters, numbers and + * ( ) , =", "%q means nothing here",
			string(r)))
	}
}

func (l *lexer) readNumber(start, end int) {
	l.offset = end
	v, err := expr.ParseNumber(l.src[start:end])
	text := string(l.src[start:end])
	if err != nil {
		panic(l.errorAt(start, "write it like 2, 0.5 or 1e-3", "%q is not a number that can be held", shorten(text)))
	}
	l.tok = token{kind: tokNumber, text: text, value: v, pos: start}
}

func (l *lexer) readQuoted(quote rune) {
	start := l.offset
	n := slices.Index(l.src[start+1:l.end], quote)
	if n < 0 {
		panic(l.errorAt(start, "close it with another "+string(quote), "the quoted text does not end"))
	}
	l.offset = start + n + 2
	l.tok = token{kind: tokText, text: string(l.src[start+1 : l.offset-1]), pos: start}
}

// isSymbol reports whether the current token is the given symbol.
func (l *lexer) isSymbol(symbol string) bool { return l.tok.kind == tokSymbol && l.tok.text == symbol }

// accept skips the given symbol if it is the current token.
func (l *lexer) accept(symbol string) bool {
	if !l.isSymbol(symbol) {
		return false
	}
	l.next()
	return true
}

// parseList parses "(" item {"," item} ")".
func (l *lexer) parseList(item func()) {
	open := l.next().pos
	for more := true; more; more = l.accept(",") {
		item()
	}
	l.expectClose(open)
}

// expectClose skips the parenthesis that closes the parenthesis at openPos.
func (l *lexer) expectClose(openPos int) {
	if !l.accept(")") {
		panic(l.errorAt(openPos, "close it with ), or put * between two factors",
			"this parenthesis is not closed before %s", l.tok.describe()))
	}
}

// enter increments the nesting depth of a kernel or formula and checks it.
func (l *lexer) enter(what string) {
	if l.depth++; l.depth > maxNesting {
		panic(l.errorAt(l.tok.pos, "a "+what+" of fewer levels works", "nested deeper than %d levels", maxNesting))
	}
}
