package submission

import (
	"fmt"
	"slices"

	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// descentColumns returns the columns of a step of a descent: f and the residual of
// each point before the step, and its coefficient after it.
func descentColumns(n int) []named {
	var out []named
	for _, of := range []struct {
		quantity string
		letters  []string
	}{{"f", []string{"f"}}, {"r", []string{"r"}}, {"anew", []string{"a", "c"}}} {
		for i := range n {
			var names []string
			for _, letter := range of.letters {
				names = append(names, fmt.Sprint(letter, i+1))
			}
			out = append(out, named{of.quantity, names})
		}
	}
	return out
}

// descent follows gradient descent in the dual.
type descent struct {
	comparison
	task    Task
	problem *solvers.Problem
	d       anatomy.Descent
	a       []float64    // before the step
	at      solvers.Step // of the right run, which decides where the task ends
}

// step compares all f, then all residuals, then all coefficients. That is the order
// of a program that keeps the old a until the new one is complete.
func (c *descent) step(n int, row Row) (words []string, ok bool) {
	if c.at.Status.Done() {
		c.quantity = "end"
		return []string{fmt.Sprintf("The task ends after step %d.", n-1)}, false
	}
	points := len(c.a)
	f := c.d.ScoresAt(c.a)
	after := make([]float64, points)
	steps := make([]anatomy.Derivation, points)
	for i := range points {
		steps[i] = c.d.Derivation(i, c.a, f[i])
		after[i] = c.a[i] + c.d.Move(c.a[i], c.d.ResidualAt(i, f[i]))
	}
	seen := false
	for at, col := range c.columns {
		if _, _, has := row.find(col.names); !has {
			continue
		}
		seen = true
		if words, ok := c.number(steps[at%points], at, row); !ok {
			return words, false
		}
	}
	if !seen {
		c.quantity = "end"
		return []string{"There is nothing to compare: the trace needs the columns a1, a2 …, one for each point."}, false
	}
	next, err := c.task.Solver.Next(c.problem, c.at)
	if err != nil {
		c.quantity = "end"
		return []string{fmt.Sprintf("The right run goes no further: %v.", err)}, false
	}
	c.a, c.at = after, next
	return c.objective(row, []string{"loss", "objective"}, c.d.Sum, c.d.Value(after, c.d.ScoresAt(after)))
}

// number compares the number in a column. The earlier numbers of the same point are
// right.
func (c *descent) number(sheet anatomy.Derivation, at int, row Row) (words []string, ok bool) {
	i := at % len(c.a)
	var own []named
	for k := i; k <= at; k += len(c.a) {
		own = append(own, c.columns[k])
	}
	if words, ok = c.numbers(sheet, own, row); ok {
		return nil, true
	}
	c.point = i + 1
	if c.quantity != "f" {
		return words, false
	}
	words = []string{words[0],
		fmt.Sprintf("%s = Σⱼ aⱼK%sⱼ, with every a as it was before this step.", sheet.Get("f").Symbol,
			anatomy.Sub(i+1))}
	if slip := c.scored(row); slip != "" {
		words = append(words, slip)
	}
	return words, false
}

// scored returns the advice for a known slip that explains every f of a row, or "".
func (c *descent) scored(row Row) string {
	weighed := func(of func(j int) float64) []float64 {
		with := make([]float64, len(c.a))
		for j := range with {
			with[j] = of(j)
		}
		return c.d.Scores(with, nil)
	}
	alone := make([]float64, len(c.a))
	for i, a := range c.a {
		alone[i] = a * c.d.Gram.At(i, i)
	}
	for _, slip := range []struct {
		f    []float64
		says string
	}{
		{c.inPlace(), "It looks as if some a had been changed already: all f come first, from the a before the step, and then every a moves."},
		{weighed(func(int) float64 { return 1 }), "It looks as if each row of K was added up without a."},
		{alone, "It looks as if each point was taken alone. All points take part in every f."},
		{weighed(func(j int) float64 { return c.a[j] * anatomy.PM(c.d.Y[j]) }),
			"It looks as if labels stand in the sum. Here a has its sign already."},
		{weighed(func(j int) float64 { return c.a[j] * anatomy.ZeroOne(c.d.Y[j]) }),
			"It looks as if labels stand in the sum. Here a has its sign already."},
	} {
		if c.scores(slip.f, row) {
			return slip.says
		}
	}
	return ""
}

// scores reports whether a row agrees with these f in all columns that it has.
func (c *descent) scores(f []float64, row Row) bool {
	for i, col := range c.columns[:len(f)] {
		if have, _, ok := row.find(col.names); ok && !c.near(have, f[i]) {
			return false
		}
	}
	return true
}

// inPlace returns every f in a program that updates each a immediately.
func (c *descent) inPlace() []float64 {
	a, f := slices.Clone(c.a), make([]float64, len(c.a))
	for i := range a {
		f[i] = c.d.ScoresAt(a)[i]
		a[i] += c.d.Move(a[i], c.d.ResidualAt(i, f[i]))
	}
	return f
}

// rest requires every step of the task.
func (c *descent) rest(n int) []string {
	if c.at.Status.Done() {
		return nil
	}
	c.quantity = "end"
	return []string{fmt.Sprintf("The trace ends after step %d, and the task goes on.", n)}
}
