package answer

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"kernellab/exercises"
)

// FamilyTask asks for a feature map for points with any number of components. The answer consists
// of families of features: x_i stands for one feature for each i, and x_i x_j for one feature for
// each ordered pair (i, j), including i = j.
type FamilyTask struct {
	// Kernel is k as a formula in u and the parameters, such as (u + c)^2, where u means x·z.
	Kernel string
	// Params are further letters of the kernel, assumed to be positive.
	Params []string
	// Families is a feature map φ of the kernel, as a list of families: c, √(2c) x_i, x_i x_j.
	Families []string
}

// dimensions returns the numbers of components of x for which an answer is judged. A polynomial of
// degree 2 that is right for three components is right for any number. Four is an additional test.
func dimensions() []int { return []int{2, 3, 4} }

// Scope returns the scope in which an answer is parsed.
func (t FamilyTask) Scope() Scope {
	maxDimension := 4
	return Scope{
		Vars: t.Params, Positive: t.Params, Arrays: []Array{{Name: "x", Dims: []int{maxDimension}}},
		Indices: IndexLetters(), N: maxDimension,
	}
}

// Judge decides exactly whether the typed families are a feature map of the kernel. It expands them
// for points with 2, 3 and 4 components, and judges the features for each of these numbers as
// [FeatureTask.Judge] does.
func (t FamilyTask) Judge(ctx context.Context, text string) Result {
	s := t.Scope()
	bareText, conditions := withoutConditions(text)
	e, problem := readAnswer(ctx, bareText, &s)
	if problem != nil {
		return *problem
	}
	r := judgeMeanings(e, func(e Expr) Result { return t.judge(e, conditions) })
	if len(conditions) > 0 && r.Reading != "" {
		r.Reading = readingWithConditions(e, conditions)
	}
	return r
}

// EchoFamily returns the families in a text as the program understands them, for display while the
// student types.
func EchoFamily(ctx context.Context, text string, t FamilyTask) exercises.Echo {
	plain, conditions := withoutConditions(text)
	echo := EchoOf(ctx, plain, t.Scope())
	if e, err := Parse(ctx, plain, t.Scope()); err == nil && len(conditions) > 0 {
		echo.Reading = readingWithConditions(e, conditions)
	}
	return echo
}

// readingWithConditions returns the text of the families, each with the conditions on its indices.
func readingWithConditions(e Expr, conditions []indexCondition) string {
	var out []string
	for i, family := range e.List() {
		text := family.String()
		for _, c := range conditions {
			if c.family == i {
				text += c.conditionText()
			}
		}
		out = append(out, text)
	}
	return "[" + strings.Join(out, ", ") + "]"
}

func (t FamilyTask) judge(e Expr, conditions []indexCondition) Result {
	for _, c := range conditions {
		if families := e.List(); c.family >= len(families) {
			return unreadable(syntaxErrorf(0, "there is no list of features before%s", c.conditionText()))
		} else if index := c.missingIndex(families[c.family].root); index != "" {
			return unreadable(
				syntaxErrorf(0, "the condition%[3]s needs an index %[2]s, but %[1]s has none",
					families[c.family].asQuotation(), index,
					c.conditionText()),
			)
		}
	}
	if r, bad := (FeatureTask{Canonical: t.Families}).addedFeaturesResult(e); bad {
		return r
	}
	for _, d := range dimensions() {
		if r := t.judgeInDimension(e, d, conditions); r.Verdict != exercises.Equal {
			if r.Verdict == exercises.NotEqual {
				return r.withFact("This was computed with d = %d; it has to hold for every d.", d)
			}
			return r
		}
	}
	return equal("Written out for d = 2, 3 and 4, φ(x)·φ(z) − k(x, z) is 0.")
}

// inDimension returns the task for points with d components.
func (t FamilyTask) inDimension(d int) FeatureTask {
	out := FeatureTask{Params: t.Params}
	var u []string
	for i := range d {
		x, z := fmt.Sprintf("x%d", i+1), fmt.Sprintf("z%d", i+1)
		out.X, out.Z = append(out.X, x), append(out.Z, z)
		u = append(u, x+" "+z)
	}
	out.Kernel = strings.ReplaceAll(t.Kernel, "u", "("+strings.Join(u, " + ")+")")
	return out
}

func (t FamilyTask) judgeInDimension(e Expr, d int, conditions []indexCondition) Result {
	task := t.inDimension(d)
	s := task.scope()
	s.work = e.scope.work
	g := gramPolynomial{ring: newRing(&s)}
	for i, family := range e.List() {
		features, err := family.expandIndices(d,
			slices.DeleteFunc(slices.Clone(conditions), func(c indexCondition) bool { return c.family != i }))
		if err != nil {
			return newResult(exercises.Undecided, "Family %d: %s.", i+1, err)
		}
		for _, f := range features {
			p, err := g.polynomialOf(Expr{root: f, scope: &s, expanded: true})
			if err != nil {
				return newResult(exercises.Undecided, "Family %d: %s.", i+1, err)
			}
			g.features = append(g.features, p)
		}
	}
	return task.judgeGram(e, g, s, equal(""))
}

// expandIndices expands a family for points with d components. A family has at most two free
// indices. For each choice of their values that satisfies the conditions, expandIndices returns one
// feature.
func (e Expr) expandIndices(d int, conditions []indexCondition) ([]*node, error) {
	first, second := firstFreeIndices(e.root)
	settings := []map[string]int{{}}
	for _, index := range []*node{first, second} {
		if index == nil {
			continue
		}
		var extended []map[string]int
		for _, m := range settings {
			for v := range d {
				setting := map[string]int{index.text: v + 1}
				for k, value := range m {
					setting[k] = value
				}
				extended = append(extended, setting)
			}
		}
		settings = extended
	}
	sized := Expr{root: e.root, scope: e.scope.atSize(d)}
	var out []*node
	for _, m := range settings {
		if slices.ContainsFunc(conditions, func(c indexCondition) bool { return !c.isSatisfied(m) }) {
			continue
		}
		cell, err := sized.tensorAt(m)
		if err != nil {
			return nil, errors.New(err.Error())
		}
		out = append(out, cell.cells...)
	}
	return out, nil
}

// indexCondition is a condition on the indices of one family, as in √2 x_i x_j for i < j.
type indexCondition struct {
	family     int // index of the family
	left, sign string
	right      string
}

// conditionPattern matches a condition on indices that follows a family, such as (i < j), "for all
// i, j" or "for i = 1, …, d". The first four groups belong to a condition in parentheses, the other
// four to a condition without parentheses. The last group of each four is empty and marks the end
// of the condition.
var conditionPattern = sync.OnceValue(func() *regexp.Regexp {
	const (
		index    = `[ijlk]`
		relation = `(` + index + `)\s*(<=|>=|≤|≥|<|>|≠|!=|\\neq?|\\leq?)\s*(` + index + `)`
		upTo     = `(?:\s*(?:=|∈|in)\s*\{?\s*1\s*,?\s*(?:…|\.\.\.?|⋯|:|to)\s*,?\s*[dnm]\s*\}?)`
		pair     = index + upTo + `?\s*(?:,|and)\s*` + index + upTo + `?`
		all      = `(?:(?:for|with|where|over)(?:\s+(?:all|every|each|any|pairs))?\s+|∀\s*|:\s*)`
	)
	return regexp.MustCompile(`(?:,\s*)?\(\s*` + all + `?(?:` + relation + `|` + pair + `|` + index + upTo +
		`)\s*\)()` +
		`|(?:,\s*|\s+)(?:` + all + `?` + relation + `|` + all + `(?:` + pair + `|` + index + upTo +
		`?))\s*()(?:[,;)\]\n]|$)`)
})

// withoutConditions replaces the conditions on indices in a text by spaces, and returns the
// conditions between two indices, such as i < j.
func withoutConditions(text string) (string, []indexCondition) {
	var found []indexCondition
	for {
		match := conditionPattern().FindStringSubmatchIndex(text)
		if match == nil {
			return text, found
		}
		from, groups, end := match[0], match[2:8], match[8]
		if match[8] < 0 {
			groups, end = match[10:16], match[16]
		}
		if groups[0] >= 0 {
			c := indexCondition{family: familyAt(text[:from])}
			c.left, c.right = text[groups[0]:groups[1]], text[groups[4]:groups[5]]
			c.sign = oneRuneSign(text[groups[2]:groups[3]])
			found = append(found, c)
		}
		text = text[:from] + strings.Repeat(" ", len([]rune(text[from:end]))) + text[end:]
	}
}

// familyAt returns the index of the family with which a text ends. The text must be the beginning
// of an answer.
func familyAt(text string) int {
	src := []rune(strings.TrimSpace(text))
	if len(src) > 0 && nesting(src[0]) > 0 && checkBrackets(src) != nil {
		src = src[1:]
	}
	n := 0
	for _, r := range outsideBrackets(src) {
		if strings.ContainsRune(",;\n", r) {
			n++
		}
	}
	return n
}

// isSatisfied reports whether the values of the indices satisfy the condition. If values lacks an
// index of the condition, isSatisfied returns true.
func (c indexCondition) isSatisfied(values map[string]int) bool {
	a, okA := values[c.left]
	b, okB := values[c.right]
	if !okA || !okB {
		return true
	}
	switch c.sign {
	case "<":
		return a < b
	case ">":
		return a > b
	case "≤":
		return a <= b
	case "≥":
		return a >= b
	}
	return a != b
}

// missingIndex returns an index of the condition that does not occur in its family, or "".
func (c indexCondition) missingIndex(family *node) string {
	first, second := firstFreeIndices(family)
	for _, index := range []string{c.left, c.right} {
		if !slices.ContainsFunc([]*node{first, second}, func(n *node) bool { return n != nil && n.text == index }) {
			return index
		}
	}
	return ""
}

// oneRuneSign returns a relation as a single character, such as ≤ for <=.
func oneRuneSign(sign string) string {
	switch sign {
	case "<=", `\le`, `\leq`:
		return "≤"
	case ">=":
		return "≥"
	case "!=", `\ne`, `\neq`:
		return "≠"
	}
	return sign
}

// conditionText returns the condition as text to be written after its family.
func (c indexCondition) conditionText() string {
	return " (" + c.left + " " + c.sign + " " + c.right + ")"
}

// addedFeaturesResult returns the result for an answer that adds the features instead of listing
// them. For any other answer, it returns false.
func (t FeatureTask) addedFeaturesResult(e Expr) (Result, bool) {
	entries := e.List()
	if len(entries) != 1 || len(t.Canonical) < 2 || entries[0].expanded {
		return Result{}, false
	}
	terms := termsOf(entries[0].root, false, nil)
	if len(terms) < 2 {
		return Result{}, false
	}
	r := notEqual("This is one number for each x, a sum of %d terms; φ(x) is a list of features.", len(terms))
	return r.withMistake("sum",
		"It looks as if the features were added up. Write them one after the other, with commas between them."), true
}
