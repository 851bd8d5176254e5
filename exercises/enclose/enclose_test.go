package enclose

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// functions are all functions of one number, with those of package math.
func functions(f *Field) map[string]struct {
	of   func(Real) Real
	near func(float64) float64
} {
	type pair = struct {
		of   func(Real) Real
		near func(float64) float64
	}
	return map[string]pair{
		"exp": {f.Exp, math.Exp}, "ln": {f.Log, math.Log}, "sqrt": {f.Sqrt, math.Sqrt}, "abs": {f.Abs, math.Abs},
		"sin": {f.Sin, math.Sin}, "cos": {f.Cos, math.Cos}, "tan": {f.Tan, math.Tan},
		"sinh": {f.Sinh, math.Sinh}, "cosh": {f.Cosh, math.Cosh}, "tanh": {f.Tanh, math.Tanh},
		"s":   {f.Logistic, func(v float64) float64 { return 1 / (1 + math.Exp(-v)) }},
		"1/v": {func(v Real) Real { return f.Quo(Int(1), v) }, func(v float64) float64 { return 1 / v }},
		"v^(2/3)": {func(v Real) Real { return f.Pow(v, Exact(big.NewRat(2, 3))) },
			func(v float64) float64 { return math.Pow(v, 2.0/3) }},
		"v^7": {func(v Real) Real { return f.Pow(v, Int(7)) }, func(v float64) float64 { return math.Pow(v, 7) }},
		"v^-5000": {func(v Real) Real { return f.Pow(v, Int(-5000)) },
			func(v float64) float64 { return math.Pow(v, -5000) }},
		"v^v":      {func(v Real) Real { return f.Pow(v, v) }, func(v float64) float64 { return math.Pow(v, v) }},
		"max(v,1)": {func(v Real) Real { return f.Max(v, Int(1)) }, func(v float64) float64 { return math.Max(v, 1) }},
	}
}

// argument is a random number: a fraction, or an irrational number close to one.
func argument(f *Field, r *rand.Rand) (Real, float64) {
	q := big.NewRat(r.Int64N(2001)-1000, 1+r.Int64N(100))
	v, _ := q.Float64()
	if r.IntN(2) == 0 {
		return Exact(q), v
	}
	return f.Add(Exact(q), f.Sqrt(Int(2))), v + math.Sqrt2
}

// TestFloat_holdsTheNumber computes with few digits and with many. The two balls must overlap, and
// the number must agree with package math.
func TestFloat_holdsTheNumber(t *testing.T) {
	for seed := range uint64(150) {
		for name := range functions(&Field{Bits: 64}) {
			few, many := &Field{Bits: 80}, &Field{Bits: 400}
			a, v := argument(few, rand.New(rand.NewPCG(seed, 7)))
			b, _ := argument(many, rand.New(rand.NewPCG(seed, 7)))
			rough, fine := functions(few)[name].of(a), functions(many)[name].of(b)
			want := functions(few)[name].near(v)
			if errors.Is(many.Err, ErrUndefined) {
				if !math.IsNaN(want) && !math.IsInf(want, 0) {
					t.Errorf("%s(%v): got no value, want %v as package math", name, v, want)
				}
				continue
			}
			if few.Err != nil || many.Err != nil {
				t.Errorf("%s(%v): %v, %v", name, v, few.Err, many.Err)
				continue
			}
			x, y := few.ballOf(rough), many.ballOf(fine)
			distance := new(big.Float).SetPrec(400).Sub(x.mid, y.mid)
			if distance.Abs(distance).Cmp(sumRadii(x.rad, y.rad)) > 0 {
				t.Errorf("%s(%v): got %v ± %v, want %v in it", name, v, x.mid, x.rad, y.mid)
			}
			if got := many.Float(
				fine,
			); math.Abs(got-want) > 1e-9*math.Abs(want)*(1+math.Abs(v)) && !math.IsInf(want, 0) && want != 0 &&
				math.Abs(want) > 1e-300 {
				t.Errorf("%s(%v) = %v, want %v as package math", name, v, got, want)
			}
			if x.mid.Sign() != 0 && x.rad.Sign() != 0 && x.rad.MantExp(nil) > x.mid.MantExp(nil)-20 {
				t.Errorf("%s(%v) = %v ± %v, want a radius far below the value", name, v, x.mid, x.rad)
			}
		}
	}
}

func TestSign_keepsSmallDifferences(t *testing.T) {
	f := &Field{Bits: 64}
	tiny := f.Exp(Int(-9000))
	for name, v := range map[string]Real{
		"1 + e^-9000 - 1":     f.Sub(f.Add(Int(1), tiny), Int(1)),
		"1 - 1/(1 + e^-9000)": f.Sub(Int(1), f.Quo(Int(1), f.Add(Int(1), tiny))),
		"1 - s(9000)":         f.Sub(Int(1), f.Logistic(Int(9000))),
		"3(5 + e^-9000) - 15": f.Sub(f.Mul(Int(3), f.Add(Int(5), tiny)), Int(15)),
		"1 - tanh(9000)":      f.Sub(Int(1), f.Tanh(Int(9000))),
	} {
		if sign, ok := f.Sign(v); !ok || sign != 1 {
			t.Errorf("Sign(%s) = %d, %v, want 1", name, sign, ok)
		}
	}
	if q, ok := f.Sqrt(Exact(big.NewRat(49, 100))).Rational(); !ok || q.Cmp(big.NewRat(7, 10)) != 0 {
		t.Errorf("√0.49 = %v, want 7/10", q)
	}
	if _, ok := f.Sign(f.Sub(f.Mul(f.Sqrt(Int(2)), f.Sqrt(Int(2))), Int(2))); ok {
		t.Error("√2·√2 − 2: got a sign, want none")
	}
}

func TestField_reportsErrors(t *testing.T) {
	for name, tt := range map[string]struct {
		of   func(f *Field) Real
		want error
	}{
		"ln 0":       {func(f *Field) Real { return f.Log(Int(0)) }, ErrUndefined},
		"√−1":        {func(f *Field) Real { return f.Sqrt(Int(-1)) }, ErrUndefined},
		"1/0":        {func(f *Field) Real { return f.Quo(Int(1), Int(0)) }, ErrUndefined},
		"0^−1":       {func(f *Field) Real { return f.Pow(Int(0), Int(-1)) }, ErrUndefined},
		"(−8)^(1/3)": {func(f *Field) Real { return f.Pow(Int(-8), Exact(big.NewRat(1, 3))) }, ErrUndefined},
		"1/(√2√2 − 2)": {
			func(f *Field) Real { return f.Quo(Int(1), f.Sub(f.Mul(f.Sqrt(Int(2)), f.Sqrt(Int(2))), Int(2))) },
			ErrVague,
		},
		"e^(e^30)":        {func(f *Field) Real { return f.Exp(f.Exp(Int(30))) }, ErrRange},
		"e^(2^28) often":  {func(f *Field) Real { return f.Pow(f.Exp(Int(1<<27)), Int(64)) }, ErrRange},
		"e^(−2^28) often": {func(f *Field) Real { return f.Pow(f.Exp(Int(-(1 << 27))), Int(64)) }, ErrRange},
	} {
		t.Run(name, func(t *testing.T) {
			f := &Field{Bits: 128}
			if tt.of(f); !errors.Is(f.Err, tt.want) {
				t.Errorf("got error %v, want %v", f.Err, tt.want)
			}
		})
	}
}

func TestField_endsWithItsBudget(t *testing.T) {
	spent := 0
	over := errors.New("over")
	f := &Field{Bits: 4096, Spend: func(n int) error {
		if spent += n; spent > 100 {
			return over
		}
		return nil
	}}
	for range 1000 {
		f.Sin(f.Log(f.Exp(Exact(big.NewRat(1, 3)))))
	}
	if !errors.Is(f.Err, over) || spent > 2000 {
		t.Errorf("got error %v after %d units, want the budget's after at most 2000", f.Err, spent)
	}
}
