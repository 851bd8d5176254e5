// Package solvers holds the learning algorithms, each of which can be walked
// one step at a time: ridge regression, least squares and logistic regression
// by gradient descent, the perceptron, and sequential minimal optimisation
// (SMO) for support vector machines; the primal and the dual of each where
// both exist.
//
// The package knows no kernel, no feature and no picture. In the dual a solver
// sees a Gram matrix and labels; in the primal it sees a design matrix and
// labels; nothing else. That is the kernel trick, and the import table holds
// the package to it.
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
package solvers
