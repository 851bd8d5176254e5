package answer

// Has reports whether an expression has a form, decided on its tree.
func (e Expr) Has(f Form) bool { return f.holds(e) }
