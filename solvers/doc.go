// Package solvers holds the learning algorithms, each of which can be walked
// one step at a time: ridge regression, least squares and logistic regression
// by gradient descent, the perceptron, and sequential minimal optimisation
// (SMO) for support vector machines; the primal and the dual of each where
// both exist.
//
// The package knows no kernel, no feature and no picture. In the dual a solver
// sees a Gram matrix and labels; in the primal it sees a design matrix and
// labels; nothing else. That is the kernel trick, and the import table holds
// the package to it: below kernels it may use vec, which only knows numbers.
//
// A [Problem] is read only. A [Step] is never changed once made. A [Solver]
// keeps no state: the next step is a function of the problem and the step
// before, and randomness is derived from a seed and the number of the step.
// A [Trace] strings steps together; going back is indexing, and "what if" is a
// second extension of the same past.
//
// Conventions. n points, labels t (or y) in {−1, +1} for classifiers, Gram
// matrix Kᵢⱼ = ⟨φᵢ, φⱼ⟩. Ridge, least squares and logistic regression have no
// intercept: f = Σ aⱼ k(xⱼ, ·). Perceptron and SVM keep α ≥ 0 with the labels
// outside: f = Σ αⱼ tⱼ k(xⱼ, ·) + b. The SVM's primal carries the factor ½.
//
// What a score costs, and with which slope, is a [Loss], each in one place,
// loss.go: the descents take their residuals from there. [LossDescent] is the
// descent for any of them; it is no solver, and has no run.
//
// # How to add a solver
//
// Four places, each in the order in which the next needs it. The tests of this
// package do it with a toy, toy_test.go and adding_test.go, and play it through
// a run, its reasons, its ledger, predictions, the step by hand, breakpoints and
// exports; copy from there.
//
//  1. A file here: a type with the parameters, [Solver] on it, a detail that
//     says what a step did (one pointer type with the method detail), and steps
//     that are made from the step before alone. What moves by its residual at
//     every point at once is a descent and needs only what is in
//     leastsquares.go. A solver that can take up other coefficients is a
//     [Restater]: then a fork can change its parameters.
//  2. A file in exercises/anatomy: the step as a derivation, quantity by
//     quantity, with the formula of each in symbols, the formula as a function of
//     the points and the state before, what the detail records of it, and the
//     mistakes that are known in it. No formula asks the solver. Reasons, ledger,
//     predictions, the step by hand and breakpoints follow from the derivation.
//  3. A painter in exercises/stage: what a frame shows.
//  4. A line in the table of the kinds, anatomy.All, and one in that of the
//     painters. TestEverySolverIsWhole names what is missing.
//
// Beside them stand the tests: laws (the objective goes its way, the gradient is
// that of finite differences), the primal against the dual, an independent
// solution, and a slip in every quantity, which has to turn the ledger red.
package solvers
