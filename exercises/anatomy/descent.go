package anatomy

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"kernellab/ascii"
	"kernellab/solvers"
)

// Descent is a solver that moves every coefficient at once, by its residual:
// a ← (1 − rate·λ)a + rate·r. It is gradient descent on a loss, or gradient
// ascent, in the dual.
type Descent struct {
	Points
	Rate   float64 // what multiplies the residuals
	Step   float64 // the step size
	Lambda float64 // the penalty on ½‖w‖², which shrinks the coefficients; 0: none
	Tol    float64 // of the gradient at convergence; 0: never
	Climbs bool    // the objective is to rise
	Signs  bool    // labels stand outside the coefficients: f = Σ atK
	Wording
	Constants []Constant
	// Row is what Head is the head of, of a point with these f and r.
	Row func(i int, f, r float64) []float64
	// So is the step in a sentence, of the point that moves most and the change
	// of the objective.
	So func(i int, r, change float64) string
	// Aside is a number that the steps lead away from where it should be.
	Aside *Aside

	residuals
	// loss is the objective without its penalty, and terms the size of what it is
	// made of; nil: its own.
	loss, terms func(y, a, f []float64) float64
	more        func(a float64) []Slip // in the new coefficient
	limit       func(largest float64) float64
}

// Wording is what is said of a descent.
type Wording struct {
	Title, Words, Start  string // the rule as a heading and in a sentence; what holds at a = 0
	Recurrence, Residual string // "a ← a + …", "r = …"
	Labels               string // how labels are written, ""
	Update               string // the recurrence of one coefficient, # for its number
	RateSign, LimitSign  string // "2η/n", "η < n/λmax"
	// Letter is that of the coefficients, "a"; Objective and Name what it is that
	// falls and its name in the ledger, "loss".
	Letter, Objective, Name string
	// Brief and Target are r and what f is held to in short: "t − f", "t"; Head
	// is the head of what r is made of in the table of all points.
	Brief, Target string
	Head          []string
	// Sum is what the objective is a sum of, at the points: "loss = Σ(t − f)²/n".
	Sum string
	// Score, Follows, Length and Rest are what the ledger holds it to: f from the
	// coefficients, the objective from f, the gradient at convergence, and where
	// it rests.
	Score, Follows, Length, Rest string
}

// residuals are r of a descent, of a label y and an f.
type residuals struct {
	r      func(y, f float64) float64
	Slope  float64                    // |∂r/∂f| is no more
	size   func(y, f float64) float64 // of its terms
	slack  float64                    // what f may be off for r to come out right; 0: an eighth of r
	target func(y float64) float64    // the label as it is written
	sign   string                     // "r#", with # for the number of the point
	law    string                     // in symbols
	put    func(y, f float64) string  // with its numbers, where law does not tell
	slips  func(y float64) []Slip
}

// Constant is a number that all points share, by its letter.
type Constant struct {
	Sign  string
	Value float64
}

// Aside is a number that follows from the coefficients, and what a step says of
// it.
type Aside struct {
	Name, Sign, Wanted string // "sum", "Σαt", "and the dual wants 0"
	Law                string
	Of                 func(a []float64) float64
	Said               func(solvers.Step) (float64, bool)
}

// Limit is the step size below which the objective is sure to go its way, where
// K has no eigenvalue above largest.
func (d Descent) Limit(largest float64) float64 { return d.limit(largest) }

// The is the objective in a sentence: "the loss", "W".
func (d Descent) The() string {
	if d.Climbs {
		return d.Objective
	}
	return "the " + d.Objective
}

// PM reads a label −1/+1 or 0/1 as −1/+1.
func PM(y float64) float64 {
	if y > 0 {
		return 1
	}
	return -1
}

// ZeroOne reads a label −1/+1 or 0/1 as 0/1.
func ZeroOne(y float64) float64 { return (PM(y) + 1) / 2 }

// At is what f is held to at a point, as the form writes it: t, or the label.
func (d Descent) At(i int) float64 { return d.target(d.Y[i]) }

// R is the residual of point i at f.
func (d Descent) R(i int, f float64) float64 { return d.r(d.Y[i], f) }

// Keep is the part of a coefficient that a step keeps: 1 without a penalty.
func (d Descent) Keep() float64 { return 1 - d.Rate*d.Lambda }

// Move is by how much a coefficient changes that is a before, with residual r.
func (d Descent) Move(a, r float64) float64 {
	if d.Lambda == 0 {
		return d.Rate * r
	}
	return d.Rate * (r - d.Lambda*a)
}

// signs are the labels that stand outside the coefficients, if they do.
func (d Descent) signs() []float64 {
	if d.Signs {
		return d.Y
	}
	return nil
}

// Descent is what a solver descends or climbs; not ok for one that does not.
func (p Points) Descent(s solvers.Solver) (Descent, bool) {
	k, ok := Of(s)
	if !ok || k.Descent == nil {
		return Descent{}, false
	}
	return k.Descent(p, Claimed(s)), true
}

// shrunk is a recurrence "a ← a + …" with the penalty in it.
func shrunk(recurrence string) string {
	left, right, _ := strings.Cut(recurrence, " ← ")
	return left + " ← (1 − γλ)" + right
}

// Value is the objective at coefficients with their scores.
func (d Descent) Value(a, f []float64) float64 {
	v := d.loss(d.Y, a, f)
	if d.Lambda > 0 {
		v += d.Lambda * floats.Dot(a, f) / 2
	}
	return v
}

// ScoresAt are the scores of coefficients.
func (d Descent) ScoresAt(a []float64) []float64 { return d.Scores(a, d.signs()) }

// Fit is what follows from the coefficients of a step.
type Fit struct {
	A, F, R []float64
	Value   float64 // the objective
	// Off and OffValue bound what rounding can put f and the objective off.
	Off, OffValue float64
}

// Fit is the descent at a step, of which it takes the coefficients alone;
// largest is the largest |Kᵢⱼ|.
func (d Descent) Fit(s solvers.Step, largest float64) Fit {
	v := Fit{A: s.CoefCopy()}
	v.F = d.ScoresAt(v.A)
	v.R = make([]float64, len(v.F))
	var size, penalty float64
	for i, f := range v.F {
		v.R[i] = d.R(i, f)
		size = math.Max(size, math.Abs(v.R[i])+d.Lambda*math.Abs(v.A[i]))
		penalty += d.Lambda * math.Abs(v.A[i]*f)
	}
	v.Value = d.Value(v.A, v.F)
	n := float64(len(v.F))
	v.Off = 1e-15 * (n + 10) * (1 + floats.Norm(v.A, 1)*largest)
	terms := v.Value
	if d.terms != nil {
		terms = d.terms(d.Y, v.A, v.F)
	}
	v.OffValue = 1e-15*(n+10)*(terms+penalty) + 2*n*v.Off*(size+v.Off)
	return v
}

// Left is what the gradient is made of, by point: the residual less λ times the
// coefficient.
func (v Fit) Left(lambda float64) []float64 {
	left := slices.Clone(v.R)
	floats.AddScaled(left, -lambda, v.A)
	return left
}

// Slack is by how much f of point i may be off for the residual still to come
// out right.
func (d Descent) Slack(i int, f float64) float64 {
	if d.slack > 0 {
		return d.slack
	}
	return math.Abs(d.R(i, f)) / 8
}

// LossName is what a descent lowers, as a step has it: with its penalty where
// there is one.
func LossName(s solvers.Step) string {
	if g, ok := s.Detail.(*solvers.GradientDetail); ok && g.Lambda > 0 {
		return "loss + penalty"
	}
	return "loss"
}

// Residuals are those that a step says it went by; none at the start, and where
// it was restated for another step size or another kernel.
func Residuals(s solvers.Step) solvers.Vector {
	switch g := s.Detail.(type) {
	case *solvers.GradientDetail:
		return g.Residuals()
	case *solvers.AscentDetail:
		return g.Gradient()
	}
	return solvers.Vector{}
}

// Derivation is the update of coefficient i, quantity by quantity, from the
// coefficients before it and the score of the point.
func (d Descent) Derivation(i int, a []float64, f float64) Derivation {
	sub := Sub(i + 1)
	given := func(name, sign string, ink ascii.Ink, v float64) Quantity {
		return Quantity{Name: name, Symbol: sign, Ink: ink, Compute: func(Numbers) float64 { return v }}
	}
	out := Derivation{
		given("a", d.Letter+sub, ascii.Text, a[i]), given("rate", d.RateSign, InkRate, d.Rate), given("target", d.Target+sub, ascii.Text, d.At(i)),
		{
			Name: "f", Symbol: "f(x" + sub + ")", Ink: ascii.Text,
			Compute: func(Numbers) float64 { return f },
			Scale:   func(Numbers) float64 { return d.scoreTerms(i, a) },
			Margin:  func(Numbers) float64 { return d.Slack(i, f) },
		},
		d.residual(i), d.updated(i, a[i], f),
	}
	out[2].Signed = d.Signs
	if d.Lambda > 0 {
		out = append(Derivation{given("keep", "(1 − γλ)", ascii.Text, d.Keep())}, out...)
	}
	return out
}

// residual is r of point i.
func (d Descent) residual(i int) Quantity {
	q := Quantity{
		Name: "r", Symbol: strings.ReplaceAll(d.sign, "#", Sub(i+1)), Ink: ascii.Text, Formula: d.law, From: []string{"f"}, Slips: d.slips(d.Y[i]),
		Compute: func(n Numbers) float64 { return d.R(i, n["f"]) },
		Recorded: func(s solvers.Step) (float64, bool) {
			r := Residuals(s)
			if i >= r.Len() {
				return 0, false
			}
			return r.At(i), true
		},
	}
	if d.put != nil {
		q.Fill = func(n Numbers) string { return d.put(d.Y[i], n["f"]) }
	}
	return q
}

// updated is coefficient i after the step, a before it, where f has a value at
// the point.
func (d Descent) updated(i int, a, f float64) Quantity {
	q := Quantity{
		Name: "anew", Symbol: d.Letter + Sub(i+1), Ink: InkA, Formula: "{a} + {rate}·{r:r}", From: []string{"r"},
		Compute:  func(n Numbers) float64 { return a + d.Move(a, n["r"]) },
		Recorded: func(s solvers.Step) (float64, bool) { return s.Coef().At(i), true },
		Margin:   func(Numbers) float64 { return math.Abs(d.Move(a, d.R(i, f))) / 4 },
		Scale:    func(Numbers) float64 { return math.Max(math.Abs(a), d.Rate*d.size(d.Y[i], f)) },
		Slips:    []Slip{{"wrong-way", "It looks as if the residual was subtracted.", func(n Numbers) float64 { return d.Keep()*a - d.Rate*n["r"] }}},
	}
	if d.Climbs {
		q.Slips[0].Advice = "It looks as if the step went downhill."
	}
	if d.Lambda > 0 {
		q.Formula = "{keep}{a} + {rate}·{r:r}"
		q.Slips = append(q.Slips, Slip{"no-penalty", "It looks as if the penalty was left out: a shrinks by 1 − γλ first.", func(n Numbers) float64 { return a + d.Rate*n["r"] }})
	}
	if d.more != nil {
		q.Slips = append(q.Slips, d.more(a)...)
	}
	return q
}

// scoreTerms is the size of the terms of f at a point.
func (d Descent) scoreTerms(i int, a []float64) float64 {
	var sum float64
	for j, v := range a {
		sum += math.Abs(v * d.Gram.At(i, j))
	}
	return sum
}

// descentSheet is the update of the coefficient that moved most.
func descentSheet(p Points, s solvers.Solver, before, now solvers.Step) Derivation {
	d, ok := p.Descent(s)
	if !ok || Residuals(now).Len() != p.Len() {
		return nil
	}
	was := d.Fit(before, 0)
	most, _ := d.Farthest(was)
	return d.Derivation(most, was.A, was.F[most])
}

// Farthest are the points whose coefficients move most; the second is −1 where
// there is one point only.
func (d Descent) Farthest(was Fit) (first, second int) {
	moves := make([]float64, len(was.R))
	for i, r := range was.R {
		moves[i] = d.Move(was.A[i], r)
	}
	return TwoLargest(moves)
}

// tellLoss tells a step of a descent.
func tellLoss(s solvers.Step, _ bool) (t Summary) {
	t.is("%s %s", LossName(s), Num(s.Objective))
	return t
}

// lossEffect says where a step would take the loss.
func lossEffect(at Crossing, next solvers.Step, _ Move) []ascii.Line {
	d, ok := next.Detail.(*solvers.GradientDetail)
	if !ok {
		return nil
	}
	return []ascii.Line{ascii.Plain(fmt.Sprintf("The %s goes from %s to %s.", LossName(next), Num(at.From.Objective), Num(d.Loss)))}
}
