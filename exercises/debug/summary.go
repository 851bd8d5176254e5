package debug

import (
	"fmt"
	"strings"

	"kernellab/exercises/stage"
	"kernellab/solvers"
)

// Summary is frame i in one line of plain text: what the step did, and what
// came of it. It draws nothing, so that a transcript of many steps is cheap.
func (r Run) Summary(i int) string {
	s := r.traces[0].At(i)
	var did, is []string
	add := func(format string, a ...any) { is = append(is, fmt.Sprintf(format, a...)) }
	switch d := s.Detail.(type) {
	case *solvers.SMODetail:
		did = append(did, moveOf(s).String(), clip(d))
	case *solvers.PerceptronDetail:
		if i > 0 && d.Point >= 0 && !r.opens(i) {
			did = append(did, moveOf(s).String(), "y·f = "+stage.Num(d.Margin))
		}
		add("epoch %d, %d on the wrong side", d.Epoch, d.Errors)
	case *solvers.RidgeDetail:
		did = append(did, d.Stage.String())
	}
	switch r.at(i).main().(type) {
	case solvers.SMO:
		add("W = %s, gap %s, b = %s", stage.Num(s.Objective), stage.Num(s.Gap), stage.Num(s.Bias))
	case solvers.Perceptron:
		add("b = %s", stage.Num(s.Bias))
	case solvers.Ridge:
		if s.Updates > 0 {
			add("objective %s", stage.Num(s.Objective))
		}
	default:
		add("loss %s", stage.Num(s.Objective))
	}
	if seg := r.at(i); seg.from == i && seg.opening != "" {
		did = []string{"from here " + seg.opening}
	} else if i == 0 {
		did = []string{"start"}
	}
	if s.Status.Done() {
		is = append(is, s.Status.String())
	}
	return strings.Join(append(did, is...), ", ")
}

// clip says in a few words what became of αℓ*.
func clip(d *solvers.SMODetail) string {
	al := "αℓ = " + stage.Num(d.NewAl)
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
