// Package answer reads a student's mathematics and decides about it.
//
// An answer goes through fixed stages: text → tokens → expression → values →
// canonical form → verdict. Reading is generous (2x1, √2·x₁, x_1**2 and
// sqrt(2) x1 are all read), deciding is exact: polynomials and rational
// functions are compared over ℚ extended by square roots of integers, so that
// √2 typed as 1.414 is close and not equal. Where no canonical form exists,
// sampling may refute and never prove.
//
// What a text may mean in two ways is asked: both readings come back as texts
// that mean one thing, and a session that keeps the choice need not ask again.
//
// Every task has a method Judge, which takes the text as typed and returns a
// [Result]: a verdict, the smallest true fact that supports it, and advice if
// the text is exactly a mistake that the task lists. A text that cannot be read
// is never a wrong answer.
//
// Nothing here panics on a student's text, and every text ends in a verdict
// or a sentence within a fixed budget of work. Everything is a pure function
// of its arguments and safe for concurrent use.
//
// The package knows no lesson, no solver and no terminal.
package answer
