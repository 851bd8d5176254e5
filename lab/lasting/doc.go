// Package lasting is what a student makes of a run and finds again on a later day:
// the conditions that were given, and the document of them and of the branches. The
// screen and the transcript both keep it here, so that what is begun in one goes on
// in the other. It moves along no run, and knows no screen.
package lasting
