//go:build !race

package bombs

// slow is by how much a deadline is longer.
const slow = 1
