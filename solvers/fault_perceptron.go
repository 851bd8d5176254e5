package solvers

// eagerMargin is the y·f up to which FaultEager adds a point.
const eagerMargin = 1

// nextPerceptron goes to the next visit, or the next mistake, with the fault.
func (f Faulty) nextPerceptron(s Perceptron, p *Problem, prev Step) Step {
	was, ok := prev.Detail.(*PerceptronDetail)
	if !ok {
		panic("solvers: not a step of the perceptron")
	}
	at := *was
	var turn order
	for {
		s.visit(p, prev, &turn, &at)
		at.Mistake = f.takesForMistake(at.Margin)
		next := prev
		next.N++
		if at.Mistake {
			next = s.learn(p, next, &at)
			if f.Fault == FaultBiasSign && !s.NoBias {
				next.Bias = prev.Bias + 1
				next.assessMistakes(p, &at)
			}
		}
		next.Detail = &at
		if s.finish(p, &next, &at) || at.Mistake || s.EveryVisit {
			return next
		}
	}
}

// takesForMistake judges a margin y·f.
func (f Faulty) takesForMistake(margin float64) bool {
	switch f.Fault {
	case FaultStrict:
		return margin < 0
	case FaultEager:
		return margin < eagerMargin
	}
	return margin <= 0
}
