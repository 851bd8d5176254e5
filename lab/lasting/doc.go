// Package lasting saves what a student adds to a run and restores it on a later day:
// breakpoint conditions and branches. The screen and the transcript both use it, so a
// student can begin in one and continue in the other. It does not step through runs,
// and it knows no screen.
package lasting
