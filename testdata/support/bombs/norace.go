//go:build !race

package bombs

// slow is the factor of the limits.
const slow = 1
