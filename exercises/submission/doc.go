// Package submission supports programs that students write themselves, in any
// language. It provides a task with its points, a skeleton to fill in, and a
// comparison of the program's trace with the right steps. It never executes the
// student's program: a trace is text.
//
// A trace is compared step by step with the laws of package anatomy, each time in
// the state that the previous steps led to. So the comparison names the first wrong
// quantity rather than its consequences. The package knows nothing of terminals.
package submission
