//go:build !breakable

package cli

import "kernellab/lab"

// breakable returns the lab unchanged. With the build tag breakable, breakable.go
// replaces it.
func breakable(m *lab.Model) *lab.Model { return m }
