package expr

import (
	"slices"
	"unicode"
)

// texSigns maps commands of LaTeX to the signs that they mean. A command without a
// sign only changes how a formula looks.
var texSigns = map[string]string{
	"left": "", "right": "", "big": "", "Big": "", "bigl": "", "bigr": "", "Bigl": "", "Bigr": "", "bigg": "",
	"Bigg":   "",
	"limits": "", "displaystyle": "", "quad": "", "qquad": "", ",": "", ";": "", "!": "", ":": "", "(": "", ")": "",
	"mathbf": "", "mathrm": "", "mathcal": "", "mathbb": "", "mathit": "", "boldsymbol": "", "bm": "", "vec": "",
	"text":         "",
	"operatorname": "",
	"cdot":         "·", "times": "·", "circ": "∘", "odot": "∘", "langle": "⟨", "rangle": "⟩",
	"{": "{", "}": "}", "%": "%",
	"lVert": "‖", "rVert": "‖", "Vert": "‖", "|": "‖", "lvert": "|", "rvert": "|", "vert": "|", "mid": "|",
	"le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "lt": "<", "gt": ">", "approx": "≈", "in": "∈", "infty": "∞",
	"leftarrow": "←", "gets": "←", "emptyset": "∅", "varnothing": "∅", "top": "ᵀ", "intercal": "ᵀ", "partial": "∂",
	"nabla": "∇", "ell": "ℓ", "varphi": "φ", "varepsilon": "ε", "Theta": "Θ", "Omega": "Ω",
	"dfrac": "frac", "tfrac": "frac",
	"dbinom": "binom", "tbinom": "binom",
}

// PlainTeX replaces the commands of LaTeX by their signs and blanks, so that
// positions stay. Any other command with several letters loses its backslash, as
// \sqrt does. The commands that structure a text stay: \begin, \end, \choose, \over
// and \\. So does a backslash that begins no command, for the caller to refuse.
func PlainTeX(src []rune) []rune {
	if !slices.Contains(src, '\\') && !slices.Contains(src, '$') {
		return src
	}
	out := slices.Clone(src)
	for i := 0; i < len(out); {
		switch out[i] {
		case '$':
			out[i] = ' '
		case '\\':
			i = texCommand(out, i)
			continue
		}
		i++
	}
	return out
}

// texCommand replaces the command at a position and returns the position from which
// to read on.
func texCommand(out []rune, at int) int {
	end := at + 1
	for end < len(out) && out[end] < 0x80 && unicode.IsLetter(out[end]) {
		end++
	}
	if end == at+1 {
		end = min(end+1, len(out))
	}
	name := string(out[at+1 : end])
	sign, known := texSigns[name]
	switch {
	case !known && (len(name) < 2 || slices.Contains([]string{"begin", "end", "choose", "over"}, name)):
		return end
	case !known:
		out[at] = ' '
		return end
	}
	for i := at; i < end; i++ {
		out[i] = ' '
	}
	to := at // beside what precedes it, as in K_{k\ell}
	if end < len(out) && (out[end] == '_' || out[end] == '^' || out[end] == '{') {
		to = end - len([]rune(sign)) // beside what follows, as in \ell_i
	}
	copy(out[to:end], []rune(sign))
	if sign == "" && end < len(out) && out[end] == '{' {
		return ungrouped(out, end)
	}
	return end
}

// ungrouped removes the braces at a position that enclose letters, as in \mathbf{x}_1.
// What they enclose stays beside what follows.
func ungrouped(out []rune, open int) int {
	depth := 0
	for i := open; i < len(out); i++ {
		switch out[i] {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth == 0 {
			copy(out[open+2:i+1], slices.Clone(out[open+1:i]))
			out[open], out[open+1] = ' ', ' '
			break
		}
	}
	return open
}
