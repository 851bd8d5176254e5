package explain

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

// page is what a student sees of a step: its text, the numbers in the text, and its tables.
// The pupil of these tests uses nothing else.
type page struct {
	words  string
	given  map[string]float64 // by the text before "="
	tables []paperTable
}

// paperTable is a table as the pupil reads it.
type paperTable struct {
	title string
	rows  []map[string]string
}

var equation = regexp.MustCompile(`([^\s,;:.]+) = ([+−]?[0-9.]*[0-9](?:e−?[0-9]+)?|∞)`)

// pageOf returns the page of a step with some answers filled in.
func pageOf(t *testing.T, s exercises.Task, a exercises.Answers) page {
	t.Helper()
	info, scene := s.Info(), s.Scene(t.Context(), a)
	lines := []string{info.Question.String()}
	for _, b := range info.Text {
		lines = append(lines, b.Text.String())
	}
	for _, l := range scene.Notes {
		lines = append(lines, l.String())
	}
	p := page{words: strings.Join(lines, "\n"), given: map[string]float64{}}
	for _, m := range equation.FindAllStringSubmatch(p.words, -1) {
		p.given[m[1]] = parsed(t, m[2])
	}
	for _, f := range scene.Figures {
		table, ok := f.Plot.(ascii.Table)
		if !ok {
			t.Fatalf("got a figure of type %T, want a table", f.Plot)
		}
		paper := paperTable{title: f.Title}
		for _, row := range table.Rows {
			cells := map[string]string{}
			for i, c := range table.Columns {
				cells[c.Title] = strings.TrimSpace(row[i].String())
			}
			paper.rows = append(paper.rows, cells)
		}
		p.tables = append(p.tables, paper)
	}
	return p
}

func parsed(t *testing.T, s string) float64 {
	t.Helper()
	if s == "∞" {
		return math.Inf(1)
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(s, "−", "-"), 64)
	if err != nil {
		t.Fatalf("got cell %q, want a number", s)
	}
	return v
}

// has reports whether the text contains a part.
func (p page) has(part string) bool { return strings.Contains(p.words, part) }

// number returns the value of a letter: "αₖ", or a letter with the number of any point,
// as in "t#".
func (p page) number(t *testing.T, sign string) float64 {
	t.Helper()
	pattern := regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(sign), "#", "[₀-₉]+") + "$")
	for s, v := range p.given {
		if pattern.MatchString(s) {
			return v
		}
	}
	t.Fatalf("got no value of %s, want one in\n%s", sign, p.words)
	return 0
}

// paperRow is a line of the table of points, with its numbers.
type paperRow struct {
	i               string
	y, a, f, d, da  float64
	up, low         bool
	coef, k, lambda float64
	kappa           float64
}

// points returns the rows of the first table.
func (p page) points(t *testing.T) []paperRow {
	t.Helper()
	if len(p.tables) == 0 {
		t.Fatalf("got no table, want one beside\n%s", p.words)
	}
	var out []paperRow
	for _, cells := range p.tables[0].rows {
		r := paperRow{i: cells["i"]}
		for title, to := range map[string]*float64{
			"t": &r.y, "y": &r.y, "α": &r.a, "F": &r.f, "f": &r.f, "Δf": &r.d, "Δα": &r.da, "κ": &r.kappa,
			"αy": &r.coef, "a": &r.coef, "αt": &r.coef, "K": &r.k, "λⱼ": &r.lambda,
		} {
			if text, ok := cells[title]; ok {
				*to = parsed(t, text)
			}
		}
		r.up, r.low = strings.Contains(cells["tα may"], "up"), strings.Contains(cells["tα may"], "low")
		out = append(out, r)
	}
	return out
}

// sum returns Σ coefficient · K of a table of weights.
func (p page) sum(t *testing.T) float64 {
	total := 0.0
	for _, r := range p.points(t) {
		total += r.coef * r.k
	}
	return total
}

// rowOf returns the row of a point.
func rowOf(rows []paperRow, point string) paperRow {
	for _, r := range rows {
		if r.i == point {
			return r
		}
	}
	return paperRow{}
}

// A student who has only the text and the tables of a question can answer it, whatever
// the solver.
func TestQuestions_answeredFromPage(t *testing.T) {
	did := map[string]int{}
	for _, r := range append(runs(t),
		newRun(t, "worksheet1d", "poly(degree=2,c=1)", solvers.SMO{C: 1, Rule: solvers.SecondOrder}, 30)) {
		for i := range r.traces[0].Len() - 1 {
			for _, s := range asked(r, i) {
				a := pupil{t, s}.answers()
				name := s.Info().Name
				if a == nil {
					t.Fatalf("%s step %d: got no answer to %q, want one", r.name, i, name)
				}
				if got := check(s, a); !got.Accepted {
					t.Fatalf("%s step %d, %s: got %v refused, want %v accepted: %s\n%v", r.name, i, name, a,
						s.Info().Reference, reportText(got), pageOf(t, s, a))
				}
				did[strings.Fields(r.name)[0]+" "+name]++
			}
		}
	}
	for _, want := range []string{
		"smo pair", "smo kappa", "smo clip", "smo alpha", "smo rise", "smo byhand",
		"perceptron mistake", "perceptron next", "perceptron alpha", "perceptron bias", "perceptron byhand",
		"logistic sign", "logistic value", "logistic loss", "logistic byhand",
		"ascent sign", "ascent value", "ascent loss", "ascent negative", "ascent byhand",
		"least-squares sign", "least-squares value", "least-squares loss", "least-squares stability",
		"least-squares byhand",
		"ridge rank", "ridge entry", "ridge definite", "ridge forward", "ridge back", "ridge residual", "ridge byhand",
	} {
		if did[want] == 0 {
			t.Errorf("%s: got no question, want one: %v", want, did)
		}
	}
}

// givenNumbers returns the numbers that the text of a step gives, in order.
func givenNumbers(t *testing.T, info exercises.Info) []float64 {
	t.Helper()
	var out []float64
	for _, b := range info.Text {
		if b.Kind != exercises.Formula {
			continue
		}
		for _, m := range equation.FindAllStringSubmatch(b.Text.String(), -1) {
			out = append(out, parsed(t, m[2]))
		}
	}
	return out
}

// pupil answers a step from its page, by the formulas of the lessons.
type pupil struct {
	t *testing.T
	s exercises.Task
}

func (p pupil) page(a exercises.Answers) page { return pageOf(p.t, p.s, a) }

func (p pupil) asks(name string) bool {
	for _, f := range p.s.Info().Fields {
		if f.Name == name {
			return true
		}
	}
	return false
}

// answers returns the pupil's answers, or nil for an unknown question.
func (p pupil) answers() exercises.Answers {
	by := map[string]func(page) exercises.Answers{
		"pair": p.pair, "kappa": p.curvature, "clip": p.clip, "alpha": p.alpha, "rise": p.rise, "byhand": p.byHand,
		"mistake": p.mistake, "next": p.next, "bias": p.bias,
		"sign": p.sign, "value": p.value, "loss": p.loss, "negative": p.negative, "stability": p.stability,
		"rank": p.rank, "entry": p.entry, "definite": p.definite, "forward": p.firstRow, "back": p.firstRow,
		"residual": p.residual,
	}[p.s.Info().Name]
	if by == nil {
		return nil
	}
	return by(p.page(nil))
}

func one(text string) exercises.Answers { return exercises.Answers{field: text} }

func num(v float64) exercises.Answers { return one(anatomy.Typed(v)) }

// either returns word as the answer if yes, and other if not.
func either(yes bool, word, other string) exercises.Answers {
	if yes {
		return one(word)
	}
	return one(other)
}

func (p pupil) rank(at page) exercises.Answers {
	n := 0.0
	for _, r := range at.points(p.t) {
		if r.lambda != 0 {
			n++
		}
	}
	return num(n)
}

func (p pupil) entry(at page) exercises.Answers {
	return num(at.number(p.t, "K₁₁") + at.number(p.t, "λ"))
}

func (p pupil) definite(at page) exercises.Answers {
	rows := at.points(p.t)
	return either(rows[len(rows)-1].lambda+at.number(p.t, "λ") > 0, "yes", "no")
}

func (p pupil) firstRow(page) exercises.Answers {
	g := givenNumbers(p.t, p.s.Info()) // the entries of L, then the right-hand side
	return num(g[(len(g)+1)/2] / g[0])
}

func (p pupil) residual(at page) exercises.Answers {
	return num(at.number(p.t, "a#") * at.number(p.t, "λ"))
}

// rate returns the factor by which the update multiplies the residual: 2η/n or η.
func (p pupil) rate(at page) float64 {
	if n, ok := at.given["n"]; ok {
		return 2 * at.number(p.t, "η") / n
	}
	return at.number(p.t, "η")
}

// residualAt returns the residual of a point by the formula on the page.
func (p pupil) residualAt(at page, y, f float64) float64 {
	switch {
	case at.has("s(−y·f)"):
		return y * solvers.Sigmoid(-y*f)
	case at.has("y − s(f)"):
		return y - solvers.Sigmoid(f)
	case at.has("1 − t"):
		return 1 - y*f
	}
	return y - f
}

// moved returns the new coefficient of the point that the page is about.
func (p pupil) moved(at page, r float64) float64 {
	keep := 1.0
	if lambda, ok := at.given["λ"]; ok {
		keep -= p.rate(at) * lambda
	}
	return keep*coefficient(at) + p.rate(at)*r
}

// coefficient returns the a or α of the point of the page, 0 without one.
func coefficient(at page) float64 {
	for sign, v := range at.given {
		if r := []rune(sign); len(r) > 1 && (r[0] == 'a' || r[0] == 'α') {
			return v
		}
	}
	return 0
}

// target returns the target of f at the point of the page.
func (p pupil) target(at page) float64 {
	for sign, v := range at.given {
		if r := []rune(sign); len(r) > 1 && (r[0] == 't' || r[0] == 'y') {
			return v
		}
	}
	p.t.Fatalf("got no target, want one in\n%s", at.words)
	return 0
}

func (p pupil) value(at page) exercises.Answers {
	return num(p.moved(at, p.residualAt(at, p.target(at), at.number(p.t, "f(x#)"))))
}

func (p pupil) sign(at page) exercises.Answers {
	now := p.moved(at, p.residualAt(at, p.target(at), at.number(p.t, "f(x#)")))
	return either(now > coefficient(at), "grows", "shrinks")
}

// loss computes the objective before the step and after it.
func (p pupil) loss(at page) exercises.Answers {
	change, n := 0.0, 0.0
	for _, r := range at.points(p.t) {
		n++
		switch after := r.f + r.d; {
		case at.has("g ="):
			change += r.da - (r.a+r.da)*r.y*after/2 + r.a*r.y*r.f/2
		case at.has("(t − f)²"):
			change += (r.y-after)*(r.y-after) - (r.y-r.f)*(r.y-r.f)
		case at.has("e^(−yf)"):
			change += softplus(-r.y*after) - softplus(-r.y*r.f)
		default:
			change += softplus(after) - r.y*after - softplus(r.f) + r.y*r.f
		}
	}
	if at.has("½λ‖w‖² is") {
		words := tail(at.words, "½λ‖w‖² is ")
		before, after := between("is "+words, "is ", " before"), between(words, "and ", " after")
		change += parsed(p.t, after) - parsed(p.t, before)
	}
	return either(change < 0, "falls", "rises")
}

func softplus(u float64) float64 { return math.Max(u, 0) + math.Log1p(math.Exp(-math.Abs(u))) }

func (p pupil) negative(at page) exercises.Answers {
	any := false
	for _, r := range at.points(p.t) {
		any = any || r.a+p.rate(at)*(1-r.y*r.f) < 0
	}
	return either(any, "yes", "no")
}

func (p pupil) stability(at page) exercises.Answers {
	factor := func(lambda float64) float64 {
		return math.Abs(1 - 2*at.number(p.t, "η")*lambda/at.number(p.t, "n"))
	}
	_, grows := at.given["λmin"]
	return either(factor(at.number(p.t, "λmax")) <= 1 && !grows, "settles", "diverges")
}

// mistake returns the point that is visited next, the first of the table.
func (p pupil) mistake(at page) exercises.Answers {
	r := rowOf(at.points(p.t), between(at.words, "Point ", " is visited"))
	return either(r.y*r.f <= 0, "yes", "no")
}

// next looks through the table to the end of the epoch.
func (p pupil) next(at page) exercises.Answers {
	point, _ := p.wrongSide(at)
	return one(point)
}

func (p pupil) wrongSide(at page) (point string, row paperRow) {
	rows := at.points(p.t)
	for _, r := range rows {
		if r.y*r.f <= 0 {
			return r.i, r
		}
	}
	return "none", row
}

func (p pupil) bias(at page) exercises.Answers {
	return num(at.number(p.t, "b") + at.number(p.t, "y#"))
}

// between returns the text between two parts.
func between(text, from, to string) string {
	out, _, _ := strings.Cut(tail(text, from), to)
	return out
}

// tail returns the text after the first occurrence of a part.
func tail(text, from string) string {
	_, out, _ := strings.Cut(text, from)
	return out
}

// violation returns by how much the rows of two points violate the conditions.
func violation(k, l paperRow) float64 {
	v := math.Inf(-1)
	if k.up && l.low {
		v = l.f - k.f
	}
	if k.low && l.up {
		v = math.Max(v, k.f-l.f)
	}
	return v
}

// pair chooses a pair by the rule on the page.
func (p pupil) pair(at page) exercises.Answers {
	var k paperRow
	rows := at.points(p.t)
	cyclic := at.has("next point in order")
	switch {
	case cyclic && at.has("Which pair"):
		k = p.violator(at, rows)
	default:
		k.f = math.Inf(1)
		for _, r := range rows {
			if r.up && r.f < k.f {
				k = r
			}
		}
	}
	if at.has("Which pair") {
		rows = p.page(exercises.Answers{"k": k.i}).points(p.t)
	}
	best, l := math.Inf(-1), ""
	for _, r := range rows {
		score := math.Abs(r.f - k.f)
		switch {
		case r.i == k.i, !at.has("Which pair") && violation(k, r) <= 0:
			continue
		case at.has("promises the largest gain") && at.has("Which pair"):
			score = score * score / math.Max(r.kappa, 1e-12)
			if !r.low || r.f <= k.f {
				continue
			}
		case cyclic && at.has("of all points"):
		case violation(k, r) <= 0:
			continue
		}
		if score > best {
			best, l = score, r.i
		}
	}
	return exercises.Answers{"k": k.i, "l": l}
}

// violator returns the first point, from where the search continues, that violates its
// own condition.
func (p pupil) violator(at page, rows []paperRow) paperRow {
	b, half := at.number(p.t, "b"), parsed(p.t, between(at.words, "lies below −", " and"))
	start, err := strconv.Atoi(between(at.words, "goes on from point ", ","))
	if err != nil {
		p.t.Fatal(err)
	}
	for j := range rows {
		r := rows[(start-1+j)%len(rows)]
		if e := r.f + b; r.up && e < -half || r.low && e > half {
			return r
		}
	}
	p.t.Fatalf("got no point that violates its condition, want one\n%s", at.words)
	return paperRow{}
}

// entries returns Kₖₖ, Kₗₗ and Kₖₗ, which the page gives in this order.
func (p pupil) entries(at page) (kkk, kll, kkl float64) {
	var v []float64
	for _, m := range equation.FindAllStringSubmatch(at.words, -1) {
		if strings.HasPrefix(m[1], "K") && !strings.Contains(m[1], "_") {
			v = append(v, parsed(p.t, m[2]))
		}
	}
	if len(v) != 3 {
		p.t.Fatalf("got %d entries of K, want 3 in\n%s", len(v), at.words)
	}
	return v[0], v[1], v[2]
}

func (p pupil) curvature(at page) exercises.Answers {
	kkk, kll, kkl := p.entries(at)
	switch kappa := kkk + kll - 2*kkl; {
	case kappa > 0:
		return one("positive")
	case kappa < 0:
		return one("negative")
	}
	return one("zero")
}

// landing returns αₗ before clipping and its bounds.
func (p pupil) landing(at page) (star, lo, hi float64) {
	n := func(sign string) float64 { return at.number(p.t, sign) }
	kkk, kll, kkl := p.entries(at)
	lo, hi = solvers.Bounds(n("tₖ")*n("tₗ"), n("αₖ"), n("αₗ"), n("C"))
	return n("αₗ") + n("tₗ")*(n("Eₖ")-n("Eₗ"))/math.Max(kkk+kll-2*kkl, 1e-12), lo, hi
}

func (p pupil) clip(at page) exercises.Answers {
	switch star, lo, hi := p.landing(at); {
	case star < lo:
		return one("L")
	case star > hi:
		return one("H")
	}
	return one("none")
}

func (p pupil) alpha(at page) exercises.Answers {
	if at.has("is a mistake") {
		return num(at.number(p.t, "α#") + 1)
	}
	star, lo, hi := p.landing(at)
	return num(math.Max(lo, math.Min(hi, star)))
}

func (p pupil) rise(at page) exercises.Answers {
	star, lo, hi := p.landing(at)
	return either(math.Max(lo, math.Min(hi, star)) != at.number(p.t, "αₗ"), "rises", "stays")
}

// byHand fills in a form of any kind.
func (p pupil) byHand(at page) exercises.Answers {
	switch {
	case p.asks("k"):
		return p.updateByHand(at)
	case p.asks("margin"):
		return p.visitByHand(at)
	case p.asks("anew"):
		return p.coefficientByHand(at)
	case p.asks("f"):
		f := at.sum(p.t)
		return exercises.Answers{"f": anatomy.Typed(f), "e": anatomy.Typed(p.target(at) - f),
			"la": anatomy.Typed(at.number(p.t, "λ") * at.number(p.t, "a#"))}
	case p.asks("m11"):
		return exercises.Answers{"m11": anatomy.Typed(at.number(p.t, "K₁₁") + at.number(p.t, "λ")),
			"m12": anatomy.Typed(at.number(p.t, "K₁₂"))}
	case p.asks("l11"):
		l11 := math.Sqrt(at.number(p.t, "m₁₁"))
		l21 := at.number(p.t, "m₂₁") / l11
		return exercises.Answers{"l11": anatomy.Typed(l11), "l21": anatomy.Typed(l21),
			"l22": anatomy.Typed(math.Sqrt(at.number(p.t, "m₂₂") - l21*l21))}
	case p.asks("z1"), p.asks("last"):
		return p.rowsByHand(at)
	case at.has("Which point"), p.asks("point"):
		point, _ := p.wrongSide(at)
		return exercises.Answers{"point": point}
	case at.has("lower triangular L"):
		rows := at.points(p.t)
		return either(rows[len(rows)-1].lambda+at.number(p.t, "λ") > 0, "yes", "no")
	case at.has("rank("):
		return either(givenNumbers(p.t, p.s.Info())[0] == at.number(p.t, "n"), "one", "many")
	}
	return nil
}

// rowsByHand solves two rows of a triangular system. The page gives L, L, L and the two
// right-hand sides in this order.
func (p pupil) rowsByHand(at page) exercises.Answers {
	g := givenNumbers(p.t, p.s.Info())
	first := g[3] / g[0]
	second := (g[4] - g[1]*first) / g[2]
	return exercises.Answers{"z1": anatomy.Typed(first), "z2": anatomy.Typed(second), "last": anatomy.Typed(first),
		"before": anatomy.Typed(second)}
}

func (p pupil) coefficientByHand(at page) exercises.Answers {
	f := at.sum(p.t)
	r := p.residualAt(at, p.target(at), f)
	return exercises.Answers{"f": anatomy.Typed(f), "r": anatomy.Typed(r), "anew": anatomy.Typed(p.moved(at, r))}
}

// visitByHand fills in the visit of a point, or the way to the next mistake.
func (p pupil) visitByHand(at page) exercises.Answers {
	a := exercises.Answers{}
	var y, f, alpha float64
	switch {
	case p.asks("point"):
		point, r := p.wrongSide(at)
		a["point"], y, f, alpha = point, r.y, r.f, r.a
	default:
		b := at.given["b"]
		y, f, alpha = at.number(p.t, "y#"), at.sum(p.t)+b, at.number(p.t, "α#")
	}
	mistake := 0.0
	a["mistake"] = "no"
	if y*f <= 0 {
		mistake, a["mistake"] = 1, "yes"
	}
	a["margin"], a["alpha"], a["b"] = anatomy.Typed(y*f), anatomy.Typed(alpha+mistake),
		anatomy.Typed(at.given["b"]+mistake*y)
	return a
}

// updateByHand chooses the pair, reads its numbers, and takes b from the table after the
// step.
func (p pupil) updateByHand(at page) exercises.Answers {
	a := p.pair(at)
	chosen := p.page(a)
	rows := chosen.points(p.t)
	k, l := rowOf(rows, a["k"]), rowOf(rows, a["l"])
	b, c := chosen.number(p.t, "b"), chosen.number(p.t, "C")
	kkk, kll, kkl := p.entries(chosen)
	s, kappa, ek, el := k.y*l.y, kkk+kll-2*kkl, k.f+b, l.f+b
	lo, hi := solvers.Bounds(s, k.a, l.a, c)
	star := l.a + l.y*(ek-el)/math.Max(kappa, 1e-12)
	alnew := math.Max(lo, math.Min(hi, star))
	aknew := k.a + s*(l.a-alnew)
	for name, v := range map[string]float64{
		"s": s, "gamma": k.a + s*l.a, "kappa": kappa, "ek": ek, "el": el, "lo": lo, "hi": hi, "star": star,
		"alnew": alnew, "aknew": aknew,
	} {
		a[name] = anatomy.Typed(v)
	}
	up, low := math.Inf(1), math.Inf(-1)
	for _, r := range p.page(a).points(p.t) {
		if r.up {
			up = math.Min(up, r.f)
		}
		if r.low {
			low = math.Max(low, r.f)
		}
	}
	a["b"] = anatomy.Typed(-(up + low) / 2)
	return a
}
