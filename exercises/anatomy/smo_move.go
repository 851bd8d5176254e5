package anatomy

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/solvers"
)

// The values of the clip as an option.
const (
	clipOn  = "on"
	clipOff = "off"
)

// pairs are the steps of SMO: the two points are chosen, and whether the step
// is clipped.
type pairs struct{}

func (pairs) Names() []string { return []string{"k", "l", "clip"} }

func (pairs) Of(s solvers.Step) Move {
	d, ok := s.Detail.(*solvers.SMODetail)
	if !ok {
		return Move{}
	}
	return Move{K: d.K + 1, L: d.L + 1, Free: d.Free}
}

// update is the step of a pair with its clip, which is not kept.
func (pairs) update(at Crossing, k, l int) *solvers.SMODetail {
	return at.Solver.(solvers.SMO).Update(at.Problem, at.From, k-1, l-1).Detail.(*solvers.SMODetail)
}

// machine is SMO where the step is chosen, with the scores that it has.
func machine(at Crossing) Machine {
	points := Points{Gram: at.Problem.Gram(), Y: at.Problem.Labels()}
	return Machine{Points: points, C: at.Solver.(solvers.SMO).C, Alpha: at.From.CoefCopy(), Bias: at.From.Bias, Score: at.From.Scores().Copy()}
}

// Nearest is the point with the least F of those that can grow, with the one of
// the greatest F of those that can shrink.
func (pairs) Nearest(at Crossing) Move {
	k, l := -1, -1
	m := machine(at)
	for i := range m.Y {
		if m.Up(i) && (k < 0 || m.F(i) < m.F(k)) {
			k = i
		}
	}
	for i := range m.Y {
		if m.Low(i) && i != k && (l < 0 || m.F(i) > m.F(l)) {
			l = i
		}
	}
	if k < 0 || l < 0 {
		k, l = 0, 1
	}
	return Move{K: k + 1, L: l + 1}
}

func (p pairs) Read(at Crossing, own Move, a exercises.Answers) (Move, error) {
	n := at.Problem.Len()
	k, err := pointOf("k", a["k"], n, own.K)
	if err != nil {
		return own, err
	}
	partner := own.L
	if k != own.K {
		partner = bestPartner(at, k-1) + 1
	}
	l, err := pointOf("ℓ", a["l"], n, partner)
	if err != nil {
		return own, err
	}
	if k == l {
		return own, fmt.Errorf("k and ℓ are both %d: a pair needs two different points", k)
	}
	free, err := p.free(at, k, l, a["clip"], own.Free && k == own.K && l == own.L)
	return Move{K: k, L: l, Free: free}, err
}

// free reads whether the clip of a pair's step is left out; without text it is
// otherwise. A step that ends within [L, H] has no clip to leave out.
func (p pairs) free(at Crossing, k, l int, text string, otherwise bool) (bool, error) {
	free := otherwise
	switch text = strings.TrimSpace(text); text {
	case "":
	case clipOn, clipOff:
		free = text == clipOff
	default:
		return false, fmt.Errorf("clip = %q: the clip is %q, or %q where it is left out", text, clipOn, clipOff)
	}
	if !free {
		return false, nil
	}
	d := p.update(at, k, l)
	if d.Kappa <= 0 {
		return false, fmt.Errorf("without the clip the pair (%d, %d) has nowhere to land: κ = %s, so W has no top along its line", k, l, Num(d.Kappa))
	}
	return d.Clipped, nil
}

// bestPartner is the ℓ that promises most with k, both from 0, and where none can
// rise, the farthest error.
func bestPartner(at Crossing, k int) int {
	m, best := machine(at), -1
	apart := func(i int) float64 { return math.Abs(m.F(k) - m.F(i)) }
	for i := range m.Y {
		if i != k && (best < 0 || cmp.Or(cmp.Compare(m.Promise(k, i), m.Promise(k, best)), cmp.Compare(apart(i), apart(best))) > 0) {
			best = i
		}
	}
	return best
}

func (pairs) Take(at Crossing, m Move) solvers.Step {
	s := at.Solver.(solvers.SMO)
	if m.Free {
		return s.UpdateUnclipped(at.Problem, at.From, m.K-1, m.L-1)
	}
	return s.Update(at.Problem, at.From, m.K-1, m.L-1)
}

func (p pairs) Options(at Crossing, m Move) []exercises.Control {
	k := exercises.Control{Name: "k", Label: "k", Value: strconv.Itoa(m.K)}
	l := exercises.Control{Name: "l", Label: "ℓ", Value: strconv.Itoa(m.L)}
	now := machine(at)
	for i := range now.Y {
		k.Choices = append(k.Choices, option(i, "E = "+Num(now.E(i))))
		switch {
		case i == m.K-1:
		case now.Violation(m.K-1, i) > 0:
			l.Choices = append(l.Choices, option(i, "promises "+Num(now.Promise(m.K-1, i))))
		default:
			l.Choices = append(l.Choices, option(i, "cannot rise"))
		}
	}
	out := []exercises.Control{k, l}
	if d := p.update(at, m.K, m.L); d.Clipped && d.Kappa > 0 {
		c := exercises.Control{Name: "clip", Label: "clip", Value: clipOn, Choices: []exercises.Choice{
			{Value: clipOn, Label: "to [L, H]"}, {Value: clipOff, Label: "left out"},
		}}
		if m.Free {
			c.Value = clipOff
		}
		out = append(out, c)
	}
	return out
}

// pairEffect says what the step of a pair would do: the clip and ΔW, beside
// what the pair in whose place it was chosen would gain.
func pairEffect(at Crossing, next solvers.Step, instead Move) []ascii.Line {
	d, ok := next.Detail.(*solvers.SMODetail)
	if !ok {
		return nil
	}
	ink := ascii.Good
	if !(d.DW > 0) {
		ink = ascii.Warn
	}
	out := []ascii.Line{
		clipWords(d),
		{{Text: fmt.Sprintf("Pair (%d, %d): ", d.K+1, d.L+1), Ink: ascii.Text}, {Text: "ΔW = " + Num(d.DW), Ink: ink}},
	}
	if instead == (Move{}) {
		return out
	}
	who := "P" + instead.String()[1:]
	if instead.K == d.K+1 && instead.L == d.L+1 && !instead.Free {
		who = "With the clip it"
	}
	return append(out, line("%s would gain ΔW = %s.", who, Num(pairs{}.Take(at, instead).Detail.(*solvers.SMODetail).DW)))
}

// clipWords says where αℓ* lies and what becomes of it.
func clipWords(d *solvers.SMODetail) ascii.Line {
	star, lo, hi := Num(d.Unclipped), Num(d.Lo), Num(d.Hi)
	switch at := clippedAt(d); {
	case d.Null:
		return line("This pair cannot move: αℓ* = %s, and [L, H] = [%s, %s] holds αℓ where it is.", star, lo, hi)
	case d.Free:
		return line("αℓ* = %s lies outside [L, H] = [%s, %s]. Without the clip αℓ goes there, and αk = %s: a multiplier leaves [0, C].", star, lo, hi, Num(d.NewAk))
	case at == 2:
		return line("αℓ* = %s lies above H = %s: clipped at H.", star, hi)
	case at == 1:
		return line("αℓ* = %s lies below L = %s: clipped at L.", star, lo)
	}
	return line("αℓ* = %s lies within [L, H] = [%s, %s]: no clip.", star, lo, hi)
}

// aboveC says which α lies above C, from where SMO cannot go on; "" where none
// does.
func aboveC(s solvers.Solver, at solvers.Step) string {
	for i, a := range at.Coef().All() {
		if c := s.(solvers.SMO).C; a > c {
			return fmt.Sprintf("α%d = %s lies above C = %s", i+1, Num(a), Num(c))
		}
	}
	return ""
}

// tellPair says an update in a few words.
func tellPair(s solvers.Step, _ bool) (t Summary) {
	if d, ok := s.Detail.(*solvers.SMODetail); ok {
		al := "αℓ = " + Num(d.NewAl) + [...]string{"", " clipped at L", " clipped at H"}[int(clippedAt(d))] + unless(!d.Free, " without the clip")
		t.did("%s", pairs{}.Of(s))
		t.did("%s", either(d.Null, "nothing moves", al))
	}
	t.is("W = %s, gap %s, b = %s", Num(s.Objective), Num(s.Gap), Num(s.Bias))
	return t
}

func pairEntries(s solvers.Step) []Entry {
	d, ok := s.Detail.(*solvers.SMODetail)
	if !ok {
		return nil
	}
	return []Entry{
		{"k", d.K + 1}, {"l", d.L + 1}, {"E_k", d.Ek}, {"E_l", d.El}, {"s", d.S}, {"gamma", d.Gamma}, {"lo", d.Lo}, {"hi", d.Hi},
		{"kappa", d.Kappa}, {"unclipped", d.Unclipped}, {"clipped", d.Clipped}, {"alpha_k", d.NewAk}, {"alpha_l", d.NewAl}, {"gain", d.DW}, {"null", d.Null},
	}
}
