package anatomy

import (
	"fmt"

	"kernellab/ascii"
	"kernellab/solvers"
)

// Told is a step in a few words: what it did, and what there is now.
type Told struct{ Did, Is []string }

func (t *Told) did(format string, a ...any) { t.Did = append(t.Did, fmt.Sprintf(format, a...)) }
func (t *Told) is(format string, a ...any)  { t.Is = append(t.Is, fmt.Sprintf(format, a...)) }

// Told is a step of the kind in a few words.
func (k Kind) Told(s solvers.Step, stepped bool) Told {
	if k.Tell == nil {
		return tellLoss(s, stepped)
	}
	return k.Tell(s, stepped)
}

// tellPair tells an update of SMO; stepped is false where no step led to s.
func tellPair(s solvers.Step, _ bool) (t Told) {
	if d, ok := s.Detail.(*solvers.SMODetail); ok {
		t.did("%s", pairs{}.Of(s))
		t.did("%s", clipBrief(d))
	}
	t.is("W = %s, gap %s, b = %s", Num(s.Objective), Num(s.Gap), Num(s.Bias))
	return t
}

// clipBrief says in a few words what became of αℓ*.
func clipBrief(d *solvers.SMODetail) string {
	al := "αℓ = " + Num(d.NewAl)
	switch {
	case d.Null:
		return "nothing moves"
	case d.Free:
		return al + " without the clip"
	case d.Clipped && d.Unclipped > d.Hi:
		return al + " clipped at H"
	case d.Clipped && d.Unclipped < d.Lo:
		return al + " clipped at L"
	}
	return al
}

func tellVisit(s solvers.Step, stepped bool) (t Told) {
	if d, ok := s.Detail.(*solvers.PerceptronDetail); ok {
		if stepped && d.Point >= 0 {
			t.did("%s", visits{}.Of(s))
			t.did("y·f = %s", Num(d.Margin))
		}
		t.is("epoch %d, %d on the wrong side", d.Epoch, d.Errors)
	}
	t.is("b = %s", Num(s.Bias))
	return t
}

func tellLoss(s solvers.Step, _ bool) (t Told) {
	t.is("%s %s", LossName(s), Num(s.Objective))
	return t
}

func tellStage(s solvers.Step, _ bool) (t Told) {
	if d, ok := s.Detail.(*solvers.RidgeDetail); ok {
		t.did("%s", d.Stage)
	}
	if s.Updates > 0 {
		t.is("objective %s", Num(s.Objective))
	}
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

func stageEffect(Crossing, solvers.Step, Move) []ascii.Line {
	return []ascii.Line{ascii.Plain("The stages begin again with K, and add the new λ to its diagonal.")}
}

// The numbers of the sweep that a step of n points belongs to.
func passes(s solvers.Step, n int) int { return s.Updates / n }

func epochs(s solvers.Step, _ int) int { return s.Detail.(*solvers.PerceptronDetail).Epoch - 1 }
