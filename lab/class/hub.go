// Package class connects the labs of a class with its teachers. A [Room] holds the messages
// of the class and the requests for help. A [Board] holds what the students have done. A [Hub]
// keeps both up to date in one process and passes rooms to its members, the sessions of students
// and teachers. A host is a process that serves labs over SSH.
//
// Everything goes through the record of the class, a database. Messages are notes, which
// [Room.WithNotes] reads. What students do, including each vote, is an event, which [Board.Add]
// reads. So the hosts that share a record form one class, and a teacher may use any of them.
//
// The package must not know exercises, screens or terminals.
package class

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/text/unicode/norm"

	"kernellab/lab/progress"
)

// Record is the record of a class. *store.DB implements it.
type Record interface {
	Post(n progress.Note) error
	Notes(ctx context.Context, after int64) ([]progress.Note, error)
	NewEvents(ctx context.Context, after map[string]int64, limit int) (events []progress.Event,
		names map[string]string, err error)
	AwaitNotes(ctx context.Context, onChange func())
}

// Hub keeps the room and the board of a class up to date in one process. It is safe for
// concurrent use.
type Hub struct {
	record      Record
	reportError func(error)   // called when the record begins to return errors
	wake        chan struct{} // holds one element if the record must be read now
	board       *Board

	// Only Read uses these.
	lastNote    int64            // number of the last note in room
	lastErasure int64            // number of the last note about an erasure
	lastEvents  map[string]int64 // number of each student's last event on the board

	mu       sync.Mutex
	room     Room
	members  map[*Member]struct{}
	nextTurn time.Time // when the next member may draw
}

// NewHub returns the hub of a class. It calls reportError, if not nil, when the record
// begins to return errors.
func NewHub(record Record, board *Board, reportError func(error)) *Hub {
	if reportError == nil {
		reportError = func(error) {}
	}
	return &Hub{record: record, reportError: reportError, wake: make(chan struct{}, 1), board: board,
		members: map[*Member]struct{}{}, lastEvents: map[string]int64{}}
}

// refreshPause is the time between two readings of the record if nothing else wakes the
// hub. Another process on the same SQLite file may have changed it.
const refreshPause = 500 * time.Millisecond

// activityLimit is the maximum number of events that the hub reads at once.
const activityLimit = 2000

// Run reads the record until ctx ends.
func (h *Hub) Run(ctx context.Context) {
	go h.record.AwaitNotes(ctx, h.wakeUp)
	failing := false // whether the last reading failed
	for {
		err := h.Read(ctx)
		if err != nil && !failing && ctx.Err() == nil {
			h.reportError(err)
		}
		failing = err != nil
		select {
		case <-ctx.Done():
			return
		case <-h.wake:
		case <-time.After(refreshPause):
		}
	}
}

// wakeUp makes the hub read the record now.
func (h *Hub) wakeUp() {
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// Read reads everything that is new in the record. It must not be called while Run is
// running.
func (h *Hub) Read(ctx context.Context) error {
	for {
		if more, err := h.refresh(ctx); !more || err != nil {
			return err
		}
	}
}

// refresh reads new notes and, if there is a teacher, new events. It reads everything again after
// something was deleted from the record. unread reports whether there is more to read.
func (h *Hub) refresh(ctx context.Context) (unread bool, err error) {
	from := h.lastNote
	notes, err := h.record.Notes(ctx, from)
	if err != nil {
		return false, err
	}
	newCount := 0
	if len(h.teachers("")) > 0 {
		if newCount, err = h.readEvents(ctx); err != nil {
			return false, err
		}
	}
	if len(notes) == 0 && newCount == 0 {
		return false, nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, n := range notes {
		if n.Key == progress.ErasedKey && n.Number > h.lastErasure {
			h.lastNote, h.lastErasure = 0, n.Number
			h.board.Clear()
			clear(h.lastEvents)
			return true, nil
		}
		h.lastNote = n.Number
		if IsFromTeacher(n) {
			h.board.Exclude(n.Sender) // a teacher at another host
		} else if strings.HasPrefix(n.Key, presenceKey) {
			h.board.setPresence(n)
		}
	}
	if from == 0 {
		h.room = Room{} // after an erasure, members have seen the old room until now
	}
	h.room = h.room.WithNotes(notes...)
	for m := range h.members {
		m.notify()
	}
	return newCount >= activityLimit, nil
}

// readEvents puts new events and names on the board, and returns how many there are.
func (h *Hub) readEvents(ctx context.Context) (n int, err error) {
	all, names, err := h.record.NewEvents(ctx, h.lastEvents, activityLimit)
	h.board.Add(all...)
	return len(all) + h.board.SetNames(names), err
}

// teachers returns the members who are teachers, without the one whose ID is except.
func (h *Hub) teachers(except string) (all []Person) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for m := range h.members {
		if m.Teacher && m.ID != except {
			all = append(all, m.Person)
		}
	}
	return all
}

// Join adds a member of the class, who must call Leave in the end.
func (h *Hub) Join(p Person) *Member {
	m := &Member{Person: p, hub: h, roomChanged: make(chan struct{}, 1)}
	h.mu.Lock()
	h.members[m] = struct{}{}
	if p.Teacher {
		h.board.Exclude(p.ID)
	}
	m.notify()
	h.mu.Unlock()
	h.wakeUp()
	return m
}

// Room returns the newest room.
func (h *Hub) Room() Room {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.room
}

// Person is a student or a teacher.
type Person struct {
	ID, Name string
	Teacher  bool
}

// Member is a person's connection to the class.
type Member struct {
	Person
	hub         *Hub
	roomChanged chan struct{} // holds one element if Next has not returned the newest room

	// The mutex of the hub protects these.
	lastVisibleRoom string // what the student saw of the room when last notified
	following       bool
}

// visibleRoom returns what a student sees of the room, as a text to compare. Only followers
// see every step of the leader.
func (m *Member) visibleRoom() string {
	r, step := m.hub.room, int64(0)
	if m.following {
		step = r.Lead.Number
	}
	return fmt.Sprintln(r.Announcement, r.Gate, r.Lead.LeaderID, r.Lead.Name, r.Lead.Document.ID, step, r.Vote,
		r.Hint(m.ID), r.PlaceInQueue(m.ID))
}

// notify wakes Next, for a student only if something visible has changed.
func (m *Member) notify() {
	if !m.Teacher {
		now := m.visibleRoom()
		if now == m.lastVisibleRoom {
			return
		}
		m.lastVisibleRoom = now
	}
	select {
	case m.roomChanged <- struct{}{}:
	default:
	}
}

// Next waits until something has changed for the member, and returns the room. If ctx ends
// first, ok is false.
func (m *Member) Next(ctx context.Context) (r Room, ok bool) {
	select {
	case <-m.roomChanged:
		return m.hub.Room(), true
	case <-ctx.Done():
		return Room{}, false
	}
}

// drawTime is the processor time reserved for each lab that draws a new room. It is twice what
// a frame takes, so half of the processor time stays free for keys. In a class with more than
// largeClass members it is doubled: with 500 members at exercise 7.7, the 99th percentile of the
// time from a key to its effect on the screen fell from 239 to 82 ms.
const (
	drawTime   = 16 * time.Millisecond
	largeClass = 100
)

// AwaitTurn waits until it is the member's turn to draw, and returns the newest room. If
// hundreds of labs drew a room at once, the keys of all students would have to wait.
func (m *Member) AwaitTurn(ctx context.Context) Room {
	now := time.Now()
	m.hub.mu.Lock()
	turn := m.hub.nextTurn
	if turn.Before(now) {
		turn = now
	}
	reserved := drawTime
	if len(m.hub.members) > largeClass {
		reserved *= 2
	}
	m.hub.nextTurn = turn.Add(reserved / time.Duration(runtime.GOMAXPROCS(0)))
	m.hub.mu.Unlock()
	select {
	case <-time.After(turn.Sub(now)):
	case <-ctx.Done():
	}
	return m.hub.Room()
}

// Board returns the board of the class. It is up to date only while there is a teacher.
func (m *Member) Board() *Board { return m.hub.board }

// compareNames compares names without regard to case, and with Ä after A.
func compareNames(name, other string) int {
	return cmp.Compare(strings.ToLower(norm.NFD.String(name)), strings.ToLower(norm.NFD.String(other)))
}

// Teachers returns the other teachers who are members at the same host, by name.
func (m *Member) Teachers() []Person {
	all := m.hub.teachers(m.ID)
	slices.SortFunc(all, func(a, b Person) int { return compareNames(a.Name, b.Name) })
	return all
}

// SetFollowing sets whether the member follows the leader and so receives every step.
func (m *Member) SetFollowing(on bool) {
	m.hub.mu.Lock()
	defer m.hub.mu.Unlock()
	m.following = on
	m.notify()
}

// Leave ends the membership. If the member leads, nobody does from now on.
func (m *Member) Leave() {
	m.hub.mu.Lock()
	delete(m.hub.members, m)
	m.hub.mu.Unlock()
	if m.hub.Room().Lead.LeaderID == m.ID {
		if err := m.SetLead(Lead{}); err != nil {
			m.hub.reportError(err)
		}
	}
}

// post posts a note. A nil body withdraws the note.
func (m *Member) post(key string, body any) error {
	n := progress.Note{Key: key, Sender: m.ID}
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return err
		}
		n.Body = string(text)
	}
	err := m.hub.record.Post(n)
	m.hub.wakeUp()
	return err
}

// SetPresent posts a note that the member's session has begun (on is true) or, after Leave, ended.
// The note also shows whether the member is a teacher, so that boards leave out teachers. At the
// end of a session, SetPresent does nothing if the member has another session at this host.
func (m *Member) SetPresent(on bool) error {
	hasOther := false
	m.hub.mu.Lock()
	for o := range m.hub.members {
		hasOther = hasOther || o.ID == m.ID && !on
	}
	m.hub.mu.Unlock()
	if hasOther {
		return nil
	}
	key := presenceKey
	if m.Teacher {
		key = teacherKey
	}
	return m.post(key+m.ID, on)
}

// Announce shows one line to everybody. An empty text removes it.
func (m *Member) Announce(text string) error {
	return m.post(announcementKey, Announcement{Text: text})
}

// SetGate sets the gate of the class. The zero gate opens it.
func (m *Member) SetGate(g Gate) error { return m.post(gateKey, g) }

// SetVote begins or continues a vote.
func (m *Member) SetVote(v Vote) error { return m.post(voteKey, v) }

// EndVote ends a vote. Its results that were revealed remain in [Room.EndedVotes].
func (m *Member) EndVote(v Vote) error {
	v.Open = false
	if err := m.post(endedVoteKey+strconv.FormatInt(v.ID, 10), v); err != nil {
		return err
	}
	return m.post(voteKey, nil)
}

// SetLead sets the leader of the class. With the zero Lead, nobody leads.
func (m *Member) SetLead(l Lead) error { return m.post(leadKey, l) }

// ShareExercise shows the member's exercise to the followers, now or as soon as the member leads.
func (m *Member) ShareExercise(s SharedExercise) error { return m.post(sharedExerciseKey+m.ID, s) }

// ShareData gives the followers the member's own data.
func (m *Member) ShareData(d Data) error { return m.post(sharedDataKey+m.ID, d) }

// AskHelp asks for help at a task. A repeated request keeps its place in the queue.
func (m *Member) AskHelp(task TaskID) error {
	return m.post(helpKey+m.ID, HelpRequest{Name: m.Name, TaskID: task})
}

// EndHelp withdraws a student's request for help.
func (m *Member) EndHelp(student string) error { return m.post(helpKey+student, nil) }

// WishPace asks the teacher to go faster or slower, see [progress.Faster].
func (m *Member) WishPace(wish string) error { return m.post(paceKey+m.ID, PaceWish{Wish: wish}) }

// SendHint shows a hint to one student or, if student is "", to everybody.
func (m *Member) SendHint(student string, h Hint) error { return m.post(hintKey+student, h) }
