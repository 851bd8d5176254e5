package explain

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/solvers"
)

// raw is a step of a run, computed from the points, the labels and the coefficients alone.
type raw struct {
	t     *testing.T
	run   run
	i     int
	x     [][]float64
	y     []float64
	coef  []float64
	b     float64
	inKit solvers.Solver
}

func rawOf(t *testing.T, r run, i int) raw {
	s := r.traces[0].At(i)
	return raw{t, r, i, r.model.Set.Points(), r.model.Set.Labels(), s.CoefCopy(), s.Bias, r.traces[0].Solver()}
}

func (r raw) k(i, j int) float64 { return r.run.k(r.x[i], r.x[j]) }

// f returns Σ c k + b, with the labels inside for SMO and the perceptron.
func (r raw) f(i int, signed bool) float64 {
	sum := r.b
	for j, a := range r.coef {
		if signed {
			a *= r.y[j]
		}
		sum += a * r.k(i, j)
	}
	return sum
}

// is compares a reference with a number.
func (r raw) is(what, reference string, want float64) {
	r.t.Helper()
	got, err := strconv.ParseFloat(reference, 64)
	if err != nil || !(math.Abs(got-want) <= 2e-6*(1+math.Abs(want)) || math.IsInf(want, 1) && math.IsInf(got, 1)) {
		r.t.Errorf("%s step %d: %s = %s, want %v from the points", r.run.name, r.i, what, reference, want)
	}
}

// chosen compares the reference of a choice with want.
func (r raw) chosen(s exercises.Task, want string) {
	r.t.Helper()
	if got := s.Info().Reference["answer"]; got != want {
		r.t.Errorf("%s step %d: %s = %s, want %s from the points", r.run.name, r.i, s.Info().Name, got, want)
	}
}

// Every number of a pair update is recomputed.
func TestQuestions_numbersOfSMO(t *testing.T) {
	each(t, func(r run, i int) {
		smo, ok := r.traces[0].Solver().(solvers.SMO)
		if !ok {
			return
		}
		p := rawOf(t, r, i)
		by := handAt(r, i).Info().Reference
		d := r.traces[0].At(i + 1).Detail.(*solvers.SMODetail)
		if by["k"] != strconv.Itoa(d.K+1) || by["l"] != strconv.Itoa(d.L+1) {
			t.Errorf("%s step %d: got pair (%s, %s), want (%d, %d) as the solver", r.name, i, by["k"], by["l"], d.K+1,
				d.L+1)
		}
		k, l, c := d.K, d.L, smo.C
		s := p.y[k] * p.y[l]
		ak, al := p.coef[k], p.coef[l]
		lo, hi := math.Max(0, al-ak), math.Min(c, c+al-ak)
		if s > 0 {
			lo, hi = math.Max(0, ak+al-c), math.Min(c, ak+al)
		}
		ek, el := p.f(k, true)-p.y[k], p.f(l, true)-p.y[l]
		kappa := p.k(k, k) + p.k(l, l) - 2*p.k(k, l)
		star := al + p.y[l]*(ek-el)/kappa
		alnew := math.Max(lo, math.Min(hi, star))
		aknew := ak + s*(al-alnew)
		for name, want := range map[string]float64{"s": s, "gamma": ak + s*al, "kappa": kappa, "ek": ek, "el": el,
			"lo": lo, "hi": hi, "star": star, "alnew": alnew, "aknew": aknew} {
			p.is(name, by[name], want)
		}
		p.is("b", by["b"], r.traces[0].At(i+1).Bias)
		for _, q := range questionsAt(r, i) {
			switch q.Info().Name {
			case "clip":
				p.chosen(q, clipped(star, lo, hi))
			case "kappa":
				p.chosen(q, map[bool]string{true: "positive", false: "zero"}[kappa > 1e-12])
			case "alpha":
				p.is("the new α", q.Info().Reference["answer"], alnew)
			case "rise":
				p.chosen(q,
					map[bool]string{true: "rises",
						false: "stays"}[p.dualWith(k, l, aknew, alnew) > p.dualWith(k, l, ak, al)+1e-12])
			}
		}
	})
}

func clipped(star, lo, hi float64) string {
	switch {
	case star < lo-1e-12:
		return "L"
	case star > hi+1e-12:
		return "H"
	}
	return "none"
}

// dualWith returns g with two α replaced.
func (r raw) dualWith(k, l int, ak, al float64) float64 {
	alpha := append([]float64(nil), r.coef...)
	alpha[k], alpha[l] = ak, al
	var w float64
	for i, a := range alpha {
		w += a
		for j, b := range alpha {
			if a != 0 && b != 0 {
				w -= a * b * r.y[i] * r.y[j] * r.k(i, j) / 2
			}
		}
	}
	return w
}

// Each visit and the way to each mistake are recomputed.
func TestQuestions_numbersOfPerceptron(t *testing.T) {
	each(t, func(r run, i int) {
		s, ok := r.traces[0].Solver().(solvers.Perceptron)
		if !ok {
			return
		}
		p := rawOf(t, r, i)
		visits := 0
		for j := 1; j <= i; j++ {
			visits = r.traces[0].At(j).Detail.(*solvers.PerceptronDetail).Visits
		}
		n := len(p.y)
		turn := func() int {
			if s.Seed == 0 {
				return visits % n
			}
			return rand.New(rand.NewPCG(s.Seed, uint64(visits/n+1))).Perm(n)[visits%n]
		}
		at, found := turn(), false
		for {
			if found = p.y[at]*p.f(at, true) <= 1e-12; found || s.EveryVisit || (visits+1)%n == 0 && ended(r, i) {
				break
			}
			visits++
			at = turn()
		}
		by := handAt(r, i).Info().Reference
		if found {
			if !s.EveryVisit && by["point"] != strconv.Itoa(at+1) {
				t.Errorf("%s step %d: got point %s, want %d from the points", r.name, i, by["point"], at+1)
			}
			p.is("y·f", by["margin"], p.y[at]*p.f(at, true))
			p.is("α", by["alpha"], p.coef[at]+1)
			if !s.NoBias {
				p.is("b", by["b"], p.b+p.y[at])
			}
		}
		for _, q := range questionsAt(r, i) {
			switch ref := q.Info().Reference["answer"]; q.Info().Name {
			case "mistake":
				p.chosen(q, map[bool]string{true: "yes", false: "no"}[found])
			case "next":
				p.chosen(q, map[bool]string{true: strconv.Itoa(at + 1), false: "none"}[found])
			case "alpha":
				p.is("α", ref, p.coef[at]+1)
			case "bias":
				p.is("b", ref, p.b+p.y[at])
			}
		}
	})
}

// ended reports whether the step after frame i ended the run.
func ended(r run, i int) bool { return r.traces[0].At(i + 1).Status.Done() }

// Each gradient step is recomputed.
func TestQuestions_numbersOfDescent(t *testing.T) {
	each(t, func(r run, i int) {
		p := rawOf(t, r, i)
		var rate, lambda float64
		residual := func(j int) float64 { return p.y[j] - p.f(j, false) }
		switch s := r.traces[0].Solver().(type) {
		case solvers.LeastSquares:
			rate = 2 * s.Eta / float64(len(p.y))
		case solvers.Logistic:
			rate, lambda = s.Gamma, s.Lambda
			residual = func(j int) float64 {
				return math.Max(0, p.y[j]) - 1/(1+math.Exp(-p.f(j, false)))
			}
		default:
			return
		}
		pull := func(j int) float64 { return residual(j) - lambda*p.coef[j] }
		best := 0
		for j := range p.y {
			if math.Abs(pull(j)) > math.Abs(pull(best))*(1+1e-9) {
				best = j
			}
		}
		by := handAt(r, i).Info()
		named := by.Fields[2].Label
		if l, ok := r.traces[0].Solver().(solvers.Logistic); ok &&
			strings.Contains(by.Text[1].Text.String(), "s(−y") != (l.Form == solvers.PlusMinus) {
			t.Errorf("%s step %d: got law %s, want that of its labels", r.name, i, by.Text[1].Text)
		}
		if want := "a" + subscript(best) + " ="; !contains(named, want) {
			return // two points change alike; the other tests judge the numbers
		}
		p.is("f", by.Reference["f"], p.f(best, false))
		p.is("r", by.Reference["r"], residual(best))
		p.is("a", by.Reference["anew"], p.coef[best]+rate*pull(best))
		loss := lossOf(r, i+1) - lossOf(r, i)
		for _, q := range questionsAt(r, i) {
			switch q.Info().Name {
			case "value":
				p.is("a", q.Info().Reference["answer"], p.coef[best]+rate*pull(best))
			case "sign":
				j := (5*i + 2) % len(p.y)
				if contains(q.Info().Question.String(), "a"+subscript(j)+" ") {
					p.chosen(q, map[bool]string{true: "grows", false: "shrinks"}[pull(j) > 0])
				}
			case "loss":
				p.chosen(q, map[bool]string{true: "falls", false: "rises"}[loss < 0])
			case "stability":
				eta := r.traces[0].Solver().(solvers.LeastSquares).Eta
				p.chosen(q,
					map[bool]string{true: "settles",
						false: "diverges"}[eta < solvers.EtaMax(r.traces[0].Problem().Gram())])
			}
		}
	})
}

func contains(text, part string) bool { return strings.Contains(text, part) }

// lossOf computes the loss at frame i from the points.
func lossOf(r run, i int) float64 {
	s := r.traces[0].At(i)
	var sum float64
	l, logistic := r.traces[0].Solver().(solvers.Logistic)
	p := raw{run: r, x: r.model.Set.Points(), y: r.model.Set.Labels(), coef: s.CoefCopy()}
	for j, y := range p.y {
		f := p.f(j, false)
		if logistic {
			sum += math.Log1p(math.Exp(-y*f)) + l.Lambda*p.coef[j]*f/2
		} else {
			sum += (y - f) * (y - f)
		}
	}
	return sum
}

// The system is solved by elimination and every stage compared with it.
func TestQuestions_numbersOfRidge(t *testing.T) {
	each(t, func(r run, i int) {
		s, ok := r.traces[0].Solver().(solvers.Ridge)
		if !ok {
			return
		}
		p := rawOf(t, r, i)
		n := len(p.y)
		m := make([][]float64, n)
		for a := range m {
			m[a] = make([]float64, n)
			for b := range m[a] {
				m[a][b] = p.k(a, b)
			}
			m[a][a] += s.Lambda
		}
		by := handAt(r, i).Info().Reference
		has := func(name string, want float64) {
			if ref, ok := by[name]; ok {
				p.is(name, ref, want)
			}
		}
		if want := []int{2, 3, 2, 2, 3}[i]; s.Lambda > 0 && len(by) != want {
			t.Errorf("%s stage %d: %d entries, want %d", r.name, i, len(by), want)
		}
		has("m11", m[0][0])
		has("m12", m[0][1])
		if i == 5 || s.Lambda == 0 {
			return
		}
		l11 := math.Sqrt(m[0][0])
		l21 := m[1][0] / l11
		l22 := math.Sqrt(m[1][1] - l21*l21)
		z1 := p.y[0] / l11
		has("l11", l11)
		has("l21", l21)
		has("l22", l22)
		has("z1", z1)
		has("z2", (p.y[1]-l21*z1)/l22)
		a := eliminate(m, p.y)
		has("last", a[n-1])
		has("before", a[n-2])
		has("f", p.f(heaviest(p.coef), false))
		has("e", p.y[heaviest(p.coef)]-p.f(heaviest(p.coef), false))
		has("la", s.Lambda*a[heaviest(a)])
		for _, q := range questionsAt(r, i) {
			ref := q.Info().Reference["answer"]
			switch q.Info().Name {
			case "entry":
				p.is("entry", ref, m[0][0])
			case "forward":
				p.is("z₁", ref, z1)
			case "back":
				p.is("aₙ", ref, a[n-1])
			case "residual":
				p.is("y − f", ref, p.y[heaviest(a)]-p.f(heaviest(a), false))
			case "definite":
				p.chosen(q, "yes") // λ > 0 and K is positive semidefinite
			case "rank":
				if r.k != nil && r.name == "ridge sine_reg poly(degree=3,c=1)" {
					p.is("rank", ref, 4) // 1, x, x², x³
				}
			}
		}
	})
}

// K is that of four points in the plane, or of points on a line with the features
// 1, x, x², x³.
func TestQuestions_rankAndDefiniteness(t *testing.T) {
	for _, c := range []struct {
		set, kernel    string
		lambda         float64
		rank, definite string
	}{
		{"xor4", "linear", 0, "2", "no"},
		{"xor4", "poly(degree=2,c=1)", 0, "4", "yes"},
		{"xor4", "linear", .1, "2", "yes"},
		{"sine_reg", "poly(degree=3,c=1)", .1, "4", "yes"},
	} {
		r := newRun(t, c.set, c.kernel, solvers.Ridge{Lambda: c.lambda}, 6)
		asked := exercises.Answers{}
		for i := range 2 {
			for _, q := range questionsAt(r, i) {
				asked[q.Info().Name] = q.Info().Reference[field]
			}
		}
		if asked["rank"] != c.rank || asked["definite"] != c.definite {
			t.Errorf("%v: got rank %q, definite %q, want %q, %q", c, asked["rank"], asked["definite"], c.rank,
				c.definite)
		}
	}
}

func heaviest(v []float64) int {
	best := 0
	for i, x := range v {
		if math.Abs(x) > math.Abs(v[best]) {
			best = i
		}
	}
	return best
}

// eliminate solves a symmetric positive definite system by Gaussian elimination with
// pivoting.
func eliminate(m [][]float64, rhs []float64) []float64 {
	n := len(rhs)
	a := make([][]float64, n)
	for i := range a {
		a[i] = append(append([]float64(nil), m[i]...), rhs[i])
	}
	for c := range n {
		best := c
		for r := c; r < n; r++ {
			if math.Abs(a[r][c]) > math.Abs(a[best][c]) {
				best = r
			}
		}
		a[c], a[best] = a[best], a[c]
		for r := c + 1; r < n; r++ {
			f := a[r][c] / a[c][c]
			for j := c; j <= n; j++ {
				a[r][j] -= f * a[c][j]
			}
		}
	}
	x := make([]float64, n)
	for i := n - 1; i >= 0; i-- {
		x[i] = a[i][n]
		for j := i + 1; j < n; j++ {
			x[i] -= a[i][j] * x[j]
		}
		x[i] /= a[i][i]
	}
	return x
}

// Just below n/λ_max a descent converges, just above it diverges, and the reference says so.
func TestQuestions_stability(t *testing.T) {
	start := newRun(t, "sine_reg", "rbf(sigma=.5)", solvers.LeastSquares{Eta: 1}, 1)
	most := solvers.EtaMax(start.traces[0].Problem().Gram())
	for share, want := range map[float64]string{.5: "settles", .98: "settles", 1.02: "diverges", 3: "diverges"} {
		r := newRun(t, "sine_reg", "rbf(sigma=.5)", solvers.LeastSquares{Eta: share * most}, 600)
		asked := false
		for _, q := range questionsAt(r, 0) {
			if q.Info().Name == "stability" {
				asked = true
				if got := q.Info().Reference["answer"]; got != want {
					t.Errorf("η = %v n/λ_max %s, want %s", share, got, want)
				}
			}
		}
		if !asked {
			t.Errorf("η = %v n/λ_max: got no question about stability, want one", share)
		}
		if grew := r.traces[0].Last().Objective > r.traces[0].At(0).Objective; grew != (want == "diverges") {
			t.Errorf("η = %v n/λ_max: got a loss that grew %v, want %v", share, grew, want == "diverges")
		}
	}
}
