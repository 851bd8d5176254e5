// Package solvers contains the learning algorithms: ridge regression, least squares and
// logistic regression by gradient descent, the perceptron, and sequential minimal
// optimisation (SMO) for support vector machines. Algorithms that exist in a primal and a
// dual form have both. Each can be executed one step at a time. Start with [Solver],
// [Problem] and [Trace].
//
// The package does not know kernels, feature maps or pictures. In the dual a solver sees
// only a Gram matrix and labels, in the primal only a design matrix and labels. That is the
// kernel trick, and a test of the imports enforces it: from kernels the package may only
// import vec, which knows nothing but numbers.
//
// Values of [Problem] and [Step] are immutable. A [Solver] keeps no state: the next step is a
// function of the problem and the previous step, and random numbers derive from a seed and the
// number of the step. A [Trace] is a sequence of steps. To go back, index the trace. A what-if
// question extends the same past a second time.
//
// Conventions: there are n points with labels t (or y), which are −1 and +1 for
// classifiers, and the Gram matrix is Kᵢⱼ = ⟨φᵢ, φⱼ⟩. Ridge, least squares and
// logistic regression have no intercept: f = Σ aⱼ k(xⱼ, ·). For perceptron and
// SVM, α ≥ 0 and the labels are separate: f = Σ αⱼ tⱼ k(xⱼ, ·) + b. The SVM's
// primal has the factor ½.
//
// Each [Loss] in loss.go defines its value and its slope once. The descents take their residuals
// from the slope. [LossDescent] descends on any loss. It is not a [Solver], so no [Trace] can run it.
//
// # How to add a solver
//
// A solver needs code in four places. Follow this order, because each place
// needs the previous one. Copy from the perceptron, which is the shortest.
//
//  1. A file here: a type with the parameters and the methods of [Solver], and a [Detail] that
//     records what a step did (a pointer type with the method detail). A step may depend only on
//     the problem and the previous step. An algorithm that moves along its residuals at all
//     points at once is a descent and needs only what [LeastSquares] has. Make the type a
//     [Restater], so that a fork can change its parameters.
//  2. A file in exercises/anatomy: the derivation of a step, quantity by
//     quantity. Each quantity has its formula in symbols, the formula as a
//     function of the points and the previous state, the value that the detail
//     records, and known mistakes. No formula calls the solver. The reasons for a step, the
//     ledger (a list of invariants), predictions, the step by hand and breakpoints all follow
//     from the derivation.
//  3. A painter in exercises/stage, which draws a frame.
//  4. A line in the table of kinds, anatomy.All, and one in the table of
//     painters. TestRun_everySolverComplete lists what is missing.
//
// Test the invariants (the objective is monotone, the gradient agrees with finite differences).
// Test the primal against the dual, and both against an independent solution. Plant a fault in
// every quantity: the ledger must report a broken invariant.
//
// # How to add a pair rule
//
// Add a [PairRule] and its name to ruleNames in smo_rules.go, a case in choose, and
// a row in anatomy.RuleOf. If a test lists the rules one by one, decide whether its
// check also holds for the new rule.
package solvers
