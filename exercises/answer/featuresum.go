package answer

import "kernellab/exercises"

// sumForList recognises the features added up instead of listed: that is one
// number for each x, and φ(x) is several.
func (t FeatureTask) sumForList(e Expr) (Result, bool) {
	entries := e.List()
	if len(entries) != 1 || len(t.Canonical) < 2 || entries[0].out {
		return Result{}, false
	}
	terms := summands(entries[0].root)
	if len(terms) < 2 {
		return Result{}, false
	}
	r := newResult(exercises.NotEqual, "This is one number for each x, a sum of %d terms; φ(x) is a list of features.", len(terms))
	return r.known("sum", "It looks as if the features were added up. Write them one after the other, with commas between them."), true
}
