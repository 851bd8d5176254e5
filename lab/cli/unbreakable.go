//go:build !breakable

package cli

import "kernellab/lab"

// breakable is the lab as it is; see breakable.go.
func breakable(m *lab.Model) *lab.Model { return m }
