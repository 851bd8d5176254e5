// Package check shortens the checks of tests. It knows no other package.
package check

// T is what the checks need of a *testing.T, or of a *rapid.T.
type T interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// OK ends the test if there is an error.
func OK(t T, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("got error %v, want none", err)
	}
}

// That reports an error unless holds is true.
func That(t T, holds bool, format string, args ...any) {
	t.Helper()
	if !holds {
		t.Errorf(format, args...)
	}
}

// Must ends the test unless holds is true.
func Must(t T, holds bool, format string, args ...any) {
	t.Helper()
	if !holds {
		t.Fatalf(format, args...)
	}
}

// Equal reports an error unless got is want. The format and its arguments name what was got.
func Equal[V comparable](t T, got, want V, format string, args ...any) {
	t.Helper()
	if _, isText := any(got).(string); got != want && isText {
		t.Errorf(format+": got %q, want %q", append(args, got, want)...)
	} else if got != want {
		t.Errorf(format+": got %v, want %v", append(args, got, want)...)
	}
}
