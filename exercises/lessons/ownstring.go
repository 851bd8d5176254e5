package lessons

import (
	"context"
	"fmt"
	"math"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/exercises/answer"
	"kernellab/exercises/stage"
	"kernellab/exercises/worksheets"
)

// ownString is a task: a string of the student's that a machine puts far on the
// side of class −1. It is judged by the machine.
type ownString struct {
	machine   stringMachine
	goal      float64 // f is to be at most this
	reference string
}

// The lengths that the student's string may have.
const leastOwn, mostOwn = 6, 12

// newOwnString asks for three quarters of what the motif of the family itself
// gets, alone or doubled as far as there is room.
func newOwnString(m stringMachine, motif string) ownString {
	o := ownString{machine: m, reference: motif}
	if longer := (motif + motif)[:mostOwn]; m.at(longer) < m.at(motif) {
		o.reference = longer
	}
	o.goal = math.Ceil(10*0.75*m.at(o.reference)) / 10
	return o
}

// judge asks the machine.
func (o ownString) judge() worksheets.Judge {
	return worksheets.Judge{
		Check: o.check, Echo: o.echo, Reference: o.reference,
		Same: func(_ context.Context, typed, example string) bool {
			return normalLetters(typed) == normalLetters(example)
		},
	}
}

func normalLetters(text string) string {
	return strings.ToUpper(strings.Trim(answer.Trimmed(text), " \t\"'“”"))
}

// echo reads the letters.
func (ownString) echo(ctx context.Context, text string) exercises.Echo {
	s := normalLetters(text)
	if s == "" {
		return answer.EchoOf(ctx, text, answer.Scope{})
	}
	if why, at := unreadable(s); why != "" {
		return exercises.Echo{Problem: why, At: at}
	}
	return exercises.Echo{Reading: s, At: -1}
}

// unreadable says why letters are no string over A, C, G, T of the lengths asked.
func unreadable(s string) (why string, at int) {
	for i, r := range []rune(s) {
		if !strings.ContainsRune("ACGT", r) {
			return "The letters are A, C, G and T.", i
		}
	}
	if len(s) > mostOwn {
		return fmt.Sprintf("At most %d letters.", mostOwn), mostOwn
	}
	return "", -1
}

func (o ownString) check(_ context.Context, text string) answer.Result {
	s := normalLetters(text)
	if s == "" {
		return answer.Result{Verdict: exercises.Empty, At: -1}
	}
	if why, at := unreadable(s); why != "" {
		return answer.Result{Verdict: exercises.Unreadable, At: min(at, len([]rune(text))), Fact: []ascii.Line{ascii.Plain(why)}}
	}
	if len(s) < leastOwn {
		return answer.Result{Verdict: exercises.NotEqual, Headline: "Too short.", Reading: s, At: -1, Fact: []ascii.Line{ascii.Plainf("At least %d letters are asked.", leastOwn)}}
	}
	f := o.machine.at(s)
	r := answer.Result{
		Verdict: exercises.NotEqual, Headline: "Not far enough.", Reading: s, At: -1,
		Fact: []ascii.Line{ascii.Plainf("f(%s) = %s; at most %s is asked.", s, anatomy.Num(f), anatomy.Num(o.goal))},
	}
	switch {
	case f <= o.goal:
		r.Verdict, r.Accepted, r.Headline = exercises.Equal, true, "The machine takes it."
	case f > 0:
		r.Headline = "It takes that for family A."
	}
	return r
}

// scene shows the strings that weigh most; f of what is typed stands beside them.
func (o ownString) scene(_ context.Context, a exercises.Answers) exercises.Scene {
	s := exercises.Scene{Figures: []exercises.Figure{
		stage.Main("Heaviest of family B", o.machine.heaviest(9, -1)),
		stage.Chart("Heaviest of family A", o.machine.heaviest(9, 1)),
	}}
	typed := normalLetters(a["own"])
	if why, _ := unreadable(typed); typed != "" && why == "" {
		s.Notes = []ascii.Line{ascii.Plainf("f(%s) = %s", typed, anatomy.Num(o.machine.at(typed)))}
	}
	return s
}
