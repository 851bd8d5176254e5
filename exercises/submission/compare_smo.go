package submission

import (
	"fmt"
	"math"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// pairColumns returns the columns of a step of SMO, in the order in which they are
// computed. The first name of each is the one in files of kernellab.
func pairColumns() []named {
	return []named{
		{"ek", []string{"E_k", "Ek", "ek"}}, {"el", []string{"E_l", "El", "el", "E_l"}},
		{"s", []string{"s"}}, {"gamma", []string{"gamma", "γ"}},
		{"lo", []string{"lo", "L", "Lo"}}, {"hi", []string{"hi", "H", "Hi"}},
		{"kappa", []string{"kappa", "κ"}}, {"star", []string{"unclipped", "star", "alpha_star"}},
		{"alnew", []string{"alpha_l", "al", "a_l"}}, {"aknew", []string{"alpha_k", "ak", "a_k"}},
		{"dW", []string{"gain", "dW"}}, {"b", []string{"bias", "b"}},
	}
}

// pairs follows SMO.
type pairs struct {
	comparison
	smo solvers.SMO
	m   anatomy.Machine // before the step
}

func (c *pairs) limit() float64 {
	if c.smo.Tol > 0 {
		return c.smo.Tol
	}
	return anatomy.Tol
}

// violation returns the violation of the worst pair in the current state.
func (c *pairs) violation() float64 {
	up, low, _, _ := c.m.Thresholds()
	return low - up
}

// step compares one step and advances to the next state. ok is false if it is
// wrong.
func (c *pairs) step(n int, row Row) (words []string, ok bool) {
	k, okK := row.Values["k"]
	l, okL := row.Values["l"]
	c.quantity = "pair"
	if words := c.points(k, l, okK && okL); words != nil {
		return words, false
	}
	pair := anatomy.Pair{Machine: c.m, K: int(k) - 1, L: int(l) - 1}
	if words := c.choice(pair); words != nil {
		return words, false
	}
	sheet := pair.Derivation()
	if words, ok := c.numbers(sheet, c.columns, row); !ok {
		return words, false
	}
	truth := sheet.Values()
	c.m = pair.After(truth["aknew"], truth["alnew"])
	c.m.Bias = truth["b"]
	return c.objective(row, []string{"g", "W", "objective"}, "g = Σα − ½ΣΣ αᵢαⱼtᵢtⱼKᵢⱼ", c.m.W())
}

// rest requires a violation below the tolerance.
func (c *pairs) rest(n int) []string {
	v := c.violation()
	if v < c.limit() {
		return nil
	}
	c.quantity = "end"
	return []string{fmt.Sprintf(
		"The trace ends after step %d, and a pair still violates the KKT conditions by %s, which is not below %s.", n,
		anatomy.Num(v), anatomy.Num(c.limit()),
	)}
}

// points explains why k and l are not numbers of two points, or returns nil.
func (c *pairs) points(k, l float64, given bool) []string {
	n := c.m.Len()
	is := func(v float64) bool { return v == math.Trunc(v) && v >= 1 && v <= float64(n) }
	switch {
	case !given:
		return []string{"There is no pair: the trace needs the columns k and l."}
	case k == 0 || l == 0:
		return []string{
			fmt.Sprintf("The pair is (%s, %s): in a trace points count from 1.", anatomy.Num(k), anatomy.Num(l)),
		}
	case !is(k) || !is(l) || k == l:
		return []string{
			fmt.Sprintf("The pair is (%s, %s): it needs two different points of 1 to %d.", anatomy.Num(k),
				anatomy.Num(l), n),
		}
	}
	return nil
}

// choice explains why the rule of the task would not take a pair, or returns nil.
func (c *pairs) choice(p anatomy.Pair) []string {
	rule := anatomy.RuleOf(c.smo.Rule)
	if v := c.violation(); v < c.limit() {
		c.quantity = "end"
		return []string{
			fmt.Sprintf("It is converged already: no pair violates the KKT conditions by %s or more.",
				anatomy.Num(c.limit())),
		}
	}
	if !rule.Extreme {
		if c.m.Violation(p.K, p.L) > 0 || rule.Anywhere {
			return nil
		}
		return []string{fmt.Sprintf("The pair (%d, %d) cannot raise g.", p.K+1, p.L+1), rule.Words}
	}
	best := c.best(rule)
	if best == [2]int{p.K, p.L} || rule.Tied(c.m, best[0], best[1], p.K, p.L) {
		return nil
	}
	words := []string{
		fmt.Sprintf("The pair is (%d, %d), and the rule takes (%d, %d).", p.K+1, p.L+1, best[0]+1, best[1]+1),
		rule.Words,
		fmt.Sprintf("F%s = %s and F%s = %s; the trace's F%s = %s and F%s = %s.", anatomy.Sub(best[0]+1),
			anatomy.Num(c.m.F(best[0])), anatomy.Sub(best[1]+1), anatomy.Num(c.m.F(best[1])),
			anatomy.Sub(p.K+1), anatomy.Num(c.m.F(p.K)), anatomy.Sub(p.L+1), anatomy.Num(c.m.F(p.L))),
	}
	switch {
	case best == [2]int{p.L, p.K}:
		words = append(words, "k and l have changed places.")
	case !c.m.Up(p.K):
		words = append(words, fmt.Sprintf("tα of point %d cannot grow: it is at its bound.", p.K+1))
	case !c.m.Low(p.L):
		words = append(words, fmt.Sprintf("tα of point %d cannot shrink: it is at its bound.", p.L+1))
	}
	return words
}

// best returns the pair of an extreme rule. Ties go to the lowest number.
func (c *pairs) best(rule anatomy.PairRule) [2]int {
	_, _, k, _ := c.m.Thresholds()
	l, _ := rule.Best(c.m, k, -1)
	return [2]int{k, l}
}
