package catalogue

import (
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kernellab/exercises"
)

// oddForm is an unusual way in which students write an answer.
type oddForm struct {
	name   string
	judges []string // judges that have to accept the form; if nil, the judges of all typed fields
	make   func(text string) string
}

// labelled is the name of the form that repeats the label of the field before the answer.
const labelled = "its label in front"

// The judges of fields, grouped by what they read.
var (
	oddNumbers  = []string{"number"}
	oddFormulas = []string{"number", "expr", "formula", "growth"}
	oddLists    = []string{"vector", "proportional", "span", "features", "families"}
)

// oddForms returns the forms. The function make of a form rewrites the reference of a field. It
// returns the text unchanged if the form does not apply.
func oddForms() []oddForm {
	written := slices.Concat(oddFormulas, oddLists, []string{"walk", "chain", "witness", "interval"})
	return []oddForm{
		{"spaces around", nil, func(s string) string { return "  " + s + " " }},
		{"a no-break space", nil, func(s string) string { return "\u00a0" + strings.ReplaceAll(s, " ", "\u00a0") }},
		{"a line break behind", nil, func(s string) string { return s + "\n" }},
		{labelled, nil, func(s string) string { return s }},
		{"a tab in front", nil, func(s string) string { return "\t" + s }},
		{"an invisible space", nil, func(s string) string { return s + "\u200b" }},
		{"wide spaces", written, func(s string) string { return strings.ReplaceAll(s, " ", "   ") }},
		{"a typeset minus", nil, func(s string) string { return oddMinus(s, "−") }},
		{"an en dash", nil, func(s string) string { return oddMinus(s, "–") }},
		{"powers above the line", written,
			func(s string) string { return oddRaised.ReplaceAllStringFunc(s, oddAbove) }},
		{"two stars for a power", oddFormulas, func(s string) string { return strings.ReplaceAll(s, "^", "**") }},
		{"a dot for a product", written, func(s string) string { return strings.ReplaceAll(s, "*", "·") }},
		{"a cross for a product", written, func(s string) string { return strings.ReplaceAll(s, "*", "×") }},
		{"a star between factors", []string{"number", "expr"},
			func(s string) string { return oddBetween.ReplaceAllString(s, "$1*$2") }},
		{"brackets around", oddFormulas, func(s string) string { return "(" + s + ")" }},
		{"brackets around numbers", []string{"number", "expr"},
			func(s string) string { return oddLone.ReplaceAllString(s, "$1($2)$3") }},
		{"terms in another order", oddFormulas, oddReordered},
		{"wide digits", slices.Concat(oddNumbers, oddLists, []string{"set", "interval"}), oddWideDigits},
		{"a plus in front", oddNumbers, func(s string) string {
			if s != "" && s[0] >= '0' && s[0] <= '9' {
				return "+" + s
			}
			return s
		}},
		{"a decimal comma", oddNumbers, func(s string) string { return oddDecimal.ReplaceAllString(s, "$1,$2") }},
		{"a fraction for a decimal", oddNumbers, func(s string) string { return oddFraction(s) }},
		{"a full stop", []string{"number", "set"}, func(s string) string { return s + "." }},
		{"round brackets", []string{"vector", "proportional"},
			func(s string) string { return oddRebracket(s, "(", ")", ", ") }},
		{"no brackets", []string{"vector", "proportional"},
			func(s string) string { return oddRebracket(s, "", "", ", ") }},
		{"semicolons", []string{"vector", "proportional"},
			func(s string) string { return oddRebracket(s, "[", "]", "; ") }},
		{"a set backwards", []string{"set"}, oddBackwards},
		{"a set with and", []string{"set"},
			func(s string) string { return strings.ReplaceAll(strings.Trim(s, "{}"), ",", " and") }},
		{"Greek letters", slices.Concat(oddFormulas, oddLists, []string{"walk", "chain"}),
			func(s string) string { return oddGreek.Replace(s) }},
		{"names for Greek letters", slices.Concat(oddFormulas, oddLists, []string{"walk", "chain"}),
			func(s string) string { return oddLatin.Replace(s) }},
		{"indices below the line", []string{"expr", "walk"},
			func(s string) string { return oddIndex.ReplaceAllStringFunc(s, oddBelow) }},
	}
}

var (
	oddRaised  = regexp.MustCompile(`\^(-?\d)($|[^\d.,])`)
	oddBetween = regexp.MustCompile(`(\d) ?([a-zα-ω(√])`)
	oddLone    = regexp.MustCompile(`(^|[ +*/-])(\d+)($|[ +*/-])`)
	oddDecimal = regexp.MustCompile(`^(-?\d+)\.(\d+)$`)
	oddLabel   = regexp.MustCompile(`^\S+(\(x\)|\(x, z\))? (=|←)$`)
	oddIndex   = regexp.MustCompile(`_[ijk]\b`)
	oddGreek   = strings.NewReplacer("lambda", "λ", "alpha", "α", "eta", "η", "gamma", "γ", "sigma", "σ", "phi", "φ",
		"Phi", "Φ", "sqrt", "√")
	oddLatin = strings.NewReplacer("λ", "lambda ", "α", "alpha", "η", "eta ", "γ", "gamma ", "σ", "sigma ", "φ", "phi",
		"Φ", "Phi ")
)

func oddMinus(s, sign string) string {
	s = strings.ReplaceAll(s, "<-", "←")
	return strings.ReplaceAll(s, "-", sign)
}

func oddAbove(power string) string {
	m := oddRaised.FindStringSubmatch(power)
	return strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷",
		"8", "⁸", "9", "⁹").Replace(m[1]) + m[2]
}

func oddBelow(i string) string {
	return strings.NewReplacer("_i", "ᵢ", "_j", "ⱼ", "_k", "ₖ").Replace(i)
}

func oddWideDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r - '0' + '０'
		}
		return r
	}, s)
}

// oddReordered returns a sum with its terms in reverse order, each with its sign.
func oddReordered(s string) string {
	if strings.ContainsAny(s, "=<>;e") {
		return s
	}
	var terms []string
	depth, from := 0, 0
	for i, r := range s {
		switch {
		case strings.ContainsRune("([{", r):
			depth++
		case strings.ContainsRune(")]}", r):
			depth--
		case depth == 0 && i > 0 && (r == '+' || r == '-') && strings.TrimSpace(s[from:i]) != "" &&
			!strings.ContainsRune("^*/(", rune(strings.TrimSpace(s[:i])[len(strings.TrimSpace(s[:i]))-1])):
			terms, from = append(terms, strings.TrimSpace(s[from:i])), i
		}
	}
	terms = append(terms, strings.TrimSpace(s[from:]))
	slices.Reverse(terms)
	for i, t := range terms {
		if !strings.HasPrefix(t, "+") && !strings.HasPrefix(t, "-") {
			terms[i] = "+ " + t
		}
	}
	return strings.TrimPrefix(strings.Join(terms, " "), "+ ")
}

func oddFraction(s string) string {
	q, ok := new(big.Rat).SetString(s)
	if !ok || q.IsInt() || !strings.Contains(s, ".") {
		return s
	}
	return q.RatString()
}

func oddRebracket(s, open, closing, between string) string {
	if len(s) < 2 || s[0] != '[' || strings.ContainsAny(s[1:len(s)-1], "[(") {
		return s
	}
	parts := strings.Split(s[1:len(s)-1], ",")
	for i, p := range parts {
		parts[i] = strings.TrimSpace(p)
	}
	return open + strings.Join(parts, between) + closing
}

func oddBackwards(s string) string {
	parts := strings.FieldsFunc(strings.Trim(s, "{}"), func(r rune) bool { return r == ',' || r == ' ' })
	slices.Reverse(parts)
	return strings.Join(parts, " ")
}

// checkOddForms checks that every field accepts its reference in all odd forms.
func checkOddForms(t *testing.T, s task) {
	for _, form := range oddForms() {
		a, changed := s.answered(), []string{}
		for _, f := range s.info.Fields {
			if f.Kind != exercises.TextField || form.judges != nil && !slices.Contains(form.judges, f.Judge) {
				continue
			}
			was := s.info.Reference[f.Name]
			text := form.make(was)
			if form.name == labelled && oddLabel.MatchString(f.Label) {
				text = f.Label + " " + was
			}
			if form.name == "a decimal comma" && len(text)-strings.Index(text, ",") == 4 &&
				!strings.HasPrefix(strings.TrimLeft(text, "-−"), "0") {
				continue // 1,234 can mean 1.234 or 1234
			}
			if text != was {
				a, changed = a.With(f.Name, text), append(changed, f.Name)
			}
		}
		if len(changed) == 0 {
			continue
		}
		r := s.Check(t.Context(), a)
		for _, name := range changed {
			if v, ok := r.Fields[name]; !r.Accepted && !(ok && v.Verdict == exercises.Equal) {
				t.Errorf("%s of %s: got %s %s for %q, want it accepted like %q", form.name, name, v.Verdict.Words(),
					v.Message, a[name], s.info.Reference[name])
			}
		}
	}
}
