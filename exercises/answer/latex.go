package answer

import "unicode"

// commands are the LaTeX commands that stand for one sign. Others lose their
// backslash: \\sqrt is sqrt.
var commands = [...]struct{ name, sign string }{
	{"left", ""}, {"right", ""}, {"cdot", "*"}, {"times", "*"}, {"langle", "<"}, {"rangle", ">"}, {"mathrm", ""}, {"displaystyle", ""},
	{"lVert", "‖"}, {"rVert", "‖"}, {"Vert", "‖"}, {"|", "‖"}, {"lvert", "|"}, {"rvert", "|"}, {"quad", ""}, {",", ""}, {";", ""}, {"!", ""}, {" ", ""},
	{"{", "{"}, {"}", "}"}, {"circ", "∘"}, {"odot", "∘"}, {"bigl", ""}, {"bigr", ""}, {"big", ""}, {"Big", ""}, {"Bigl", ""}, {"Bigr", ""}, {"limits", ""},
	{"qquad", ""}, {"%", "%"},
}

// latex reads a backslash: a command that stands for one sign, or else nothing.
func (lx *lexer) latex(p int) int {
	lx.space = true
	if end := lx.environment(p); end > 0 {
		return end
	}
	for _, c := range commands {
		end := p + 1 + len(c.name)
		if !lx.hasAt(p+1, c.name) || unicode.IsLetter(rune(c.name[0])) && unicode.IsLetter(runeAt(lx.src, end)) {
			continue
		}
		switch c.sign {
		case "":
		case "‖":
			lx.emit(token{kind: tokNorm, text: c.sign, at: p, end: end})
		default:
			lx.emit(token{kind: tokPunct, text: c.sign, at: p, end: end})
		}
		return end
	}
	return p + 1
}

// matrices are the environments that write a vector or a matrix.
var matrices = [...]string{"bmatrix", "pmatrix", "vmatrix", "matrix", "smallmatrix", "array"}

// environment reads \begin{bmatrix} and \end{bmatrix} as the brackets of a list,
// and the \\ between them as what separates its rows; 0 for anything else.
func (lx *lexer) environment(p int) int {
	if lx.matrix && runeAt(lx.src, p+1) == '\\' {
		if lx.rows {
			lx.brackets("],[", p, p+2)
		} else {
			lx.brackets(",", p, p+2)
		}
		return p + 2
	}
	for _, name := range matrices {
		for _, side := range []string{"begin", "end"} {
			command := side + "{" + name + "}"
			if !lx.hasAt(p+1, command) {
				continue
			}
			end := p + 1 + len([]rune(command))
			if side == "end" {
				return lx.endMatrix(p, end)
			}
			return lx.beginMatrix(p, end)
		}
	}
	return 0
}

// beginMatrix opens a list, of rows where its entries stand beside each other.
// How the columns of an array are set, as in {cc}, is stepped over.
func (lx *lexer) beginMatrix(p, end int) int {
	if lx.hasAt(p, "\\begin{array}{") {
		for end < len(lx.src) && lx.src[end] != '}' {
			end++
		}
		end++
	}
	lx.matrix, lx.rows = true, false
	for i := end; i < len(lx.src) && !lx.hasAt(i, "\\end"); i++ {
		lx.rows = lx.rows || lx.src[i] == '&'
	}
	lx.space = false // as in 2[1, 3]
	lx.brackets("[", p, end)
	if lx.rows {
		lx.brackets("[", p, end)
	}
	return min(end, len(lx.src))
}

func (lx *lexer) endMatrix(p, end int) int {
	n := len(lx.toks)
	if lx.rows && n > 2 && lx.toks[n-1].is("[") && lx.toks[n-2].is(",") {
		lx.toks = lx.toks[:n-3] // \\ behind the last row
	} else if n > 0 && lx.toks[n-1].is(",") {
		lx.toks = lx.toks[:n-1]
	}
	lx.brackets("]", p, end)
	if lx.rows {
		lx.brackets("]", p, end)
	}
	lx.matrix, lx.rows = false, false
	return end
}

// brackets notes tokens of one rune each that stand for what is typed from p to
// end.
func (lx *lexer) brackets(signs string, p, end int) {
	for _, sign := range signs {
		lx.emit(token{kind: tokPunct, text: string(sign), at: p, end: end})
	}
}

// hasAt reports whether ASCII text stands at p.
func (lx *lexer) hasAt(p int, text string) bool {
	for i := range len(text) {
		if runeAt(lx.src, p+i) != rune(text[i]) {
			return false
		}
	}
	return true
}
