package answer

import (
	"slices"
	"strings"
	"unicode"

	"kernellab/exercises/budget"
	"kernellab/kernels/expr"
)

// Scope defines which names a task allows and what they mean. The zero Scope allows only
// numbers and the elementary functions. Names are written in ASCII ("x1", "eta"). The
// student may also write x_1, x₁ or η.
type Scope struct {
	// Vars are scalar variables.
	Vars []string
	// Positive are the names in Vars of variables greater than zero, so that √(c²) = c.
	Positive []string
	// Signs are the variables and arrays whose values are −1 or +1, so that y² = 1.
	Signs []string
	// Bits are the variables and arrays whose values are 0 or 1, so that y² = y.
	Bits []string
	// InUnitInterval are the names in Vars of variables between 0 and 1, such as probabilities.
	InUnitInterval []string
	// AtMost maps a positive variable to a variable that it does not exceed: {"alpha": "C"}
	// means α ≤ C.
	AtMost map[string]string
	// Alias maps other names to allowed names: {"x": "x1"} means that x denotes x1.
	Alias map[string]string
	// Definitions maps further names to expressions in the names of the scope: {"dot": "x'z"}.
	Definitions map[string]string
	// Values maps variables to numbers that the task has given. The student may write the
	// number instead of the variable.
	Values map[string]string
	// Arrays are vectors and matrices, such as a, t and K, or x and z in ℝᵈ.
	Arrays []Array
	// Indices are the letters that can be an index, such as "i" and "j". An index runs from 1 to N.
	// An index that no sum binds is free, and the answer is judged for each value of a free index.
	// If Indices is empty and all arrays have the same length, all [IndexLetters] that denote
	// nothing else can be indices.
	Indices []string
	N       int
	// Sizes lists the values of N for which an answer is judged, starting with N itself. It is
	// empty if the vectors have a fixed length. CountLetter is the letter that denotes N, or "".
	Sizes       []int
	CountLetter string
	// Logistic allows s(u) = 1/(1+e^−u), also written σ(u), sigma, sigmoid and
	// logistic.
	Logistic bool
	// Kernel maps the name of a function of two points to the name of an array with its values. If
	// the array is a matrix, as in {"k": "K"}, k(x_i, x_j) is read as K_ij. If it is a vector, its
	// entry i is the value at the points x_i and Query: with {"k": "k"}, k(x_i, x) is read as k_i.
	Kernel map[string]string
	// Query is the name of a further point, at which a function such as f(x) = Σ a_i k(x_i, x) is
	// evaluated. It is written without an index.
	Query string

	// Units are the units that may follow the answer, such as "GB".
	Units []string
	// Entries is the number of entries that the answer must have, or 0 if any number is allowed. If
	// a text can be understood in several ways, one with this number of entries is preferred.
	Entries int

	allowsBareLog bool       // log n is allowed for log(n)
	vocabulary    vocabulary // the names that the lexer knows; nil until withSpellings computes them
	// work limits the computing steps spent on a student's text. It is nil, which means no limit,
	// while a text by the author of the task is read.
	work *budget.Budget
}

// withBudget returns the scope with the given budget.
func (s *Scope) withBudget(work *budget.Budget) *Scope {
	if work == nil || s.work == work {
		return s
	}
	out := *s
	out.work = work
	return &out
}

// withVocabulary returns the scope with the accepted spellings of all names, so that a judge that
// parses many texts computes them once.
func (s Scope) withVocabulary() Scope {
	s.vocabulary = s.withIndices().withSpellings().vocabulary
	return s
}

// withSpellings is like withVocabulary for a scope that has its index letters already. It is called
// once before an ambiguous text is parsed several times.
func (s *Scope) withSpellings() *Scope {
	if s.vocabulary != nil {
		return s
	}
	out := *s
	out.vocabulary = vocabularyOf(s)
	return &out
}

// Array is a vector (one dimension) or a matrix (two dimensions).
type Array struct {
	Name        string
	Dims        []int
	Symmetric   bool // K_ij and K_ji are the same symbol
	HoldsPoints bool // the elements are points, which may only occur as arguments of a kernel
	Gram        bool // the elements are inner products of vectors
}

// internalNames returns the internal name of a variable. For a vector, it also returns the internal
// names of the entries.
func (s *Scope) internalNames(name string) []string {
	name = canonName(name)
	out := []string{name}
	if a := s.array(name); a != nil && len(a.Dims) == 1 {
		for i := range a.Dims[0] {
			out = append(out, entry(a, []int{i + 1}, 0).text)
		}
	}
	return out
}

// isPositive reports whether a variable is known to be greater than zero.
func (s *Scope) isPositive(name string) bool {
	return slices.ContainsFunc(s.Positive, func(p string) bool { return canonName(p) == name })
}

// IndexLetters returns the letters that are usual for an index.
func IndexLetters() []string { return []string{"i", "j", "l", "k", "m", "p", "q", "r", "s"} }

// withIndices returns the scope with all index letters if all arrays have the same length and no
// indices are declared.
func (s *Scope) withIndices() *Scope {
	if len(s.Indices) > 0 || len(s.Arrays) == 0 {
		return s
	}
	n := s.Arrays[0].Dims[0]
	for _, a := range s.Arrays {
		if slices.ContainsFunc(a.Dims, func(d int) bool { return d != n }) {
			return s
		}
	}
	out := *s
	out.Indices, out.N = IndexLetters(), n
	return &out // if s has a vocabulary, it includes these indices already
}

func (s *Scope) array(name string) *Array {
	for i := range s.Arrays {
		if s.Arrays[i].Name == name {
			return &s.Arrays[i]
		}
	}
	return nil
}

// pointNames returns the names that may be arguments of a kernel.
func pointNames(s *Scope) []string {
	var out []string
	for _, a := range s.Arrays {
		if a.HoldsPoints {
			out = append(out, a.Name)
		}
	}
	if s.Query != "" {
		out = append(out, s.Query)
	}
	return out
}

// functions lists the functions known in every task with their number of arguments.
// −1 means one or more.
var functions = [...]struct {
	name  string
	canon string
	arity int
}{
	{"sqrt", "sqrt", 1}, {"root", "sqrt", 1}, {"exp", "exp", 1}, {"ln", "ln", 1}, {"log", "ln", 1},
	{"abs", "abs", 1}, {"sin", "sin", 1}, {"cos", "cos", 1}, {"tan", "tan", 1}, {"tanh", "tanh", 1},
	{"sinh", "sinh", 1}, {"cosh", "cosh", 1}, {"min", "min", -1}, {"max", "max", -1}, {"sign", "sign", 1},
	{"choose", "choose", 2}, {"binom", "choose", 2}, {"C", "choose", 2}, {"factorial", "factorial", 1},
	{"binomial", "choose", 2}, {"comb", "choose", 2}, {"nCr", "choose", 2}, {"nchoosek", "choose", 2},
	{"sgn", "sign", 1}, {"pow", "pow", 2}, {"transpose", "transpose", 1}, {"log2", "log2", 1}, {"log10", "log10", 1},
	{"norm", "norm", 1}, {"dot", "dot", 2}, {"inner", "dot", 2}, {"sum", "sum", 2},
	{"frac", "frac", 2}, {"tfrac", "frac", 2}, {"dfrac", "frac", 2},
}

// arityOf returns the number of arguments of a function with the given canonical
// name.
func arityOf(canon string) int {
	if canon == "s" || canon == "sigmoid" {
		return 1
	}
	for _, f := range functions {
		if f.canon == canon {
			return f.arity
		}
	}
	return 2 // a kernel
}

// canonName returns the internal spelling of a declared or typed name: letters in
// ASCII, then digits.
func canonName(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '_' || r == '{' || r == '}':
		case greekName(r) != "":
			b.WriteString(greekName(r))
		case expr.FromSubscript(r) != 0:
			b.WriteRune(expr.FromSubscript(r))
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		}
	}
	return b.String()
}

// DualNames are the names in an update rule for dual coefficients, such as a_i ← a_i + η(t_i − f_i).
type DualNames struct {
	Weights string   // name of the coefficients, such as a or alpha
	Targets string   // name of the targets, such as t or y
	Signs   bool     // whether the targets are −1 or +1
	Bits    bool     // whether the targets are 0 or 1
	Scalars []string // names of scalars, such as eta, gamma and n, which are assumed to be positive
	// Logistic allows s(u), also written σ(u).
	Logistic bool
}

// DualScope returns the scope of an update rule for one dual coefficient a_i. It has weights a_i,
// targets t_i, the symmetric matrix K_ij, also written k(x_i, x_j), and index letters. Answers are
// judged for several numbers of points. If n is among the scalars, n denotes the number of points.
func DualScope(d DualNames) Scope {
	s := trainingScope(d.Weights, d.Targets, d.Signs)
	if d.Bits {
		s.Bits = []string{d.Targets}
	}
	s.Vars, s.Positive, s.Logistic = d.Scalars, d.Scalars, d.Logistic
	return s.AnySize(countLetter(d.Scalars))
}

// ExpansionNames are the names in a kernel expansion f(x) = Σ aᵢyᵢk(xᵢ, x) + b.
type ExpansionNames struct {
	Weights string   // name of the coefficients, such as a or alpha
	Labels  string   // name of the labels −1 or +1, such as y or t; "" if there are none
	Scalars []string // names of scalars, such as b
}

// ExpansionScope returns the scope of a kernel expansion at a point x. It has weights a_i and
// labels y_i. Inside the kernel, it has the training points x_i and the query point x, as in
// k(x_i, x) and k(x_i, x_j), also written K_ij. As in [DualScope], answers are judged for several
// numbers of points. It is known that yᵢ² = 1 and that k is symmetric.
func ExpansionScope(m ExpansionNames) Scope {
	s := trainingScope(m.Weights, m.Labels, true)
	s.Vars, s.Query = m.Scalars, "x"
	return s.AnySize(countLetter(m.Scalars))
}

// countLetter returns "n", the letter for the number of points, if it is among the scalars, and
// otherwise "".
func countLetter(scalars []string) string {
	if slices.Contains(scalars, "n") {
		return "n"
	}
	return ""
}

// trainingScope returns a scope with three points, their kernel, weights and labels.
func trainingScope(weights, labels string, signs bool) Scope {
	s := Scope{
		Arrays: []Array{
			{Name: weights, Dims: []int{3}},
			{Name: "K", Dims: []int{3, 3}, Symmetric: true, Gram: true},
			{Name: "x", Dims: []int{3}, HoldsPoints: true},
		},
		Indices: IndexLetters(), N: 3,
		Kernel: map[string]string{"k": "K"},
	}
	if labels != "" {
		s.Arrays = append(s.Arrays, Array{Name: labels, Dims: []int{3}})
	}
	if labels != "" && signs {
		s.Signs = []string{labels}
	}
	return s
}

// WithQuery declares that the vector k of the scope holds the kernel values between the points and a
// new point x. The student may write k(x_j, x) for k_j.
func (s Scope) WithQuery(k string) Scope {
	s.Arrays = append(s.Arrays[:len(s.Arrays):len(s.Arrays)], Array{Name: "x", Dims: []int{s.N}, HoldsPoints: true})
	s.Kernel, s.Query = map[string]string{k: k}, "x"
	return s
}

// kernel expands k(x_i, x_j) to K_ij. It expands k(x_i, x) to an entry of the array if that is a
// vector, and otherwise to a scalar variable for the kernel value between point i and the query
// point.
func (lw *lowerer) kernel(n *node, arrayName string) tensor {
	idx := &node{op: opArray, text: arrayName, pos: n.pos}
	queries := 0
	for _, a := range n.args {
		switch {
		case a.op == opArray && len(a.args) == 1 && lw.scope.array(a.text).HoldsPoints:
			idx.args = append(idx.args, a.args[0])
		case a.op == opArray && len(a.args) == 0 && lw.scope.Query == a.text:
			queries++
		default:
			panic(syntaxErrorf(a.pos, "%s takes two of the points, as in %s(x_i, x_j)", n.text, n.text))
		}
	}
	switch dims := len(lw.scope.array(arrayName).Dims); {
	case queries == 0 && dims == 2, queries == 1 && dims == 1:
		return lw.array(idx)
	case dims == 1:
		panic(syntaxErrorf(n.pos, "%s is taken between a point and %s here, as in %s(%s_j, %s)", n.text, lw.scope.Query,
			n.text, lw.scope.Query, lw.scope.Query))
	}
	name := arrayName + lw.scope.Query
	for _, i := range idx.args {
		v, ok := lw.indexValue(i)
		if a := lw.scope.array(arrayName); !ok || v < 1 || v > a.Dims[0] {
			panic(syntaxErrorf(n.pos, "there is no point with index %s", printNode(i)))
		}
		name += string(rune('0' + v))
	}
	if queries == 2 {
		name += lw.scope.Query
	}
	return scalarTensor(&node{op: opName, text: name, pos: n.pos})
}
