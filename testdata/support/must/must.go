// Package must shortens tests in which a call cannot fail. It knows no other package.
package must

// Value returns the value of a call, and panics if the call failed.
func Value[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
