//go:build race

package bombs

// slow is the factor of the limits under the race detector.
const slow = 20
