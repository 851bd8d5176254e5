package expr

import (
	"regexp"
	"sync"
)

// Catch is deferred by what reads a text, and is how a parser gives up: it
// panics with an error of type E, and Catch makes that the error returned.
//
//	func parse(text string) (n *node, err *SyntaxError) {
//		defer expr.Catch(&err)
//
// No other panic is caught, and none of these leaves the package whose parser
// it is.
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
