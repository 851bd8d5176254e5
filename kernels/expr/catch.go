package expr

import (
	"regexp"
	"sync"
)

// Catch turns a panic of a parser into an error. A parser gives up by a panic
// with an error of type E, and its entry point defers Catch, which stores that
// error in the result:
//
//	func parse(text string) (n *node, err *SyntaxError) {
//		defer expr.Catch(&err)
//
// Catch passes on all other panics. A panic with an E must not leave the
// package of its parser.
func Catch[E error](err *E) {
	switch r := recover().(type) {
	case nil:
	case E:
		*err = r
	default:
		panic(r)
	}
}

// Pattern returns a function that compiles a regular expression when it is first
// called, so that programs do not pay for expressions that they never use.
func Pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
