package submission

import (
	"fmt"
	"math"
	"slices"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// pairColumns returns the columns of a step of SMO, in the order in which they are
// computed. The first name of each is the one in files of kernellab.
func pairColumns() []traceColumn {
	return []traceColumn{
		{"ek", []string{"E_k", "Ek", "ek"}}, {"el", []string{"E_l", "El", "el"}},
		{"s", []string{"s"}}, {"gamma", []string{"gamma", "γ"}},
		{"lo", []string{"lo", "L", "Lo"}}, {"hi", []string{"hi", "H", "Hi"}},
		{"kappa", []string{"kappa", "κ"}}, {"star", []string{"unclipped", "star", "alpha_star"}},
		{"alnew", []string{"alpha_l", "al", "a_l"}}, {"aknew", []string{"alpha_k", "ak", "a_k"}},
		{"dW", []string{"gain", "dW"}}, {"b", []string{"bias", "b"}},
	}
}

// pairComparer is the comparer for SMO.
type pairComparer struct {
	comparison
	smo   solvers.SMO
	state anatomy.SMOState // before the step
}

func (c *pairComparer) tolerance() float64 {
	if c.smo.Tol > 0 {
		return c.smo.Tol
	}
	return anatomy.Tol
}

// violation returns the violation of the worst pair in the current state.
func (c *pairComparer) violation() float64 {
	up, low, _, _ := c.state.Thresholds()
	return low - up
}

// step compares one step and advances to the next state. If the row is wrong, ok is false and words
// are the explanation.
func (c *pairComparer) step(n int, row Row) (words []string, ok bool) {
	k, okK := row["k"]
	l, okL := row["l"]
	c.quantity = "pair"
	if words := c.checkPoints(k, l, okK && okL); words != nil {
		return words, false
	}
	pair := anatomy.Pair{SMOState: c.state, K: int(k) - 1, L: int(l) - 1}
	if words := c.checkChoice(pair); words != nil {
		return words, false
	}
	derivation := pair.Derivation()
	if words, ok := c.compareNumbers(derivation, c.columns, row); !ok {
		return words, false
	}
	truth := derivation.Values()
	c.state = pair.After(truth["aknew"], truth["alnew"])
	c.state.Bias = truth["b"]
	return c.compareObjective(row, []string{"g", "W", "objective"}, "g = Σα − ½ΣΣ αᵢαⱼtᵢtⱼKᵢⱼ", c.state.DualObjective())
}

// checkEnd requires a violation below the tolerance.
func (c *pairComparer) checkEnd(n int) []string {
	v := c.violation()
	if v < c.tolerance() {
		return nil
	}
	c.quantity = "end"
	return []string{fmt.Sprintf(
		"The trace ends after step %d, but a pair still violates the KKT conditions by %s, which is not below %s.", n,
		anatomy.Num(v), anatomy.Num(c.tolerance()),
	)}
}

// checkPoints returns nil if k and l are the numbers of two points, and otherwise an
// explanation.
func (c *pairComparer) checkPoints(k, l float64, hasPair bool) []string {
	n := c.state.Len()
	isPoint := func(v float64) bool { return v == math.Trunc(v) && v >= 1 && v <= float64(n) }
	switch {
	case !hasPair:
		return []string{"There is no pair: the trace needs the columns k and l."}
	case k == 0 || l == 0:
		return []string{
			fmt.Sprintf("The pair is (%s, %s): in a trace points count from 1.", anatomy.Num(k), anatomy.Num(l)),
		}
	case !isPoint(k) || !isPoint(l) || k == l:
		return []string{
			fmt.Sprintf("The pair is (%s, %s): it needs two different points from 1 to %d.", anatomy.Num(k),
				anatomy.Num(l), n),
		}
	}
	return nil
}

// checkChoice returns nil if the rule of the task could choose the pair, and otherwise an
// explanation.
func (c *pairComparer) checkChoice(p anatomy.Pair) []string {
	rule := anatomy.RuleOf(c.smo.Rule)
	if v := c.violation(); v < c.tolerance() {
		c.quantity = "end"
		return []string{
			fmt.Sprintf("The run has converged already: no pair violates the KKT conditions by %s or more.",
				anatomy.Num(c.tolerance())),
		}
	}
	if !rule.Extreme {
		if c.state.PairViolation(p.K, p.L) > 0 || rule.AnyDirection {
			return nil
		}
		return []string{fmt.Sprintf("The pair (%d, %d) cannot raise g.", p.K+1, p.L+1), rule.Words}
	}
	bestPair := c.ruleChoice(rule)
	if bestPair == [2]int{p.K, p.L} || rule.Tied(c.state, bestPair[0], bestPair[1], p.K, p.L) {
		return nil
	}
	words := []string{
		fmt.Sprintf("The pair is (%d, %d), but the rule takes (%d, %d).", p.K+1, p.L+1, bestPair[0]+1, bestPair[1]+1),
		rule.Words,
		fmt.Sprintf("F%s = %s and F%s = %s; the trace's F%s = %s and F%s = %s.", anatomy.Sub(bestPair[0]+1),
			anatomy.Num(c.state.F(bestPair[0])), anatomy.Sub(bestPair[1]+1), anatomy.Num(c.state.F(bestPair[1])),
			anatomy.Sub(p.K+1), anatomy.Num(c.state.F(p.K)), anatomy.Sub(p.L+1), anatomy.Num(c.state.F(p.L))),
	}
	switch {
	case bestPair == [2]int{p.L, p.K}:
		words = append(words, "k and l are swapped.")
	case !c.state.InUp(p.K):
		words = append(words, fmt.Sprintf("tα of point %d cannot grow: it is at its bound.", p.K+1))
	case !c.state.InLow(p.L):
		words = append(words, fmt.Sprintf("tα of point %d cannot shrink: it is at its bound.", p.L+1))
	}
	return words
}

// ruleChoice returns the pair that a rule with Extreme set chooses. Such a rule compares all
// points. Of several equal points it takes the first.
func (c *pairComparer) ruleChoice(rule anatomy.RuleRow) [2]int {
	_, _, k, _ := c.state.Thresholds()
	l, _ := rule.Best(c.state, k, -1)
	return [2]int{k, l}
}

// descentColumns returns the columns of a step of a descent: f and the residual of
// each point before the step, and its coefficient after it.
func descentColumns(n int) []traceColumn {
	var out []traceColumn
	for _, kind := range []struct {
		quantity string
		letters  []string
	}{{"f", []string{"f"}}, {"r", []string{"r"}}, {"anew", []string{"a", "c"}}} {
		for i := range n {
			var names []string
			for _, letter := range kind.letters {
				names = append(names, fmt.Sprint(letter, i+1))
			}
			out = append(out, traceColumn{kind.quantity, names})
		}
	}
	return out
}

// descentComparer is the comparer for gradient descent in the dual.
type descentComparer struct {
	comparison
	task        Task
	problem     *solvers.Problem
	descent     anatomy.Descent
	coef        []float64    // before the step
	correctStep solvers.Step // of the correct run, which decides where the task ends
}

// step compares all f, then all residuals, then all coefficients. That is the order
// of a program that keeps the old a until the new one is complete.
func (c *descentComparer) step(n int, row Row) (words []string, ok bool) {
	if c.correctStep.Status.Done() {
		c.quantity = "end"
		return []string{fmt.Sprintf("The task ends after step %d.", n-1)}, false
	}
	points := len(c.coef)
	f := c.descent.ScoresAt(c.coef)
	after := make([]float64, points)
	derivations := make([]anatomy.Derivation, points)
	for i := range points {
		derivations[i] = c.descent.Derivation(i, c.coef, f[i])
		after[i] = c.coef[i] + c.descent.ChangeOf(c.coef[i], c.descent.ResidualAt(i, f[i]))
	}
	hasColumn := false
	for column, col := range c.columns {
		if _, _, found := row.find(col.names); !found {
			continue
		}
		hasColumn = true
		if words, ok := c.compareColumn(derivations[column%points], column, row); !ok {
			return words, false
		}
	}
	if !hasColumn {
		c.quantity = "end"
		return []string{"There is nothing to compare: the trace needs the columns a1, a2 …, one for each point."}, false
	}
	next, err := c.task.Solver.Next(c.problem, c.correctStep)
	if err != nil {
		c.quantity = "end"
		return []string{fmt.Sprintf("The right run goes no further: %v.", err)}, false
	}
	c.coef, c.correctStep = after, next
	return c.compareObjective(row, []string{"loss", "objective"}, c.descent.ObjectiveFormula,
		c.descent.Value(after, c.descent.ScoresAt(after)))
}

// compareColumn compares the number in a column with the result of its formula. It also passes on
// the numbers of the same point in earlier columns, but these are right, so only the last can be
// wrong.
func (c *descentComparer) compareColumn(derivation anatomy.Derivation, column int, row Row) (words []string, ok bool) {
	i := column % len(c.coef)
	var pointColumns []traceColumn
	for k := i; k <= column; k += len(c.coef) {
		pointColumns = append(pointColumns, c.columns[k])
	}
	if words, ok = c.compareNumbers(derivation, pointColumns, row); ok {
		return nil, true
	}
	c.point = i + 1
	if c.quantity != "f" {
		return words, false
	}
	words = []string{words[0],
		fmt.Sprintf("%s = Σⱼ aⱼK%sⱼ, with every aⱼ as it was before this step.", derivation.Get("f").Symbol,
			anatomy.Sub(i+1))}
	if slip := c.scoreSlip(row); slip != "" {
		words = append(words, slip)
	}
	return words, false
}

// scoreSlip returns the advice for a known slip that explains every f of a row, or "".
func (c *descentComparer) scoreSlip(row Row) string {
	scoresWith := func(weight func(j int) float64) []float64 {
		weights := make([]float64, len(c.coef))
		for j := range weights {
			weights[j] = weight(j)
		}
		return c.descent.Scores(weights, nil)
	}
	scoresAlone := make([]float64, len(c.coef))
	for i, a := range c.coef {
		scoresAlone[i] = a * c.descent.Gram.At(i, i)
	}
	for _, slip := range []struct {
		f      []float64
		advice string
	}{
		{c.inPlace(), "It looks as if some aᵢ had changed already. First compute every f from the old aᵢ, and only then change them."},
		{scoresWith(func(int) float64 { return 1 }), "It looks as if each row of K was added up without a."},
		{scoresAlone, "It looks as if each point was taken alone. Every f is a sum over all points."},
		{scoresWith(func(j int) float64 { return c.coef[j] * anatomy.PlusMinus(c.descent.Y[j]) }),
			"It looks as if the labels are in the sum. Here a already has its sign."},
		{scoresWith(func(j int) float64 { return c.coef[j] * anatomy.ZeroOne(c.descent.Y[j]) }),
			"It looks as if the labels are in the sum. Here a already has its sign."},
	} {
		if c.matchesScores(slip.f, row) {
			return slip.advice
		}
	}
	return ""
}

// matchesScores reports whether the scores in a row agree with f. Missing columns are
// ignored.
func (c *descentComparer) matchesScores(f []float64, row Row) bool {
	for i, col := range c.columns[:len(f)] {
		if have, _, ok := row.find(col.names); ok && !c.near(have, f[i]) {
			return false
		}
	}
	return true
}

// inPlace returns the scores that a program computes if it updates each coefficient a_i
// immediately.
func (c *descentComparer) inPlace() []float64 {
	a, f := slices.Clone(c.coef), make([]float64, len(c.coef))
	for i := range a {
		f[i] = c.descent.ScoresAt(a)[i]
		a[i] += c.descent.ChangeOf(a[i], c.descent.ResidualAt(i, f[i]))
	}
	return f
}

// checkEnd requires every step of the task.
func (c *descentComparer) checkEnd(n int) []string {
	if c.correctStep.Status.Done() {
		return nil
	}
	c.quantity = "end"
	return []string{fmt.Sprintf("The trace ends after step %d, but the task goes on.", n)}
}
