package solvers

// allLosses returns every loss there is, those of one kind of label together.
func allLosses() []Loss {
	return []Loss{
		SquaredLoss(), ZeroOne.Loss(), PlusMinus.Loss(), perceptronLoss(), HingeLoss(), SquaredHingeLoss(), ExponentialLoss(), PoissonLoss(),
		FourthPowerLoss(), WaitingLoss(),
	}
}

// perceptronLoss is max(0, −yf): its slope is −y at a mistake, yf ≤ 0, which is
// what [Perceptron] adds y for.
func perceptronLoss() Loss { return margin("perceptron", 0) }

// contraction is what a step multiplies the distance of f to its place of rest
// by, along an eigenvector of K with eigenvalue mu, for the squared loss: on w
// it is 1 − η(μ + λ), on a 1 − ημ(μ + λ).
func (d LossDescent) contraction(mu float64) float64 {
	if d.OnA {
		return 1 - d.Eta*mu*(mu+d.Lambda)
	}
	return 1 - d.Eta*(mu+d.Lambda)
}
