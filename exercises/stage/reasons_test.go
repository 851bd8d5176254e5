package stage

import (
	"regexp"
	"strings"
	"testing"

	"kernellab/ascii"
	"kernellab/exercises/anatomy"
	"kernellab/solvers"
)

func TestWhyMarksTheChosenPartner(t *testing.T) {
	for _, rule := range []string{"second-order", "max-violation", "max-error", "max-error-literal", "random"} {
		r := extended(t, beginnings()["smo "+rule], 40)
		for i := 1; i < r.Len(); i++ {
			chosen := 0
			for _, l := range r.Frame(i).Why() {
				if l[0].Ink != ascii.Select {
					continue
				}
				chosen++
				if !strings.HasPrefix(strings.TrimSpace(l.String()), "ℓ  ") {
					t.Errorf("%s, step %d: the chosen row is %q", rule, i, l.String())
				}
			}
			if chosen != 1 {
				t.Errorf("%s, step %d: %d chosen rows", rule, i, chosen)
			}
		}
	}
}

func TestLockstepDiffersByRounding(t *testing.T) {
	start, err := Start(model("sine_reg", "poly(degree=2,c=1)"), solvers.LeastSquares{Eta: .01})
	if err != nil {
		t.Fatal(err)
	}
	r, rows := extended(t, start, 50), 0
	for _, l := range r.Frame(50).Why() {
		cells := strings.Fields(l.String())
		if len(cells) != 4 || strings.Trim(cells[0], "0123456789") != "" {
			continue
		}
		rows++
		if cells[1] != cells[2] {
			t.Errorf("w and Φᵀa differ in the first digits: %q", l.String())
		}
	}
	if rows != 3 {
		t.Errorf("%d weights are compared, of 3 features", rows)
	}
}

// TestWhyIsComputedWhenAsked, once, and is none where a new setting begins.
func TestWhyIsComputedWhenAsked(t *testing.T) {
	r := extended(t, beginnings()["smo moons"], 5)
	f := r.Frame(3)
	if first, again := f.Why(), f.Why(); len(first) == 0 || &first[0] != &again[0] {
		t.Error("why is computed twice")
	}
	fork, err := r.Fork(t.Context(), 3, map[string]string{"C": "20"})
	if err != nil {
		t.Fatal(err)
	}
	if fork.Frame(3).Why != nil {
		t.Error("a frame that no step led to is explained")
	}
	if len(fork.Frame(4).Why()) == 0 {
		t.Error("the step after it is not explained")
	}
}

// TestAGainIsTheStepsOwn: what a pair promises without the clip and what W rises
// by are two words, in the reasons and in the choices of "what if".
func TestAGainIsTheStepsOwn(t *testing.T) {
	r := extended(t, beginnings()["smo moons"], 30)
	at := clippedAt(t, r)
	d := r.Trace().At(at + 1).Detail.(*solvers.SMODetail)
	var said []string
	for _, l := range r.Frame(at + 1).Why() {
		said = append(said, l.String())
	}
	for _, c := range r.Options(at, nil) {
		for _, choice := range c.Choices {
			said = append(said, choice.Label)
		}
	}
	text := strings.Join(said, "\n")
	number := regexp.MustCompile(`\bgain (of )?[0-9]`)
	if number.MatchString(text) || !strings.Contains(text, "promises ") || !strings.Contains(text, "ΔW") || !strings.Contains(text, anatomy.Num(d.DW)) {
		t.Errorf("step %d, ΔW = %s, is told by\n%s", at+1, anatomy.Num(d.DW), text)
	}
}
