// Package meter counts what a host does, and tells it in Prometheus's text
// format.
//
// Every label is one of a fixed set that this package knows, so no text of a
// user can become one. A nil *Meter takes every count and keeps none: what
// counts need not ask whether anybody reads.
//
// It is of the standard library alone, and without net/http: a program that is
// asked for no metrics must not pay for them at its start.
//
// The package knows no session, no student and no lab.
package meter
