package ask

import (
	"math"
	"strconv"
	"testing"

	"kernellab/exercises"
	"kernellab/solvers"
)

// pupil answers a step from its page, by the formulas of the lessons.
type pupil struct {
	t *testing.T
	s exercises.Step
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

// answers are the pupil's, nil for a question that he does not know.
func (p pupil) answers() exercises.Answers {
	by := map[string]func(page) exercises.Answers{
		"pair": p.pair, "kappa": p.curvature, "clip": p.clip, "alpha": p.alpha, "rise": p.rise, "byhand": p.byHand,
		"mistake": p.mistake, "next": p.next, "bias": p.bias,
		"sign": p.sign, "value": p.value, "loss": p.loss, "negative": p.negative, "stability": p.stability,
		"rank": p.rank, "entry": p.entry, "definite": p.definite, "forward": p.firstRow, "back": p.firstRow, "residual": p.residual,
	}[p.s.Info().Name]
	if by == nil {
		return nil
	}
	return by(p.page(nil))
}

func one(text string) exercises.Answers { return exercises.Answers{field: text} }

func num(v float64) exercises.Answers { return one(typed(v)) }

// either is one of two words.
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

func (p pupil) firstRow(at page) exercises.Answers {
	for _, rhs := range []string{"y#", "z#"} {
		for sign := range at.given {
			if len(sign) > 1 && sign[0] == rhs[0] {
				return num(at.number(p.t, rhs) / at.number(p.t, "L#"))
			}
		}
	}
	return nil
}

func (p pupil) residual(at page) exercises.Answers {
	return num(at.number(p.t, "a#") * at.number(p.t, "λ"))
}

// rate is what the residual is multiplied by.
func (p pupil) rate(at page) float64 {
	if gamma, ok := at.given["γ"]; ok {
		return gamma
	}
	if n, ok := at.given["n"]; ok {
		return 2 * at.number(p.t, "η") / n
	}
	return at.number(p.t, "η")
}

// residualAt is the residual of a point, by the law on the page.
func (p pupil) residualAt(at page, y, f float64) float64 {
	switch {
	case at.has("γ s(−y"):
		return y * solvers.Sigmoid(-y*f)
	case at.has("s(f(x"):
		return y - solvers.Sigmoid(f)
	case at.has("1 − t"):
		return 1 - y*f
	}
	return y - f
}

// moved is the new coefficient of the point that the page is about.
func (p pupil) moved(at page, r float64) float64 {
	a, keep := 0.0, 1.0
	for _, letter := range []string{"a#", "α#"} {
		for sign := range at.given {
			if []rune(sign)[0] == []rune(letter)[0] && len([]rune(sign)) > 1 {
				a = at.number(p.t, letter)
			}
		}
	}
	if lambda, ok := at.given["λ"]; ok {
		keep -= p.rate(at) * lambda
	}
	return keep*a + p.rate(at)*r
}

// target is what f is held to at the point of the page.
func (p pupil) target(at page) float64 {
	for sign, v := range at.given {
		if r := []rune(sign); len(r) > 1 && (r[0] == 't' || r[0] == 'y') {
			return v
		}
	}
	p.t.Fatalf("no target in\n%s", at.words)
	return 0
}

func (p pupil) value(at page) exercises.Answers {
	return num(p.moved(at, p.residualAt(at, p.target(at), at.number(p.t, "f(x#)"))))
}

func (p pupil) sign(at page) exercises.Answers {
	now := p.moved(at, p.residualAt(at, p.target(at), at.number(p.t, "f(x#)")))
	was := p.moved(page{given: map[string]float64{"η": 0, "a₁": at.given["?"]}}, 0)
	for sign, v := range at.given {
		if r := []rune(sign); len(r) > 1 && (r[0] == 'a' || r[0] == 'α') {
			was = v
		}
	}
	return either(now > was, "grows", "shrinks")
}

// loss puts the objective together before the step and after it.
func (p pupil) loss(at page) exercises.Answers {
	change, n := 0.0, 0.0
	for _, r := range at.points(p.t) {
		n++
		switch after := r.f + r.d; {
		case at.has("W ="):
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

// mistake is the point that is visited next: the first of the table.
func (p pupil) mistake(at page) exercises.Answers {
	r := of(at.points(p.t), between(at.words, "Point ", " is visited"))
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
		if at.has("last epoch") && r.i == strconv.Itoa(len(rows)) {
			break
		}
	}
	return "none", row
}

func (p pupil) bias(at page) exercises.Answers {
	return num(at.number(p.t, "b") + at.number(p.t, "y#"))
}
