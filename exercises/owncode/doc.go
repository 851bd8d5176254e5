// Package owncode is for programs that students write themselves, in any
// language: a task with its points, a skeleton to fill in, and a comparison of
// the trace that such a program writes with what each step has to be. Nothing
// of the student's is executed; a trace is text.
//
// A trace is compared step by step from the state that the steps before it led
// to, by the laws of package anatomy, so that the first quantity that is wrong
// is named, and not what follows from it. The package knows no terminal.
package owncode
