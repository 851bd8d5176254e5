package bughunt

import "kernellab/solvers"

// Kind is a mistake as the student names it.
type Kind struct {
	ID    string // a machine name: "no-clip"
	Label string // what is wrong, as a choice: "αℓ* is not clipped to [L, H]"
	// Proof is how it can be seen at its first bad step, a sentence.
	Proof string
	// Level is how hard it is to find, 1 to 4; 0 for a mistake that is only
	// offered as a choice.
	Level int

	solvers []string // names of the solvers that it is offered for
	fault   solvers.Fault
}

// rootTwo is the id of the mistake that is in the features, not in a solver.
const rootTwo = "root2"

// Kinds lists the mistakes, those that are only offered included.
func Kinds() []Kind {
	smo, perceptron, logistic, squares, ridge := "smo", "perceptron", "logistic", "least-squares", "ridge"
	return []Kind{
		{"no-clip", "αℓ* is taken as it is, without the clip to [L, H]", "αℓ* lies outside [L, H], and αℓ took its value all the same.", 1, []string{smo}, solvers.FaultNoClip},
		{"partner", "αk moves by αℓ old − αℓ, without the factor s", "With s = −1 both α have to move the same way. Here they moved against each other, and Σαt left 0.", 1, []string{smo}, solvers.FaultPartner},
		{"bounds", "L and H are those of the other sign of s", "For this s the ledger computes another interval from the two old α.", 2, []string{smo}, solvers.FaultBounds},
		{"kappa", "κ lacks its term −2Kkℓ", "κ is Kkk + Kℓℓ here. The squared distance of φk and φℓ is Kkk + Kℓℓ − 2Kkℓ.", 3, []string{smo}, solvers.FaultKappa},
		{"downhill", "αℓ* has a minus where the plus should be", "αℓ* lies as far from αℓ as it should, on the other side.", 2, []string{smo}, solvers.FaultDownhill},
		{"early", "the run stops because W hardly rose", "The run says it has converged, and a pair still violates its conditions by more than the tolerance.", 3, []string{smo}, solvers.FaultEarly},
		{"no-label", "the errors E leave tⱼ out of the sum", "Ek and Eℓ are not f − t: the points of class −1 were added instead of subtracted.", 4, []string{smo}, solvers.FaultNoLabel},
		{"bias", "b is taken from a point whose α is at a bound", "αk came to a bound, and b was set so that Ek = 0. Only a free α tells b; here it lies between the thresholds.", 4, []string{smo}, solvers.FaultBias},

		{"strict", "y·f = 0 is not counted as a mistake", "y·f is 0, which is not above 0: the point had to be added.", 3, []string{perceptron}, solvers.FaultStrict},
		{"eager", "points on their right side are added as well", "y·f is above 0, and α grew.", 1, []string{perceptron}, solvers.FaultEager},
		{"bias-sign", "b grows by 1 whatever the label", "A point of class −1 was added, and b rose. It should fall: b ← b + y.", 2, []string{perceptron}, solvers.FaultBiasSign},

		{"residual-sign", "the residual has the wrong sign", "The residuals are those of the recurrence with the sign turned: every step leads uphill, away from the labels.", 1, []string{logistic, squares}, solvers.FaultResidualSign},
		{"no-sigmoid", "the residual is y − f, without s(·)", "The residual is y − f. With s(f) it could never be longer than 1.", 3, []string{logistic}, solvers.FaultNoSigmoid},
		{"no-mean", "the factor 2/n is left out", "a changed by η times the residual, where 2η/n times was due.", 2, []string{squares}, solvers.FaultNoMean},
		{"too-long", "the steps are longer than they say, past n/λmax", "a changed by more than the step size it states, and the loss rises.", 2, []string{squares, logistic}, solvers.FaultTooLong},

		{"lambda-everywhere", "λ is added to every entry, not to the diagonal", "The entries beside the diagonal have grown by λ. K + λI leaves them as they are.", 1, []string{ridge}, solvers.FaultLambdaEverywhere},
		{"forward", "the forward solve does not divide by the diagonal of L", "Put z into Lz: the rows do not give y.", 2, []string{ridge}, solvers.FaultForward},
		{"no-lambda", "λ is left out of the matrix", "", 0, []string{ridge}, 0},

		{rootTwo, "a √2 is missing in the features φ of the primal", "w and Φᵀa part although both runs are right in themselves: the features do not belong to the kernel.", 4, []string{perceptron, logistic, squares, ridge}, 0},
	}
}

// planted lists the kinds that occur.
func planted() []Kind {
	var out []Kind
	for _, k := range Kinds() {
		if k.Level > 0 {
			out = append(out, k)
		}
	}
	return out
}
