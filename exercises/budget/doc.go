// Package budget bounds what a text that somebody typed may cause.
//
// Whoever reads such a text starts a budget from a context and hands it on with
// what was read, so that whatever is done with it later, a picture, a verdict,
// a comparison with another, is paid from the same. Work is counted before it
// is done: the same text gets the same verdict on every machine. The budget
// ends with its context, and so with the session.
//
// It knows nothing of texts and says only how much.
package budget
