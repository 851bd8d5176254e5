package anatomy

import (
	"fmt"
	"strconv"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/solvers"
)

// visits are the steps of the perceptron: the point is chosen.
type visits struct{}

func (visits) Names() []string { return []string{"point"} }

func (visits) Of(s solvers.Step) Move {
	d, ok := s.Detail.(*solvers.PerceptronDetail)
	if !ok {
		return Move{}
	}
	return Move{K: d.Point + 1}
}

func (visits) Nearest(Crossing) Move { return Move{K: 1} }

func (visits) Read(at Crossing, own Move, a exercises.Answers) (Move, error) {
	point, err := pointOf("the point", a["point"], at.Problem.Len(), own.K)
	return Move{K: point}, err
}

func (visits) Take(at Crossing, m Move) solvers.Step {
	return at.Solver.(solvers.Perceptron).Visit(at.Problem, at.From, m.K-1)
}

func (visits) Options(at Crossing, m Move) []exercises.Control {
	c := exercises.Control{Name: "point", Label: "point", Value: strconv.Itoa(m.K)}
	for i := range at.Problem.Len() {
		c.Choices = append(c.Choices, option(i, "y·f = "+Num(at.Problem.Y(i)*at.From.F(i))))
	}
	return []exercises.Control{c}
}

// visitEffect says what a visit would do.
func visitEffect(_ Crossing, next solvers.Step, _ Move) []ascii.Line {
	d, ok := next.Detail.(*solvers.PerceptronDetail)
	if !ok {
		return nil
	}
	margin := fmt.Sprintf("Point %d has y·f = %s: ", d.Point+1, Num(d.Margin))
	if d.Mistake {
		return []ascii.Line{ascii.Plain(margin + "a mistake, so it is added.")}
	}
	return []ascii.Line{ascii.Plain(margin + "it is right, so nothing changes.")}
}

func tellVisit(s solvers.Step, stepped bool) (t Summary) {
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

func visitEntries(s solvers.Step) []Entry {
	d, ok := s.Detail.(*solvers.PerceptronDetail)
	if !ok {
		return nil
	}
	return []Entry{{"point", d.Point + 1}, {"epoch", d.Epoch}, {"margin", d.Margin}, {"mistake", d.Mistake}, {"errors", d.Errors}}
}
