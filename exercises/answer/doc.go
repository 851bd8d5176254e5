// Package answer reads a student's mathematics and judges it.
//
// An answer goes through fixed stages: text → tokens → expression → values →
// canonical form → verdict. Reading is generous: 2x1, √2·x₁, x_1**2 and sqrt(2) x1
// can all be read. Judging is exact: polynomials and rational functions are
// compared over ℚ extended by square roots of integers, so that √2 typed as 1.414
// is close but not equal. If there is no canonical form, sampling may refute
// equality but never proves it.
//
// If a text is ambiguous, the student is asked. Both readings are returned as
// unambiguous texts, so a session that stores the choice need not ask again.
//
// Every task has a method Judge, which takes the text as typed and returns a
// [Result]: a verdict, the smallest true fact that supports it, and advice if the
// text is exactly a mistake that the task lists. A text that cannot be read is
// never a wrong answer.
//
// Nothing here panics on a student's text, and every text leads to a verdict or an
// error message within a fixed budget of work. All functions are pure and safe for
// concurrent use.
//
// Start with [Result], [NumberTask] and [ExprTask]. The package knows nothing about
// lessons, solvers and terminals.
package answer
