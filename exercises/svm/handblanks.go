package svm

import (
	"fmt"
	"math"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/solvers"
)

// entries are the numbers of the update by name, the student's or the true
// ones. A blank is computed from entries before it, so that a slip can be
// followed.
type entries map[string]float64

// blank is one number of the update, in the order of the work.
type blank struct {
	name, label string
	from        []string // the blanks it is computed from
	value       func(handTask, entries) float64
	slips       []slip
}

// slip is a known wrong way to a blank's number.
type slip struct {
	id    string
	value func(handTask, entries) float64
}

// handBlanks lists the blanks of 7.6 with their formulas.
func handBlanks() []blank {
	return []blank{
		{name: "s", label: "s", value: func(h handTask, _ entries) float64 { return h.d.Tk * h.d.Tl }},
		{name: "gamma", label: "γ", from: []string{"s"}, value: func(h handTask, e entries) float64 { return h.d.OldAk + e["s"]*h.d.OldAl }},
		{name: "lo", label: "L", from: []string{"s"}, value: lower, slips: []slip{{"wrong-case", otherCase(lower)}}},
		{name: "hi", label: "H", from: []string{"s"}, value: upper, slips: []slip{{"wrong-case", otherCase(upper)}}},
		{
			name: "kappa", label: "κ", value: kappa,
			slips: []slip{
				{"kappa-sign", func(h handTask, e entries) float64 { return -kappa(h, e) }},
				{"kappa-two", func(h handTask, _ entries) float64 { return h.d.Kkk + h.d.Kll - h.d.Kkl }},
			},
		},
		{
			name: "star", label: "α_ℓ*", from: []string{"kappa"}, value: star,
			slips: []slip{{"errors-swapped", func(h handTask, e entries) float64 { return 2*h.d.OldAl - star(h, e) }}},
		},
		{
			name: "alnew", label: "α_ℓ new", from: []string{"star", "lo", "hi"},
			value: func(_ handTask, e entries) float64 { return math.Max(e["lo"], math.Min(e["hi"], e["star"])) },
			slips: []slip{{"no-clip", func(_ handTask, e entries) float64 { return e["star"] }}},
		},
		{
			name: "aknew", label: "αₖ new", from: []string{"alnew", "s"},
			value: func(h handTask, e entries) float64 { return h.d.OldAk + e["s"]*(h.d.OldAl-e["alnew"]) },
			slips: []slip{{"partner-sign", func(h handTask, e entries) float64 { return h.d.OldAk - e["s"]*(h.d.OldAl-e["alnew"]) }}},
		},
	}
}

func lower(h handTask, e entries) float64 {
	lo, _ := solvers.Bounds(e["s"], h.d.OldAk, h.d.OldAl, h.c)
	return lo
}

func upper(h handTask, e entries) float64 {
	_, hi := solvers.Bounds(e["s"], h.d.OldAk, h.d.OldAl, h.c)
	return hi
}

// otherCase computes a bound by the rule of the other sign of s.
func otherCase(bound func(handTask, entries) float64) func(handTask, entries) float64 {
	return func(h handTask, e entries) float64 { return bound(h, entries{"s": -e["s"]}) }
}

func kappa(h handTask, _ entries) float64 { return h.d.Kkk + h.d.Kll - 2*h.d.Kkl }

func star(h handTask, e entries) float64 {
	return h.d.OldAl + h.d.Tl*(h.d.Ek-h.d.El)/e["kappa"]
}

// truth is every entry as it should be.
func (h handTask) truth() entries {
	e := entries{}
	for _, b := range handBlanks() {
		e[b.name] = b.value(h, e)
	}
	return e
}

// judgeUpdate judges each blank on its own. A number that is wrong but follows
// from an own earlier number is called consistent with it, and the first slip
// that follows from nothing decides what is said.
func (h handTask) judgeUpdate(a exercises.Answers) exercises.Report {
	truth, own := h.truth(), h.typed(a)
	var blanks []answer.Blank
	var carried []ascii.Line
	for _, b := range handBlanks() {
		carry := b.value(h, own)
		slips := b.mistakes(h, truth, own)
		follows := !same(carry, truth[b.name]) && same(carry, own[b.name])
		blanks = append(blanks, answer.Blank{Name: b.name, Label: b.label, Judge: exactly(truth[b.name], slips...)})
		if follows {
			carried = append(carried, ascii.Plain(fmt.Sprintf("%s = %s is consistent with your %s.", b.label, shown(own[b.name]), culprits(b, truth, own))))
			blanks[len(blanks)-1].Judge = consistent(truth[b.name])
		}
	}
	r := answer.JudgeForm(a, blanks)
	if r.Accepted {
		r.Fact = []ascii.Line{ascii.Plain(fmt.Sprintf("Σ αᵢtᵢ is still 0, and g rose by %s.", shown(math.Round(h.d.DW*1e4)/1e4)))}
	} else if r.Verdict.Counts() {
		r.Fact = append(r.Fact, carried...)
	}
	return r
}

// typed are the student's numbers; the truth where one is missing, so that
// what follows can be judged by itself.
func (h handTask) typed(a exercises.Answers) entries {
	e := entries{}
	for _, b := range handBlanks() {
		e[b.name] = b.value(h, e)
		if v, problem := answer.Values(a[b.name], 1); problem == nil {
			e[b.name] = v[0]
		}
	}
	return e
}

// mistakes are the blank's slips as numbers, from the true entries and from
// the student's own.
func (b blank) mistakes(h handTask, truth, own entries) []answer.Mistake {
	var out []answer.Mistake
	for _, s := range b.slips {
		for _, e := range []entries{truth, own} {
			if v := s.value(h, e); !same(v, truth[b.name]) && !math.IsInf(v, 0) && !math.IsNaN(v) {
				out = append(out, answer.Mistake{ID: s.id, Form: decimal(v)})
			}
		}
	}
	return out
}

// culprits names the entries a carried number was computed from and that are
// wrong themselves.
func culprits(b blank, truth, own entries) string {
	text := ""
	for _, name := range b.from {
		if same(truth[name], own[name]) {
			continue
		}
		if text != "" {
			text += " and "
		}
		text += labelOf(name) + " = " + shown(own[name])
	}
	return text
}

func labelOf(name string) string {
	for _, b := range handBlanks() {
		if b.name == name {
			return b.label
		}
	}
	return name
}

// consistent judges a number that follows from an earlier slip: not right
// yet, and nothing to be said of it by itself.
func consistent(want float64) func(string) answer.Result {
	return func(text string) answer.Result {
		r := exactly(want)(text)
		r.Verdict, r.Accepted = exercises.Close, false
		r.Misconception, r.Advice = "", nil
		r.Fact = []ascii.Line{ascii.Plain("consistent with an earlier number; it comes right with it.")}
		return r
	}
}
