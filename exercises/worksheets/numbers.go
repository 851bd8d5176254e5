package worksheets

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/kernels/expr"
)

// numbers are the values that an exercise draws from its seed, which is different for every
// student, or computes from such values. A worksheet, the Markdown file of the exercise, describes
// them. They are parsed once and drawn for each seed.
type numbers struct {
	stream      uint64
	list        []number
	requirement *condition // draws are repeated until it holds; may be nil
}

// number is drawn from a range or a list, is the index of a drawn group of texts, or is computed
// from the numbers before it.
type number struct {
	name      string
	line      int
	low, high int
	values    []float64
	cases     []map[string]string // groups of texts by name; one group is drawn
	formula   answer.Func         // computes the number if computed is set
	arguments []string            // names of the arguments of formula
	computed  bool
}

// condition compares the value of a formula with 0.
type condition struct {
	formula   answer.Func
	arguments []string
	sign      string
}

// maxDraws is the maximum number of draws until a condition holds.
const maxDraws = 10_000

// numbers reads a block named numbers.
func (b *builder) numbers(c chunk) {
	var m node
	if !decode(c, &m, b.problems) {
		return
	}
	n := &numbers{}
	var where *node
	for _, e := range m.keys {
		at := c.place(e.at)
		switch {
		case e.key == "stream" && e.value.kind == textNode:
			stream, err := strconv.ParseUint(e.value.text, 10, 64)
			if err != nil {
				b.add(at, "write a whole number that no other exercise uses", "the stream %.60q", e.value.text)
			}
			n.stream = stream
		case e.key == "where":
			where = &e.value
		default:
			b.number(n, e, at)
		}
	}
	if where != nil {
		b.where(n, *where, c.place(where.at))
	}
	b.exercise.numbers = n
}

// number reads one number.
func (b *builder) number(n *numbers, e entry, at place) {
	newNumber := number{name: e.key, line: at.line, computed: e.value.kind == textNode}
	var err error
	switch e.value.kind {
	case textNode:
		newNumber.formula, newNumber.arguments, err = n.compileFormula(e.value.text)
	case mapNode:
		err = newNumber.readDraw(e.value)
	default:
		err = fmt.Errorf("expected a formula, {from: 1, to: 6}, {of: [1, 2]} or {cases: …}")
	}
	if !variable().MatchString("{{" + e.key + "}}") {
		b.add(at, "use letters, digits and _", "the name %q of a number", e.key)
	}
	if err != nil {
		b.add(at, "write {from: 1, to: 6}, {of: [0.1, 0.5]} or a formula of numbers above it", "the number %s: %v",
			e.key, err)
	}
	n.list = append(n.list, newNumber)
}

// readDraw reads how a number is drawn.
func (n *number) readDraw(v node) error {
	for _, e := range v.keys {
		var err error
		switch e.key {
		case "from":
			n.low, err = strconv.Atoi(e.value.text)
		case "to":
			n.high, err = strconv.Atoi(e.value.text)
		case "of":
			for _, item := range e.value.list {
				var x float64
				if x, err = strconv.ParseFloat(item.text, 64); err != nil {
					break
				}
				n.values = append(n.values, x)
			}
		case "cases":
			if n.cases, err = casesOf(e.value); err != nil {
				return err
			}
		default:
			return fmt.Errorf("it takes from, to, of and cases, not %q", e.key)
		}
		if err != nil {
			return fmt.Errorf("%s cannot be read", e.key)
		}
	}
	if len(n.values)+len(n.cases) == 0 && n.low > n.high {
		return fmt.Errorf("there is no number from %d to %d", n.low, n.high)
	}
	return nil
}

// compileFormula compiles a formula of the numbers read so far, and returns the names of these
// numbers.
func (n *numbers) compileFormula(text string) (answer.Func, []string, error) {
	var names []string
	for _, earlier := range n.list {
		names = append(names, earlier.name)
	}
	e, err := answer.ParseTrusted(text, answer.Scope{Vars: names})
	if err != nil {
		return answer.Func{}, nil, err
	}
	f, err := e.Compile(names...)
	return f, names, err
}

// where reads the condition under "where", such as "x1*z1 + x2*z2 >= 2".
func (b *builder) where(n *numbers, v node, at place) {
	for _, sign := range []string{">=", "<=", "!=", ">", "<"} {
		left, right, ok := strings.Cut(v.text, sign)
		if !ok {
			continue
		}
		formula, arguments, err := n.compileFormula("(" + left + ") - (" + right + ")")
		if err != nil {
			break
		}
		n.requirement = &condition{formula, arguments, sign}
		return
	}
	b.add(at, "write a comparison of two formulas of numbers in this block, such as a + b >= 2",
		"the condition %.60q cannot be read", v.text)
}

// draw returns the value of every number for a seed.
func (n *numbers) draw(seed uint64) (map[string]float64, error) {
	if n == nil {
		return nil, nil
	}
	r := rand.New(rand.NewPCG(seed, n.stream))
	for range maxDraws {
		values := map[string]float64{}
		for _, num := range n.list {
			values[num.name] = num.value(r, values)
		}
		if n.requirement != nil && !n.requirement.holds(values) {
			continue
		}
		for _, num := range n.list {
			if v := values[num.name]; math.IsNaN(v - v) { // or infinite
				return nil, fmt.Errorf("the number %s is not finite; it is on line %d", num.name, num.line)
			}
		}
		return values, nil
	}
	return nil, fmt.Errorf("the condition of its numbers never held in %d draws", maxDraws)
}

func (n number) value(r *rand.Rand, earlierValues map[string]float64) float64 {
	switch {
	case n.computed:
		return n.formula.Value(argumentValues(n.arguments, earlierValues)...)
	case len(n.values) > 0:
		return n.values[r.IntN(len(n.values))]
	case len(n.cases) > 0:
		return float64(r.IntN(len(n.cases)))
	}
	return float64(n.low + r.IntN(n.high-n.low+1))
}

func (c condition) holds(values map[string]float64) bool {
	v := c.formula.Value(argumentValues(c.arguments, values)...)
	switch c.sign {
	case ">=":
		return v >= 0
	case "<=":
		return v <= 0
	case "!=":
		return v != 0
	case ">":
		return v > 0
	}
	return v < 0
}

func argumentValues(names []string, values map[string]float64) []float64 {
	out := make([]float64, len(names))
	for i, name := range names {
		out[i] = values[name]
	}
	return out
}

// casesOf reads the list under "cases". Each entry is a group of texts, with the same names in all
// groups.
func casesOf(v node) ([]map[string]string, error) {
	var out []map[string]string
	for _, item := range v.list {
		texts := map[string]string{}
		for _, e := range item.keys {
			if e.value.kind != textNode {
				return nil, fmt.Errorf("%s of a case is not a text", e.key)
			}
			if !variable().MatchString("{{" + e.key + "}}") {
				return nil, fmt.Errorf("%q of a case is not a name: a name has letters, digits and _", e.key)
			}
			texts[e.key] = e.value.text
		}
		if len(out) > 0 && !slices.Equal(names(texts), names(out[0])) {
			return nil, fmt.Errorf("a case has %v, and the first has %v", names(texts), names(out[0]))
		}
		out = append(out, texts)
	}
	if len(out) == 0 || len(out[0]) == 0 {
		return nil, errors.New("there is no case: write {cases: [{name: …}, {name: …}]}")
	}
	return out, nil
}

func names(texts map[string]string) []string { return slices.Sorted(maps.Keys(texts)) }

// texts returns the values of all text variables. Each variable of n.list with cases has drawn one
// case, which is a group of texts; drawnNumbers holds its index.
func (n *numbers) texts(drawnNumbers map[string]float64) map[string]string {
	out := map[string]string{}
	if n == nil {
		return out
	}
	for _, num := range n.list {
		if len(num.cases) > 0 {
			maps.Copy(out, num.cases[int(drawnNumbers[num.name])])
		}
	}
	return out
}

// variable matches {{name}}.
var variable = expr.Pattern(`\{\{([A-Za-z][A-Za-z0-9_]*)\}\}`)

// variables returns the names used in a text. wellFormed is true if every {{ begins a
// variable.
func variables(s string) (names []string, wellFormed bool) {
	found := variable().FindAllStringSubmatch(s, -1)
	for _, m := range found {
		names = append(names, m[1])
	}
	return names, strings.Count(s, "{{") == len(found)
}

// values maps names of variables to text. The first map that has a name is used.
type values []Vars

func (v values) lookup(name string) (string, bool) {
	for _, m := range v {
		if _, ok := m[name]; ok {
			return m.Text(name), true
		}
	}
	return "", false
}

// names returns the names of all variables.
func (v values) names() (all []string) {
	for _, m := range v {
		all = slices.AppendSeq(all, maps.Keys(m))
	}
	slices.Sort(all)
	return all
}

// text replaces variables by their values. It leaves unknown names unchanged.
func (v values) text(s string) string {
	return variable().ReplaceAllStringFunc(s, func(whole string) string {
		if text, ok := v.lookup(whole[2 : len(whole)-2]); ok {
			return text
		}
		return whole
	})
}

// typedText replaces the variables in an answer or a parameter by their values. In the values,
// it replaces each minus sign by a hyphen, as on the keyboard.
func (v values) typedText(s string) string {
	return variable().ReplaceAllStringFunc(s, func(whole string) string {
		return strings.ReplaceAll(v.text(whole), "−", "-")
	})
}

// line replaces variables by their values. A value has the ink of the span around it,
// and a line break in it becomes a space.
func (v values) line(l ascii.Line) ascii.Line {
	out := make(ascii.Line, len(l))
	for i, s := range l {
		out[i] = ascii.Span{Text: strings.ReplaceAll(v.text(s.Text), "\n", " "), Ink: s.Ink}
	}
	return out
}

// blocks replaces variables by their values. In a formula or a verbatim block, a value
// of several lines, such as a table, becomes one block per line.
func (v values) blocks(in []exercises.Block) []exercises.Block {
	var out []exercises.Block
	for _, b := range in {
		if b.Kind != exercises.Formula && b.Kind != exercises.Verbatim {
			b.Text = v.line(b.Text)
			if len(b.SpokenText) > 0 {
				b.SpokenText = v.line(b.SpokenText)
			}
			out = append(out, b)
			continue
		}
		for _, l := range v.lines(b.Text) {
			out = append(out, exercises.Block{Kind: b.Kind, Mark: b.Mark, Text: l})
		}
	}
	return out
}

// lines replaces variables by their values and breaks the line where a value has a line
// break.
func (v values) lines(l ascii.Line) []ascii.Line {
	out := []ascii.Line{nil}
	for _, s := range l {
		for k, part := range strings.Split(v.text(s.Text), "\n") {
			if k > 0 {
				out = append(out, nil)
			}
			if last := len(out) - 1; part != "" {
				out[last] = append(out[last], ascii.Span{Text: part, Ink: s.Ink})
			}
		}
	}
	return out
}

// except returns the values without the given names.
func (v values) except(names []string) values {
	if len(names) == 0 {
		return v
	}
	out := make(values, len(v))
	for i, m := range v {
		out[i] = maps.Clone(m)
		for _, n := range names {
			delete(out[i], n)
		}
	}
	return out
}
