package class

import (
	"strconv"

	"kernellab/lab/progress"
)

// Vote asks everybody to choose one of several options. A teacher posts it with
// [Member.SetVote], and it reaches the students as [Room.Vote]. Each choice is logged as an
// event of kind [progress.VoteCast], and [Board.Votes] counts them for the teacher, who
// reveals the counts by posting the vote again.
type Vote struct {
	ID       int64 // differs from vote to vote, but not between its rounds
	Question string
	Options  []string
	Round    int     // from 1; 0 if there is no vote
	Open     bool    // whether students may vote
	Counts   [][]int // how often each option was chosen, in each round that was revealed
}

// Ballot identifies a round of a vote.
type Ballot struct {
	Vote  int64
	Round int
}

// Ballot returns the current round of the vote.
func (v Vote) Ballot() Ballot { return Ballot{v.ID, v.Round} }

// Raw returns [progress.Event.Raw] of a vote for an option, given by its number from 1.
func (b Ballot) Raw(option int) map[string]string {
	return map[string]string{"vote": strconv.FormatInt(b.Vote, 10), "round": strconv.Itoa(b.Round),
		"option": strconv.Itoa(option)}
}

// castVote records the vote of an event, see [Ballot.Raw].
func (b *Board) castVote(e progress.Event) {
	vote, _ := strconv.ParseInt(e.Raw["vote"], 10, 64)
	round, _ := strconv.Atoi(e.Raw["round"])
	option, _ := strconv.Atoi(e.Raw["option"])
	at := Ballot{vote, round}
	if b.votes[at] == nil {
		b.votes[at] = map[string]int{}
	}
	b.votes[at][e.Student] = option
}

// Votes returns how often each of n options was chosen in a round.
func (b *Board) Votes(at Ballot, n int) []int {
	b.mu.Lock()
	defer b.mu.Unlock()
	counts := make([]int, n)
	for _, option := range b.votes[at] {
		if option >= 1 && option <= n {
			counts[option-1]++
		}
	}
	return counts
}
