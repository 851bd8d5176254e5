package class

import "kernellab/lab/progress"

// Vote asks everybody to choose one of several options.
type Vote struct {
	ID             int64  // differs from vote to vote, but not between its rounds
	Exercise, Task string // whose question it is, or ""
	Question       string
	Options        []string
	Round          int     // from 1; 0 if there is no vote
	Open           bool    // whether students may vote
	Counts         [][]int // how often each option was chosen, in each round that was revealed
}

// ballot identifies a round of a vote.
type ballot struct{ vote, round string }

// castVote records a vote.
func (b *Board) castVote(e progress.Event) {
	at := ballot{e.Raw["vote"], e.Raw["round"]}
	if b.votes[at] == nil {
		b.votes[at] = map[string]int{}
	}
	for i, digit := range "123456789" {
		if e.Raw["option"] == string(digit) {
			b.votes[at][e.Student] = i
		}
	}
}

// Votes returns how often each of n options was chosen in a round of a vote.
func (b *Board) Votes(vote, round string, n int) []int {
	b.mu.Lock()
	defer b.mu.Unlock()
	counts := make([]int, n)
	for _, option := range b.votes[ballot{vote, round}] {
		if option < n {
			counts[option]++
		}
	}
	return counts
}
