package class

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"kernellab/lab/progress"
)

// The keys of notes. A key that ends in a space is followed by the ID of a person or, for endedVoteKey,
// by the number of a vote. A hint to everybody has no ID.
const (
	announcementKey   = "announcement"
	gateKey           = "gate"
	leadKey           = "lead"
	sharedExerciseKey = "shown "
	sharedDataKey     = "data "
	voteKey           = "vote"
	helpKey           = "help "
	paceKey           = "pace "
	teacherKey        = "teacher "
	presenceKey       = "present "
	hintKey           = "hint "
	endedVoteKey      = "ended "
)

// Room is the shared state of a class: the messages of the teacher and the requests of the students.
// A room is a value. The method WithNotes returns a changed copy of it.
type Room struct {
	Announcement Announcement
	Gate         Gate
	Lead         Lead
	Vote         Vote
	EndedVotes   []Vote                   // votes that have ended, the newest last
	HelpRequests []HelpRequest            // the longest waiting first
	newest       map[string]progress.Note // the newest note with each key
}

// Announcement is one line to everybody.
type Announcement struct {
	Text string
	At   time.Time `json:"-"`
}

// Gate is the task after which a teacher holds the class, or warns it.
type Gate struct {
	TaskID               // the last task that may be worked on
	Holds         bool   // whether nobody may go on; otherwise the gate is only a warning
	EarlyExercise string `json:"Early"` // stored as Early; the id of the exercise for early finishers, or ""
}

// IsSet reports whether there is a gate.
func (g Gate) IsSet() bool { return g.Exercise != "" }

// CountHeld counts the students whom a gate holds: those who wait at it, and those who meanwhile do
// the exercise for early finishers.
func (b *Board) CountHeld(g Gate) (waiting, early int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range b.students {
		switch {
		case !s.Tasks[g.TaskID].WaitedAtGate:
		case s.currentTask == g.TaskID:
			waiting++
		case s.currentTask.Exercise == g.EarlyExercise:
			early++
		}
	}
	return waiting, early
}

// Lead names the leader of the class, a member whose exercise the others can follow on their own
// screens, and holds what the leader shows to these followers.
type Lead struct {
	LeaderID       string `json:"Driver"` // stored as Driver; the id of the leader, or "" if nobody leads
	Name           string // name of the leader
	SharedExercise `json:"-"`
	Data           Data  `json:"-"` // the leader's own data
	Number         int64 `json:"-"` // increases with every change
}

// SharedExercise is the exercise of a leader as followers see it.
type SharedExercise struct {
	// Document is the saved state of the exercise, with the current task and step. It has no ID if
	// nothing is shown.
	Document progress.Exercise
	Judged   bool // whether there is a verdict on the answer
	Why      bool // whether the explanation of the step is open
	Ledger   bool // whether the ledger, the list of what must hold at every step, is open
}

// Data is a data set as a CSV file. The zero value is no data.
type Data struct{ Name, Kind, Rows string }

// HelpRequest is a request for help.
type HelpRequest struct {
	TaskID
	Student string `json:"-"`
	Name    string
	At      time.Time `json:"-"`
}

// PaceWish is a student's wish to go faster or slower: [progress.Faster] or [progress.Slower].
type PaceWish struct{ Wish string }

// paceLifetime is the time after which a wish for another pace is forgotten.
const paceLifetime = 5 * time.Minute

// Hint is help that a teacher sends to one student or to everybody: a hint of the worksheet or a
// text that the teacher typed.
type Hint struct {
	TaskID // the task to which a hint of the worksheet belongs
	Text   string
	Level  int       // number among the hints of the task, from 1; 0 if a teacher typed the hint
	At     time.Time `json:"-"`
}

// hintLifetime is the time after which a hint is no longer shown.
const hintLifetime = 10 * time.Minute

// IsFresh reports whether a hint should still be shown.
func (h Hint) IsFresh(now time.Time) bool { return h.Text != "" && now.Sub(h.At) < hintLifetime }

// WithNotes returns a copy of the room to which the notes have been added in the given order.
func (r Room) WithNotes(notes ...progress.Note) Room {
	r.HelpRequests, r.EndedVotes = slices.Clone(r.HelpRequests), slices.Clip(r.EndedVotes)
	newest := map[string]progress.Note{}
	maps.Copy(newest, r.newest)
	r.newest = newest
	for _, n := range notes {
		r.newest[n.Key] = n
		r.addNote(n)
	}
	return r
}

// addNote updates the room after a note. The room must share no memory with another one.
func (r *Room) addNote(n progress.Note) {
	kind := strings.SplitAfterN(n.Key, " ", 2)[0]
	person := n.Key[len(kind):]
	switch kind {
	case announcementKey:
		r.Announcement = decodeBody[Announcement](n)
		r.Announcement.At = n.Posted
	case gateKey:
		r.Gate = decodeBody[Gate](n)
	case leadKey:
		r.Lead = decodeBody[Lead](n)
	case voteKey:
		r.Vote = decodeBody[Vote](n)
	case endedVoteKey:
		r.EndedVotes = append(r.EndedVotes, decodeBody[Vote](n))
	case helpKey:
		r.updateRequests(person, n)
	}
	if l := &r.Lead; kind == leadKey || person == l.LeaderID && (kind == sharedExerciseKey || kind == sharedDataKey) {
		l.SharedExercise = decodeBody[SharedExercise](r.newest[sharedExerciseKey+l.LeaderID])
		l.Data = decodeBody[Data](r.newest[sharedDataKey+l.LeaderID])
		l.Number = n.Number
	}
}

// updateRequests changes the queue after a note about a student's request. A student who asks again
// keeps the place.
func (r *Room) updateRequests(student string, n progress.Note) {
	switch i := r.PlaceInQueue(student) - 1; {
	case n.Body == "" && i >= 0:
		r.HelpRequests = slices.Delete(r.HelpRequests, i, i+1)
	case n.Body != "" && i < 0:
		q := decodeBody[HelpRequest](n)
		q.Student, q.At = student, n.Posted
		r.HelpRequests = append(r.HelpRequests, q)
	}
}

// IsFromTeacher reports whether a note identifies its sender as a teacher: it is about a teacher's
// session, an announcement, a gate, or the current vote.
func IsFromTeacher(n progress.Note) bool {
	return strings.HasPrefix(n.Key, teacherKey) || slices.Contains([]string{announcementKey, gateKey, voteKey}, n.Key)
}

// decodeBody decodes the body of a note. An empty body, which withdraws a note, gives the zero
// value.
func decodeBody[T any](n progress.Note) (out T) {
	_ = json.Unmarshal([]byte(n.Body), &out) // only members post notes
	return out
}

// PlaceInQueue returns the place of a student in the queue for help, from 1, or 0.
func (r Room) PlaceInQueue(student string) int {
	return 1 + slices.IndexFunc(r.HelpRequests, func(q HelpRequest) bool { return q.Student == student })
}

// Hint returns the newest hint that was sent to a student or to everybody.
func (r Room) Hint(student string) Hint {
	newest := r.newest[hintKey+student]
	if toEverybody := r.newest[hintKey]; toEverybody.Posted.After(newest.Posted) {
		newest = toEverybody
	}
	h := decodeBody[Hint](newest)
	h.At = newest.Posted
	return h
}

// CountPaces returns how many students want to go faster and slower.
func (r Room) CountPaces(now time.Time) (faster, slower int) {
	for key, n := range r.newest {
		if !strings.HasPrefix(key, paceKey) || now.Sub(n.Posted) >= paceLifetime {
			continue
		}
		switch decodeBody[PaceWish](n).Wish {
		case progress.Faster:
			faster++
		case progress.Slower:
			slower++
		}
	}
	return faster, slower
}

// Vote asks everybody to choose one of several options. A teacher posts it with
// [Member.SetVote], and it reaches the students as [Room.Vote]. Each choice is logged as an
// event of kind [progress.VoteCast], and [Board.CountVotes] counts them for the teacher, who
// reveals the counts by posting the vote again.
type Vote struct {
	ID       int64 // differs from vote to vote, but not between its rounds
	Question string
	Options  []string
	Round    int     // from 1; 0 if there is no vote
	Open     bool    // whether students may vote
	Counts   [][]int // how often each option was chosen, in each round that was revealed
}

// SumVotes returns how many votes there are, given how often each option was chosen.
func SumVotes(counts []int) (all int) {
	for _, n := range counts {
		all += n
	}
	return all
}

// VoteRound identifies a round of a vote. A teacher who asks the same question again begins a new
// round.
type VoteRound struct {
	VoteID int64
	Round  int
}

// CurrentRound returns the current round of the vote.
func (v Vote) CurrentRound() VoteRound { return VoteRound{v.ID, v.Round} }

// RawChoice returns what [progress.Event.Raw] contains if a student chooses an option in this
// round. Options are numbered from 1.
func (r VoteRound) RawChoice(option int) map[string]string {
	return map[string]string{"vote": strconv.FormatInt(r.VoteID, 10), "round": strconv.Itoa(r.Round),
		"option": strconv.Itoa(option)}
}

// recordVote records the choice that an event contains, see [VoteRound.RawChoice].
func (s *student) recordVote(e progress.Event) {
	vote, _ := strconv.ParseInt(e.Raw["vote"], 10, 64)
	round, _ := strconv.Atoi(e.Raw["round"])
	s.votes[VoteRound{vote, round}], _ = strconv.Atoi(e.Raw["option"])
}

// CountVoters returns how many students have voted in a round, and how many others could: those who are
// not away.
func (b *Board) CountVoters(round VoteRound, now time.Time) (voted, others int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for id, s := range b.students {
		if s.votes[round] > 0 {
			voted++
		} else if !s.isAway(b.presence[id], now) {
			others++
		}
	}
	return voted, others
}

// CountVotes returns how often each option of a vote was chosen in each round so far. A round keeps
// its revealed result if the board has fewer votes of that round because it lacks some events.
func (b *Board) CountVotes(v Vote) [][]int {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := make([][]int, v.Round)
	for i := range all {
		all[i] = make([]int, len(v.Options))
		for _, s := range b.students {
			if option := s.votes[VoteRound{v.ID, i + 1}]; option >= 1 && option <= len(v.Options) {
				all[i][option-1]++
			}
		}
		if i < len(v.Counts) && SumVotes(all[i]) < SumVotes(v.Counts[i]) {
			all[i] = v.Counts[i]
		}
	}
	return all
}
