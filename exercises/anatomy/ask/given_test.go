package ask

import (
	"context"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/solvers"
)

var assignment = regexp.MustCompile(`([^\s,;:]+) = ([+−]?[0-9.]+(?:e[−0-9]+)?|∞)`)

// given are the numbers that the text of a step gives, in order.
func given(t *testing.T, info exercises.Info) []float64 {
	t.Helper()
	var out []float64
	for _, b := range info.Text {
		if b.Kind != exercises.Formula {
			continue
		}
		for _, m := range assignment.FindAllStringSubmatch(b.Text.String(), -1) {
			if m[2] == "∞" {
				out = append(out, math.Inf(1))
				continue
			}
			v, err := strconv.ParseFloat(strings.ReplaceAll(m[2], "−", "-"), 64)
			if err != nil {
				t.Fatalf("%q: %v", b.Text, err)
			}
			out = append(out, v)
		}
	}
	return out
}

// TestGivenNumbersSuffice: what the text gives, put into the formulas, is an
// answer that is accepted.
func TestGivenNumbersSuffice(t *testing.T) {
	did := map[string]int{}
	each(t, func(r run, i int) {
		for _, q := range Questions(r.traces, i) {
			info := q.Info()
			g := given(t, info)
			var v float64
			switch s := r.traces[0].Solver().(type) {
			case solvers.LeastSquares:
				if info.Name != "value" {
					continue
				}
				v = g[0] + 2*g[3]/g[4]*(g[1]-g[2])
			case solvers.Logistic:
				if info.Name != "value" {
					continue
				}
				keep := 1.0
				if s.Lambda > 0 {
					keep -= g[3] * g[4]
				}
				v = keep*g[0] + g[3]*(g[1]-solvers.Sigmoid(g[2]))
				if s.Form == solvers.PlusMinus {
					v = keep*g[0] + g[3]*g[1]*solvers.Sigmoid(-g[1]*g[2])
				}
			case solvers.Ascent:
				if info.Name != "value" {
					continue
				}
				v = g[0] + g[3]*(1-g[1]*g[2])
			case solvers.Ridge:
				switch info.Name {
				case "entry":
					v = g[0] + g[1]
				case "forward", "back":
					v = g[1] / g[0]
				case "residual":
					v = g[0] * g[1]
				default:
					continue
				}
			default:
				continue
			}
			did[info.Name]++
			if got := check(q, exercises.Answers{field: typed(v)}); !got.Accepted {
				t.Fatalf("%s step %d, %s: %v from %v is refused for %v: %s", r.name, i, info.Name, v, g, info.Reference, facts(got))
			}
		}
	})
	for _, name := range []string{"value", "entry", "forward", "back", "residual"} {
		if did[name] == 0 {
			t.Errorf("%q was never answered", name)
		}
	}
}

// TestGivenPairSuffices does the same for the new αℓ, which takes the bounds
// and the clip.
func TestGivenPairSuffices(t *testing.T) {
	did := 0
	each(t, func(r run, i int) {
		if _, ok := r.traces[0].Solver().(solvers.SMO); !ok {
			return
		}
		for _, q := range Questions(r.traces, i) {
			if q.Info().Name != "alpha" {
				continue
			}
			g := given(t, q.Info())
			if len(g) != 10 {
				t.Fatalf("%s step %d: numbers %v", r.name, i, g)
			}
			ak, al, tk, tl, c, ek, el := g[0], g[1], g[2], g[3], g[4], g[5], g[6]
			lo, hi := solvers.Bounds(tk*tl, ak, al, c)
			v := math.Max(lo, math.Min(hi, al+tl*(ek-el)/(g[7]+g[8]-2*g[9])))
			did++
			if got := check(q, exercises.Answers{field: typed(v)}); !got.Accepted {
				t.Fatalf("%s step %d: %v from %v is refused for %v: %s", r.name, i, v, g, q.Info().Reference, facts(got))
			}
		}
	})
	if did < 50 {
		t.Errorf("%d answers", did)
	}
}

// TestStandingStillIsRefused: where a number moves by more than can be hidden
// by rounding, the old one is not accepted for the new.
func TestStandingStillIsRefused(t *testing.T) {
	did := 0
	late := newRun(t, "worksheet1d", "poly(degree=2,c=1)", solvers.SMO{C: 10, Tol: 1e-7}, 400)
	visit := func(r run, i int) {
		prev, now := r.traces[0].At(i), r.traces[0].At(i+1)
		refuse := func(s exercises.Step, name string, old, new, size float64) {
			if s == nil || math.Abs(new-old) < 1e-5*math.Max(size, math.Abs(new)) {
				return
			}
			did++
			if f := check(s, s.Info().Reference.With(name, typed(old))).Fields[name]; f.Verdict == exercises.Equal {
				t.Fatalf("%s step %d: %s may stay at %v, it goes to %v", r.name, i, name, old, new)
			}
		}
		by := ByHand(r.traces, i)
		switch d := now.Detail.(type) {
		case *solvers.SMODetail:
			size := math.Max(d.OldAk, d.OldAl)
			refuse(by, "alnew", d.OldAl, d.NewAl, size)
			refuse(by, "aknew", d.OldAk, d.NewAk, size)
			refuse(by, "b", prev.Bias, now.Bias, 1+math.Abs(d.Ek)+math.Abs(d.El))
		case *solvers.GradientDetail:
			s, _ := newSlope(at(r.traces, i))
			j := s.point
			refuse(by, "anew", prev.Coef().At(j), now.Coef().At(j), 0)
		case *solvers.RidgeDetail:
			if s := r.traces[0].Solver().(solvers.Ridge); d.Stage == solvers.StageRegularise && s.Lambda > 0 {
				k := r.traces[0].Problem().K(0, 0)
				refuse(by, "m11", k, k+s.Lambda, 0)
			}
		}
	}
	each(t, visit)
	for i := range late.traces[0].Len() - 1 {
		visit(late, i)
	}
	if did < 100 {
		t.Errorf("%d numbers", did)
	}
}

// TestEcho: a number in a form is echoed as it is read.
func TestEcho(t *testing.T) {
	r := newRun(t, "xor4", "poly(degree=2,c=1)", solvers.SMO{C: 1}, 2)
	e := ByHand(r.traces, 0).(exercises.Echoer)
	if got := e.Echo(t.Context(), "kappa", "2*3"); got.Reading != answer.EchoOf(context.Background(), "2*3", answer.Scope{}).Reading || got.Problem != "" {
		t.Errorf("echo %v", got)
	}
	if got := e.Echo(t.Context(), "kappa", "2*"); got.Problem == "" {
		t.Error("a broken text echoes nothing")
	}
	if got := e.Echo(t.Context(), "nothing", "2"); got.Reading != "" || got.At != -1 {
		t.Errorf("a field that is not there echoes %v", got)
	}
}
