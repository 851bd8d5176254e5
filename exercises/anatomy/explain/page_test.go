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
	tables []sheetOfPaper
}

// sheetOfPaper is a table as the pupil reads it.
type sheetOfPaper struct {
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
		paper := sheetOfPaper{title: f.Title}
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

// row is a line of the table of points, with its numbers.
type paperRow struct {
	i              string
	y, a, f, d, da float64
	lambda         float64
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
			"t": &r.y, "y": &r.y, "α": &r.a, "F": &r.f, "f": &r.f, "Δf": &r.d, "Δα": &r.da, "λⱼ": &r.lambda,
		} {
			if text, ok := cells[title]; ok {
				*to = parsed(t, text)
			}
		}
		out = append(out, r)
	}
	return out
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
// the solver. TestQuestions_everyPair and the tests of ByHand are about pairs and forms.
func TestQuestions_answeredFromPage(t *testing.T) {
	did := map[string]int{}
	for _, r := range append(runs(t),
		newRun(t, "worksheet1d", "poly(degree=2,c=1)", solvers.SMO{C: 1, Rule: solvers.SecondOrder}, 30)) {
		for i := range r.traces[0].Len() - 1 {
			for _, s := range questionsAt(r, i) {
				name := s.Info().Name
				if name == "pair" {
					continue
				}
				a := pupil{t, s}.answers()
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
		"smo kappa", "smo clip", "smo alpha", "smo rise",
		"perceptron mistake", "perceptron next", "perceptron alpha", "perceptron bias",
		"logistic sign", "logistic value", "logistic loss",
		"ascent sign", "ascent value", "ascent loss", "ascent negative",
		"least-squares sign", "least-squares value", "least-squares loss", "least-squares stability",
		"ridge rank", "ridge entry", "ridge definite", "ridge forward", "ridge back", "ridge residual",
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

// answers returns the pupil's answers, or nil for an unknown question.
func (p pupil) answers() exercises.Answers {
	by := map[string]func(page) exercises.Answers{
		"kappa": p.curvature, "clip": p.clip, "alpha": p.alpha, "rise": p.rise,
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

// either returns word or other.
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

// rate returns the factor of the residual.
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

// landing returns where αₗ goes and its bounds.
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
