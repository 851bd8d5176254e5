//go:build !race

package bombs

// slow is a factor of the limits.
const slow = 1
