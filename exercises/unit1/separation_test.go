package unit1

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"kernellab/exercises/dataset"
	"kernellab/testdata/support/check"
)

// The reference computes heights as floating-point numbers with referenceBits bits, without
// error bounds, and finds a line by trying slopes. It shares only math/big with the code
// that it tests.
const referenceBits = 16000

func float(v float64) *big.Float { return new(big.Float).SetPrec(referenceBits).SetFloat64(v) }

func decimal(text string) *big.Float {
	v, ok := new(big.Float).SetPrec(referenceBits).SetString(text)
	if !ok {
		panic(text)
	}
	return v
}

func times(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(referenceBits).Mul(a, b) }

func total(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(referenceBits).Add(a, b) }

// exponential returns e^v: the series at v/2^s, squared s times.
func exponential(v *big.Float) *big.Float {
	prec := uint(referenceBits + 256)
	s := max(v.MantExp(nil), 0) + 100
	r := new(big.Float).SetPrec(prec).SetMantExp(v, -s)
	sum, term := new(big.Float).SetPrec(prec).SetInt64(1), new(big.Float).SetPrec(prec).SetInt64(1)
	for n := int64(1); n < 200; n++ {
		term.Quo(term.Mul(term, r), new(big.Float).SetInt64(n))
		sum.Add(sum, term)
	}
	for range s {
		sum.Mul(sum, sum)
	}
	return sum
}

// randomFeature is a feature drawn at random. text is what a student types, and evaluate computes the feature for
// the reference.
type randomFeature struct {
	text     string
	evaluate func(x *big.Float) *big.Float
}

// argument returns a random argument of a function.
func argument(r *rand.Rand) randomFeature {
	c := fmt.Sprintf("%.1f", r.Float64()*6-3)
	shift := func(x *big.Float) *big.Float { return total(x, decimal(c)) }
	switch r.IntN(3) {
	case 0:
		return randomFeature{"x1", func(x *big.Float) *big.Float { return x }}
	case 1:
		return randomFeature{"(x1 + (" + c + "))", shift}
	}
	return randomFeature{"(x1 + (" + c + "))^2", func(x *big.Float) *big.Float { return times(shift(x), shift(x)) }}
}

// bentFeature returns a random nonlinear function of a random argument.
func bentFeature(r *rand.Rand) randomFeature {
	u := argument(r)
	compose := func(format string, f func(*big.Float) *big.Float) randomFeature {
		return randomFeature{fmt.Sprintf(format, u.text), func(x *big.Float) *big.Float { return f(u.evaluate(x)) }}
	}
	switch r.IntN(3) {
	case 0:
		n := 2 + r.IntN(49)
		return compose("(%s)^"+fmt.Sprint(n), func(v *big.Float) *big.Float {
			out := float(1)
			for range n {
				out = times(out, v)
			}
			return out
		})
	case 1:
		k := []string{"1", "-1", "5", "20", "-100", "1000", "-1000"}[r.IntN(7)]
		return compose("exp("+k+"(%s))", func(v *big.Float) *big.Float { return exponential(times(decimal(k), v)) })
	}
	return compose("abs(%s)", func(v *big.Float) *big.Float { return new(big.Float).Abs(v) })
}

// feature returns a·f(x) + b·x + c with a random function f.
func feature(r *rand.Rand) randomFeature {
	f := bentFeature(r)
	a := []string{"1", "-3", "1e-10", "1e-30", "0.7"}[r.IntN(5)]
	b := []string{"0", "1", "-2.5", "1e6"}[r.IntN(4)]
	c := []string{"0", "1", "1e14", "-1e14"}[r.IntN(4)]
	return randomFeature{
		text: fmt.Sprintf("(%s)*%s + (%s)*x1 + (%s)", a, f.text, b, c),
		evaluate: func(x *big.Float) *big.Float {
			return total(total(times(decimal(a), f.evaluate(x)), times(decimal(b), x)), decimal(c))
		},
	}
}

// gap returns the width of the widest vertical gap between the classes, with upperClass on the
// upper side. It is positive if a line separates the classes in this way. If they touch, it is 0 up
// to rounding.
func gap(x, h []*big.Float, class []float64, upperClass float64) *big.Float {
	var best *big.Float
	for i := range x {
		for j := range i {
			if class[i] != class[j] {
				continue
			}
			slope := new(big.Float).SetPrec(referenceBits).Quo(new(big.Float).Sub(h[i], h[j]),
				new(big.Float).Sub(x[i], x[j]))
			var low, high *big.Float
			for k := range x {
				v := new(big.Float).SetPrec(referenceBits).Sub(h[k], times(slope, x[k]))
				if class[k] == upperClass && (low == nil || v.Cmp(low) < 0) {
					low = v
				}
				if class[k] != upperClass && (high == nil || v.Cmp(high) > 0) {
					high = v
				}
			}
			if g := new(big.Float).SetPrec(referenceBits).Sub(low, high); best == nil || g.Cmp(best) > 0 {
				best = g
			}
		}
	}
	return best
}

// referenceVerdict reports whether a line separates the classes. sure is false if the precision
// does not suffice.
func referenceVerdict(x, h []*big.Float, class []float64) (yes, sure bool) {
	largest := float(1)
	for _, v := range h {
		if new(big.Float).Abs(v).Cmp(largest) > 0 {
			largest = new(big.Float).Abs(v)
		}
	}
	for _, above := range []float64{1, -1} {
		g := gap(x, h, class, above)
		if g.Sign() == 0 || g.MantExp(nil) < largest.MantExp(nil)-referenceBits+300 {
			return false, false
		}
		yes = yes || g.Sign() > 0
	}
	return yes, true
}

// TestSeparation_isNeverWrong compares verdicts, lines and witnesses for random features with
// the reference. Package enclose tests the other functions.
func TestSeparation_isNeverWrong(t *testing.T) {
	cases := 60
	switch {
	case os.Getenv("THOROUGH") != "":
		cases = 1000
	case testing.Short():
		cases = 30
	}
	r := rand.New(rand.NewPCG(19, 1))
	counts, unsure := map[verdict]int{}, 0
	for n := range cases {
		set := dataset.Worksheet1D(uint64(n))
		f := feature(r)
		l, err := parseAndLift(t.Context(), f.text, set)
		check.Must(t, err == nil, "parseAndLift(%s): got error %v, want none", f.text, err)
		counts[l.verdict]++
		var x, h []*big.Float
		for i := range set.Len() {
			x = append(x, decimal(fmt.Sprint(set.Point(i)[0])))
			h = append(h, f.evaluate(x[i]))
		}
		yes, sure := referenceVerdict(x, h, set.Labels())
		switch {
		case l.verdict == undecided:
			t.Logf("seed %d, %s: not decided, the reference says %v, %v", n, f.text, yes, sure)
		case !sure:
			unsure++
		case yes != (l.verdict == separable):
			t.Errorf("seed %d, %s: got verdict %v; separable: want %v by the reference (sure: %v)", n, f.text,
				l.verdict, yes, sure)
		case l.verdict == separable:
			checkLine(t, f.text, l, x, h)
		default:
			checkWitnesses(t, f.text, l, x, h)
		}
	}
	t.Logf("separable %d, not %d, undecided %d; the reference is unsure of %d", counts[separable], counts[inseparable],
		counts[undecided], unsure)
	if counts[undecided] > cases/50 || unsure > cases/20 || counts[separable] == 0 || counts[inseparable] == 0 {
		t.Errorf("%d cases: got %v, undecided and unsure %d, want both kinds and few undecided", cases, counts, unsure)
	}
}

// checkLine checks a printed line against the heights of the reference.
func checkLine(t *testing.T, text string, l liftedSet, x, h []*big.Float) {
	t.Helper()
	w1, w2, b, ok := l.shortestDecimals(l.line)
	if !ok {
		return
	}
	number := func(s string) *big.Float { return decimal(strings.ReplaceAll(s, "−", "-")) }
	for i := range x {
		v := total(total(times(number(w1), x[i]), times(number(w2), h[i])), number(b))
		check.That(t, v.Sign() == int(l.set.Label(i)),
			"%s: line %s, %s, %s has point %d on the wrong side, want every point on its side", text, w1, w2, b, i+1)
	}
}

// checkWitnesses checks the witnesses of an inseparable set against the reference, which must not
// separate them either.
func checkWitnesses(t *testing.T, text string, l liftedSet, x, h []*big.Float) {
	t.Helper()
	var px, ph []*big.Float
	var class []float64
	for _, i := range l.witnesses {
		px, ph, class = append(px, x[i]), append(ph, h[i]), append(class, l.set.Label(i))
	}
	if yes, sure := referenceVerdict(px, ph, class); sure && yes {
		t.Errorf("%s: the witnesses %v are separable, want them not to be", text, l.witnesses)
	}
}

// TestSeparation_survivesRounding decides features that floating-point arithmetic got
// wrong.
func TestSeparation_survivesRounding(t *testing.T) {
	for _, text := range []string{
		"(x1+1)^50", "x1^50", "exp(5(x1+1)^2)", "exp(20x1)", "exp(1000x1)", "exp(-1000(x1+1)^2)", "1e-10x1^2 + x1",
		"x1^2 + 1e14",
		"1 + exp(-1000(x1+1)^2)", "(x1+1)^1000000", "((x1+1)^50)^50", "exp(x1)^50 + 1e300x1", "exp(exp(x1+5))",
		"tanh(1000x1)", "1/(1+exp(-1000(x1+1)^2))",
	} {
		for seed := range uint64(10) {
			if l, err := parseAndLift(t.Context(), text, dataset.Worksheet1D(seed)); err != nil || l.verdict != separable {
				t.Errorf("seed %d, %s: got verdict %v, error %v, want separable", seed, text, l.verdict, err)
			}
		}
	}
	for _, text := range []string{"√2x1", "√2 abs(x1+9)", "e x1 + pi", "ln(exp(x1))", "1e300 + 1e-300x1",
		"√3 max(x1, 9)", "√2 + √3 x1"} {
		for seed := range uint64(10) {
			if l, err := parseAndLift(t.Context(), text,
				dataset.Worksheet1D(seed)); err != nil || l.verdict != inseparable || !l.isStraight() {
				t.Errorf("seed %d, %s: verdict %v, error %v, want inseparable and straight", seed, text, l.verdict, err)
			}
		}
	}
	for _, text := range []string{"exp(exp(20x1))", "sin(x1)^2 + cos(x1)^2"} {
		l, err := parseAndLift(t.Context(), text, dataset.Worksheet1D(1))
		check.That(t, err == nil && l.verdict == undecided,
			"parseAndLift(%s): got verdict %v, error %v, want undecided", text, l.verdict, err)
		r := liftJudge(dataset.Worksheet1D(1), false).Check(t.Context(), text)
		check.That(t, !r.Verdict.CountsAsAttempt() && !r.Accepted,
			"Check(%s): got %v, want no attempt to be counted", text, r.Verdict)
	}
}
