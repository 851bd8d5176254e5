// Package budget bounds the work that a typed text may cause.
//
// The reader of a text starts a budget from a context and passes it on with the
// result. So everything that happens later with the text, such as drawing, judging
// or comparing it, is charged to the same budget. Work is charged before it is
// done, so the same text gets the same verdict on every machine. The budget ends
// with its context, and thus with the session.
//
// The package knows nothing of texts. It only counts.
package budget
