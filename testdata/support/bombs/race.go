//go:build race

package bombs

// slow is by how much a deadline is longer: the race detector is at work.
const slow = 20
