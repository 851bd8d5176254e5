//go:build !unix

package remote

// fileLimit is how many files and connections the process may have open: here
// more than a host needs.
func fileLimit() int { return 1 << 30 }
