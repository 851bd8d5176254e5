package bughunt

import (
	"strings"

	"kernellab/exercises/anatomy"
)

// Kind is a mistake that the student can name. In its texts, the method in replaces
// {limit} by the largest step size of a solver.
type Kind struct {
	ID    string // a machine name: "no-clip"
	Label string // what is wrong, as a choice: "αₗ* is not clipped to [L, H]"
	// Proof says how it shows at its first bad step.
	Proof string
	// Tell describes a step with this mistake, for students who suspect it wrongly.
	Tell string
	// Level is the difficulty, 1 to 4, or 0 for a mistake that is only offered as a
	// choice.
	Level int

	solvers []string // the solvers for which it is offered
	fault   anatomy.Fault
}

// rootTwo is the ID of the mistake that is in the features, not in a solver.
const rootTwo = "root2"

// Kinds returns all mistakes, including those that are only offered.
func Kinds() []Kind {
	smo, perceptron, logistic, squares, ridge := "smo", "perceptron", "logistic", "least-squares", "ridge"
	return []Kind{
		{"no-clip", "αₗ* is taken as it is, without the clip to [L, H]",
			"αₗ* lies outside [L, H], and αₗ took its value all the same.",
			"αₗ would have the value of αₗ* outside [L, H].", 1, []string{smo}, anatomy.FaultNoClip},
		{"partner", "αₖ moves by αₗ old − αₗ, without the factor s",
			"With s = −1 both α have to move the same way. Here they moved against each other, and Σαt left 0.",
			"γ = αₖ + sαₗ would change, and Σαt would leave 0.", 1, []string{smo}, anatomy.FaultPartner},
		{"bounds", "L and H are those of the other sign of s",
			"For this s the ledger computes another interval from the two old α.",
			"L and H would be those that the other sign of s gives.", 2, []string{smo}, anatomy.FaultBounds},
		{"kappa", "κ lacks its term −2Kₖₗ",
			"κ is Kₖₖ + Kₗₗ here. The squared distance of φₖ and φₗ is Kₖₖ + Kₗₗ − 2Kₖₗ.",
			"the divisor would be Kₖₖ + Kₗₗ.", 3, []string{smo}, anatomy.FaultKappa},
		{"downhill", "αₗ* has a minus where the plus should be",
			"αₗ* lies as far from αₗ as it should, on the other side.",
			"αₗ* would lie on the other side of αₗ, just as far.", 2, []string{smo}, anatomy.FaultDownhill},
		{"early", "the run stops because g hardly rose",
			"The run says it has converged, and a pair still violates its conditions by more than the tolerance.",
			"every number of the step would be right, and the run would have ended with a violation above the tolerance.", 3, []string{smo}, anatomy.FaultEarly},
		{"no-label", "the errors E leave tⱼ out of the sum",
			"Ek and Eₗ are not f − t: the points of class −1 were added instead of subtracted.",
			"Ek and Eₗ would differ from f − t.", 4, []string{smo}, anatomy.FaultNoLabel},
		{"bias", "b is taken from a point whose α is at a bound",
			"αₖ came to a bound, and b was set so that Eₖ = 0. Only a free α tells b; here b is the middle of the thresholds.", "the α would all be right, and b would not be the middle of b_up and b_low.", 4, []string{smo}, anatomy.FaultBias},

		{"strict", "y·f = 0 is not counted as a mistake", "y·f is 0, which is not above 0: the point had to be added.",
			"y·f would be 0, and α would stay.", 3, []string{perceptron}, anatomy.FaultStrict},
		{"eager", "points on their right side are added as well", "y·f is above 0, and α grew.",
			"y·f would be above 0, and α would grow.", 1, []string{perceptron}, anatomy.FaultEager},
		{"bias-sign", "b grows by 1 whatever the label",
			"A point of class −1 was added, and b rose. It should fall: b ← b + y.",
			"α would be right, and b would rise at a point of class −1.", 2, []string{perceptron},
			anatomy.FaultBiasSign},

		{"residual-sign", "the residual has the wrong sign",
			"The residuals are those of the recurrence with the sign turned, so the step leads uphill, away from the labels.", "each residual would be minus the right one.", 1, []string{logistic, squares}, anatomy.FaultResidualSign},
		{"no-sigmoid", "the residual is y − f, without s(·)",
			"The residual is y − f. With s(f) it would lie between −1 and 1 always.",
			"each residual would be label minus f, not label minus s(f).", 3, []string{logistic},
			anatomy.FaultNoSigmoid},
		{"no-mean", "the factor 2/n is left out", "a changed by η times the residual, where 2η/n times was due.",
			"the residuals would be right, and a would change by n/2 times what is due.", 2, []string{squares},
			anatomy.FaultNoMean},
		{"too-long", "the steps are longer than they say, past {limit}",
			"The residuals are right, and a changed by more than the stated rate times them. Past {limit} the loss can rise.", "the residuals and the stated rate would be right, and a would change by more than their product.", 2, []string{squares, logistic}, anatomy.FaultTooLong},

		{"lambda-everywhere", "λ is added to every entry, not to the diagonal",
			"The entries beside the diagonal have grown by λ. K + λI leaves them as they are.",
			"the entries beside the diagonal of the matrix would not be those of K.", 1, []string{ridge},
			anatomy.FaultLambdaEverywhere},
		{"forward", "the forward solve does not divide by the diagonal of L", "Put z into Lz: the rows do not give y.",
			"the matrix and L would be right, and Lz would not be y.", 2, []string{ridge}, anatomy.FaultForward},
		{"no-lambda", "λ is left out of the matrix", "", "the diagonal of the matrix would be that of K itself.", 0,
			[]string{ridge}, 0},

		{rootTwo, "a √2 is missing in the features φ of the primal",
			"w and Φᵀa part although both runs are right in themselves: the features do not belong to the kernel.",
			"every law of the dual would hold, and only w and Φᵀa would differ.", 4,
			[]string{perceptron, logistic, squares, ridge}, 0},
	}
}

// in returns the kind with its texts for a solver.
func (k Kind) in(solver string) Kind {
	limit := strings.NewReplacer("{limit}", map[string]string{"least-squares": "n/λmax", "logistic": "8/λmax"}[solver])
	k.Label, k.Proof, k.Tell = limit.Replace(k.Label), limit.Replace(k.Proof), limit.Replace(k.Tell)
	return k
}

// planted returns the kinds that occur.
func planted() []Kind {
	var out []Kind
	for _, k := range Kinds() {
		if k.Level > 0 {
			out = append(out, k)
		}
	}
	return out
}
