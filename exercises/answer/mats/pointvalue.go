package mats

import (
	"maps"
	"strings"

	"kernellab/exercises/budget"
	"kernellab/kernels/expr"
)

// over adds what a sum runs over, point by point.
func (w world) over(n *node, work *budget.Budget) (value, *misfit) {
	var out value
	for i := range w.sizes["n"].size {
		v, err := w.with(n.index, i).eval(n.args[0], work)
		if err != nil {
			return value{}, err
		}
		if i == 0 {
			out = v
			continue
		}
		if out, err = out.plus(v); err != nil {
			return value{}, err
		}
	}
	return out, nil
}

// with is the world in which an index stands for a point.
func (w world) with(index string, point int) world {
	w.at = maps.Clone(w.at)
	if w.at == nil {
		w.at = map[string]int{}
	}
	w.at[index] = point
	return w
}

// entry is the number of a point, its row as a column, or an entry of a matrix of
// pairs.
func (w world) entry(n *node) (value, *misfit) {
	v := w.values[n.text]
	if v.kind != matrix || v.rows.name != "n" || len(n.index) == 2 && v.cols.name != "n" {
		return value{}, misfitf("%s is %s: it has no part for %s", glyph(n.text), v.shape(), n.index)
	}
	i := w.at[n.index[:1]]
	if len(n.index) == 2 {
		return numberOf(v.at[i*v.cols.size+w.at[n.index[1:]]]), nil
	}
	row := v.at[i*v.cols.size : (i+1)*v.cols.size]
	if len(row) == 1 && v.cols == one {
		return numberOf(row[0]), nil
	}
	out := zeros(v.cols, one)
	copy(out.at, row)
	return out, nil
}

// function takes s, exp or max(0, ·) of every entry. Over the field they are
// random functions with their laws: exp(−u) = 1/exp(u), s(u) = 1/(1 + exp(−u)),
// max(0, u) − max(0, −u) = u. Two formulas that agree there agree by these laws.
func (w world) function(name string, v value) value {
	out := v
	out.at = make([]elem, len(v.at))
	for i, u := range v.at {
		switch name {
		case "exp":
			out.at[i] = w.exp(u)
		case "s":
			out.at[i] = elem(1).add(w.exp(u.neg())).inv()
		default:
			out.at[i] = u.add(w.random(u.mul(u))).mul(elem(2).inv())
		}
	}
	return out
}

func (w world) exp(u elem) elem { return w.random(u).mul(w.random(u.neg()).inv()) }

// random is a polynomial with random coefficients.
func (w world) random(u elem) elem {
	var out elem
	for _, c := range w.hidden {
		out = out.mul(u).add(c)
	}
	return out
}

// entries is the product entry by entry; a number multiplies all of them.
func (v value) entries(u value) (value, *misfit) {
	if v.kind != matrix || u.kind != matrix || v.isNumber() || u.isNumber() {
		return v.times(u)
	}
	if v.rows != u.rows || v.cols != u.cols {
		return value{}, misfitf("%s and %s have no product entry by entry", v.shape(), u.shape())
	}
	out := v
	out.at = make([]elem, len(v.at))
	for i := range v.at {
		out.at[i] = v.at[i].mul(u.at[i])
	}
	return out, nil
}

// free adds the indices of a formula that no sum binds.
func (n *node) free(into map[string]bool, bound string) {
	switch n.op {
	case opEntry:
		for _, r := range n.index {
			if !strings.ContainsRune(bound, r) {
				into[string(r)] = true
			}
		}
	case opOver:
		bound += n.index
	}
	for _, a := range n.args {
		a.free(into, bound)
	}
}

// isBare reports a formula for one point, without index: with φ or ∂f/∂w as they
// stand, or a sum that does not say over what.
func (n *node) isBare(of *points) bool {
	if n.op == opLetter && of.rows[n.text] || n.op == opOver && n.index == "" {
		return true
	}
	for _, a := range n.args {
		if a.isBare(of) {
			return true
		}
	}
	return false
}

// filled puts an index to every part that has a value for each point.
func (n *node) filled(of *points, index string) *node {
	out := *n
	switch {
	case n.op == opLetter && (of.rows[n.text] || of.perPoint[strings.TrimSuffix(n.text, "←")]):
		out.op, out.index = opEntry, index
	case n.op == opOver && n.index == "":
		out.index = index
	}
	out.args = nil
	for _, a := range n.args {
		out.args = append(out.args, a.filled(of, index))
	}
	return &out
}

// pointwise is the text of what only points have.
func (n *node) pointwise() string {
	switch n.op {
	case opOver:
		return "Σ" + expr.Subscript(n.index) + " " + n.args[0].within(opProduct)
	case opEntries:
		return n.args[0].within(opProduct) + " ∘ " + n.args[1].within(opProduct)
	case opEntry:
		sub := expr.Subscript(n.index)
		if over, under, ok := strings.Cut(glyph(n.text), "/"); ok {
			if under == "∂f" {
				under += sub
			}
			return over + sub + "/" + under
		}
		return glyph(n.text) + sub
	}
	inside := n.args[0].String()
	switch n.text {
	case "exp":
		return "e^(" + inside + ")"
	case "max":
		return "max(0, " + inside + ")"
	}
	return n.text + "(" + inside + ")"
}
