//go:build race

package bombs

// slow is a factor of the limits, because the race detector makes programs slow.
const slow = 20
