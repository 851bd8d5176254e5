package remote

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"runtime"
	"strings"
	"syscall"
)

// What a panic or an error says may quote what a student typed, and the path
// of a student's folder tells their key. The log has what helps to mend the
// fault and neither of these.

// panicked describes a panic: its type, the runtime's own words, and where it
// was, without the values of arguments.
func panicked(value any, stack []byte) slog.Attr {
	what := fmt.Sprintf("%T", value)
	if err, ok := value.(runtime.Error); ok {
		what += ": " + err.Error()
	}
	return slog.Group("panic", "type", what, "stack", whereabouts(stack))
}

// whereabouts keeps the functions and lines of a stack that debug.Stack wrote.
func whereabouts(stack []byte) string {
	var out []string
	for line := range strings.Lines(string(stack)) {
		line = strings.TrimRight(line, "\n")
		place, isPlace := strings.CutPrefix(line, "\t")
		switch {
		case isPlace:
			place, _, _ = strings.Cut(place, " +0x")
			out = append(out, "  "+place)
		case strings.HasSuffix(line, ")"):
			out = append(out, line[:strings.LastIndex(line, "(")])
		}
	}
	return strings.Join(out, "\n")
}

// cause is what an error may say in the log: the operation and the system's
// words for what was wrong with it, else the error's type. An error that knows
// better has a method Quiet.
func cause(err error) string {
	var quiet interface{ Quiet() string }
	var path *fs.PathError
	var number syscall.Errno
	switch {
	case err == nil:
		return "nothing was made"
	case errors.As(err, &quiet):
		return quiet.Quiet()
	case errors.As(err, &path):
		return path.Op + ": " + path.Err.Error()
	case errors.As(err, &number):
		return number.Error()
	}
	return fmt.Sprintf("%T", err)
}
