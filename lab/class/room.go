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

// The keys of notes. A key that ends in a space is followed by the ID of a person or, for endedKey,
// by the number of a vote. A hint to everybody has no ID.
const (
	announcementKey = "announcement"
	gateKey         = "gate"
	leadKey         = "lead"
	shownKey        = "shown "
	dataKey         = "data "
	voteKey         = "vote"
	helpKey         = "help "
	paceKey         = "pace "
	teacherKey      = "teacher "
	presenceKey     = "present "
	hintKey         = "hint "
	endedKey        = "ended " // followed by the number of a vote
)

// Room holds the messages of the teacher and the requests of the students. A room is a value. The
// method With returns a changed copy of it.
type Room struct {
	Announcement Announcement
	Gate         Gate
	Lead         Lead
	Vote         Vote
	Ended        []Vote           // votes that have ended, the newest last
	Requests     []Request        // for help, the longest waiting first
	Paces        map[string]Pace  // by student
	hints        map[string]Hint  // by student; "" for everybody
	shown        map[string]Shown // by driver; former drivers are included
	data         map[string]Data  // by driver
}

// Announcement is one line to everybody.
type Announcement struct {
	Text string
	At   time.Time `json:"-"`
}

// Gate stops the class after a task, or warns it.
type Gate struct {
	TaskID        // the last task that may be worked on
	Holds  bool   // whether nobody may go on; otherwise it is only a warning
	Early  string // id of the exercise for early finishers, or ""
}

// IsSet reports whether there is a gate.
func (g Gate) IsSet() bool { return g.Exercise != "" }

// Lead names the driver of the class, and holds what the driver shows to the followers.
type Lead struct {
	Driver string // id of the driver; "" if nobody drives
	Name   string // name of the driver
	Shown  `json:"-"`
	Data   Data  `json:"-"` // the driver's own data
	Number int64 `json:"-"` // increases with every change
}

// Shown is what a driver shows.
type Shown struct {
	Document progress.Exercise // with the current task and step; without an ID if nothing is shown
	Judged   bool              // whether there is a verdict on the answer
	Why      bool              // whether the explanation of the step is open
	Ledger   bool              // whether the ledger is open
}

// Data is a data set as a CSV file. The zero value is no data.
type Data struct{ Name, Kind, Rows string }

// Request is a request for help.
type Request struct {
	TaskID
	Student string `json:"-"`
	Name    string
	At      time.Time `json:"-"`
}

// Pace is a student's wish to go faster or slower.
type Pace struct {
	Wish string // progress.Faster or progress.Slower
	At   time.Time
}

// paceFades is the time after which a pace is forgotten.
const paceFades = 5 * time.Minute

// Hint is help that a teacher sends to one student or to everybody: a hint of the worksheet or a
// text that the teacher typed.
type Hint struct {
	TaskID // the task to which a hint of the worksheet belongs
	Text   string
	Level  int       // its number among the hints of the task, from 1; 0 if a teacher typed it
	At     time.Time `json:"-"`
}

// hintFades is the time after which a hint is no longer shown.
const hintFades = 10 * time.Minute

// IsFresh reports whether a hint should still be shown.
func (h Hint) IsFresh(now time.Time) bool { return h.Text != "" && now.Sub(h.At) < hintFades }

// With returns a copy of the room to which the notes have been added in the given order.
func (r Room) With(notes ...progress.Note) Room {
	r.Requests, r.Ended = slices.Clone(r.Requests), slices.Clip(r.Ended)
	r.Paces, r.hints, r.shown, r.data = cloneMap(r.Paces), cloneMap(r.hints), cloneMap(r.shown), cloneMap(r.data)
	for _, n := range notes {
		r.add(n)
	}
	return r
}

// cloneMap returns a copy of m that is not nil.
func cloneMap[T any](m map[string]T) map[string]T {
	out := map[string]T{}
	maps.Copy(out, m)
	return out
}

// add adds a note to a room that shares no memory with another one.
func (r *Room) add(n progress.Note) {
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
	case shownKey:
		r.shown[person] = decodeBody[Shown](n)
	case dataKey:
		r.data[person] = decodeBody[Data](n)
	case voteKey:
		r.Vote = decodeBody[Vote](n)
	case endedKey:
		r.Ended = append(r.Ended, decodeBody[Vote](n))
	case helpKey:
		r.request(person, n)
	case paceKey:
		r.Paces[person] = Pace{decodeBody[Pace](n).Wish, n.Posted}
	case hintKey:
		h := decodeBody[Hint](n)
		h.At = n.Posted
		r.hints[person] = h
	}
	if l := &r.Lead; kind == leadKey || person == l.Driver && (kind == shownKey || kind == dataKey) {
		l.Shown, l.Data, l.Number = r.shown[l.Driver], r.data[l.Driver], n.Number
	}
}

// request changes the queue after a note about a student's request. A student who asks again
// keeps the place.
func (r *Room) request(student string, n progress.Note) {
	switch i := r.Place(student) - 1; {
	case n.Body == "" && i >= 0:
		r.Requests = slices.Delete(r.Requests, i, i+1)
	case n.Body != "" && i < 0:
		q := decodeBody[Request](n)
		q.Student, q.At = student, n.Posted
		r.Requests = append(r.Requests, q)
	}
}

// IsFromTeacher reports whether only a teacher can have posted a note.
func IsFromTeacher(n progress.Note) bool {
	return strings.HasPrefix(n.Key, teacherKey) || slices.Contains([]string{announcementKey, gateKey, voteKey}, n.Key)
}

// decodeBody decodes the body of a note. An empty body, which withdraws a note, gives the zero
// value.
func decodeBody[T any](n progress.Note) (out T) {
	_ = json.Unmarshal([]byte(n.Body), &out) // only members post notes
	return out
}

// Place returns the place of a student in the queue for help, from 1, or 0.
func (r Room) Place(student string) int {
	return 1 + slices.IndexFunc(r.Requests, func(q Request) bool { return q.Student == student })
}

// Hint returns the newest hint for a student.
func (r Room) Hint(student string) Hint {
	own, all := r.hints[student], r.hints[""]
	if all.At.After(own.At) {
		return all
	}
	return own
}

// CountPaces returns how many students want to go faster and slower.
func (r Room) CountPaces(now time.Time) (faster, slower int) {
	for _, p := range r.Paces {
		switch {
		case now.Sub(p.At) >= paceFades:
		case p.Wish == progress.Faster:
			faster++
		case p.Wish == progress.Slower:
			slower++
		}
	}
	return faster, slower
}

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

// Raw returns the [progress.Event.Raw] of a vote for an option in this round. Options are numbered
// from 1.
func (b Ballot) Raw(option int) map[string]string {
	return map[string]string{"vote": strconv.FormatInt(b.Vote, 10), "round": strconv.Itoa(b.Round),
		"option": strconv.Itoa(option)}
}

// vote records the vote of an event, see [Ballot.Raw].
func (s *student) vote(e progress.Event) {
	vote, _ := strconv.ParseInt(e.Raw["vote"], 10, 64)
	round, _ := strconv.Atoi(e.Raw["round"])
	s.votes[Ballot{vote, round}], _ = strconv.Atoi(e.Raw["option"])
}

// Votes returns how often each of n options was chosen in a round.
func (b *Board) Votes(at Ballot, n int) []int {
	b.mu.Lock()
	defer b.mu.Unlock()
	counts := make([]int, n)
	for _, s := range b.students {
		if option := s.votes[at]; option >= 1 && option <= n {
			counts[option-1]++
		}
	}
	return counts
}
