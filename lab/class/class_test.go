package class

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kernellab/lab/progress"
	"kernellab/testdata/support/check"
)

var began = time.Date(2026, 11, 27, 9, 0, 0, 0, time.UTC)

// The tasks of plan.
var read, add, guess = TaskID{"1.1", "read"}, TaskID{"1.1", "add"}, TaskID{"1.1", "guess"}

var plan = Plan{Exercise: "1.1", Minutes: 10, Tasks: []PlannedTask{{TaskID: read}, {TaskID: add, NeedsAnswer: true},
	{TaskID: guess, NeedsAnswer: true}}}

// event returns an event of a student at a task, some seconds after the class began.
func event(student string, kind progress.EventKind, task string, seconds int) progress.Event {
	return progress.Event{Student: student, Kind: kind, Exercise: "1.1", Task: task,
		Time: began.Add(time.Duration(seconds) * time.Second)}
}

// wrong returns a wrong answer with a misconception. If reading is "", it is unreadable.
func wrong(student, note, reading string, seconds int) progress.Event {
	e := event(student, progress.AnswerGiven, "add", seconds)
	e.Misconception, e.Reading, e.Milliseconds = note, reading, int64(seconds)*1000
	if reading != "" {
		e.Verdict = "not-equal"
	}
	return e
}

func right(student string, seconds int) progress.Event {
	e := wrong(student, "", "5", seconds)
	e.Accepted, e.Verdict = true, "equal"
	return e
}

func newBoard(events ...progress.Event) *Board {
	b := NewBoard(func(e progress.Event) string { return "typed " + e.Reading })
	b.Add(events...)
	return b
}

func TestBoard_cells(t *testing.T) {
	helped := right("done", 20)
	helped.Solution = true
	help := event("wrong", progress.HelpAsked, "", 25)
	help.Exercise = "" // asked in the contents, which changes no task
	left := right("leaver", 30)
	left.Verdict = "skipped"
	gone := event("gone", progress.TaskOpened, "", 5)
	gone.Exercise = "9.9"
	last := wrong("out", "", "7", 10)
	last.LastAttempt = true
	b := newBoard(left, last, event("done", progress.TaskOpened, "read", 0), event("done", progress.TaskOpened, "add", 10), helped,
		event("skipper", progress.TaskOpened, "add", 0), event("skipper", progress.TaskOpened, "guess", 5),
		wrong("reader", "", "", 0), wrong("reader", "", "", 2), wrong("reader", "", "7", 3),
		event("wrong", progress.TaskOpened, "add", 0), wrong("wrong", "sign", "-5", 10), wrong("wrong", "", "7", 20),
		help, wrong("gone", "", "7", 0), gone,
		right("done", 40)) // a task that is done stays as it was
	b.SetNames(map[string]string{"new": "Zoe", "done": "Ärne"})
	got, name := map[string][]Cell{}, ""
	for _, r := range b.Rows(plan, began.Add(time.Minute)) {
		got[r.ID], name = r.Cells, r.Name
	}
	for id, want := range map[string][]Cell{
		"done":    {{State: Done}, {State: DoneWithSolution, Current: true, Time: 20 * time.Second}, {}},
		"gone":    {{}, {State: Skipped, WrongCount: 1}, {}},
		"skipper": {{}, {State: Skipped}, {State: Working, Current: true, Time: 55 * time.Second}},
		"wrong":   {{}, {State: TwiceWrong, Current: true, WrongCount: 2, Time: time.Minute}, {}},
		"leaver":  {{}, {State: Skipped, Current: true, Time: 30 * time.Second}, {}},
		"out":     {{}, {State: OutOfAttempts, Current: true, WrongCount: 1}, {}},
		"reader":  {{}, {State: Working, Current: true, WrongCount: 1, Time: time.Minute}, {}}, // two are unreadable
		"new":     {{}, {}, {}},
	} {
		check.That(t, slices.Equal(got[id], want) && name == "Zoe", "%s: got %+v, want %+v; last %s", id, got[id], want, name)
	}
}

// The planned time of a task is 5 minutes here, and the median is what the others took.
func TestBoard_stuck(t *testing.T) {
	empty := wrong("a", "", "", 1)
	empty.Status = "empty"
	follow := func(kind progress.EventKind, seconds int) progress.Event { // it is of no exercise
		e := event("a", kind, "", seconds)
		e.Exercise = ""
		return e
	}
	for name, c := range map[string]struct {
		answers []progress.Event
		now     int // seconds
		want    StuckReason
	}{
		"three times the same":  {[]progress.Event{wrong("a", "sign", "1", 1), wrong("a", "sign", "2", 2), wrong("a", "sign", "3", 3)}, 9, SameMistake},
		"another one between":   {[]progress.Event{wrong("a", "sign", "1", 1), wrong("a", "half", "2", 2), wrong("a", "sign", "3", 3)}, 9, NotStuck},
		"no rule":               {[]progress.Event{wrong("a", "", "1", 1), wrong("a", "", "2", 2), wrong("a", "", "3", 3)}, 9, NotStuck},
		"unreadable":            {[]progress.Event{wrong("a", "", "", 1), wrong("a", "", "", 2), wrong("a", "", "", 3)}, 9, Unreadable},
		"empty":                 {[]progress.Event{empty, empty, empty}, 9, NotStuck},
		"longer than planned":   {nil, 301, TooLong},
		"came back":             {[]progress.Event{event("a", progress.TaskOpened, "add", 290)}, 301, TooLong},
		"came back next day":    {[]progress.Event{event("a", progress.TaskOpened, "add", 86400)}, 86410, NotStuck},
		"within the plan":       {nil, 299, NotStuck},
		"within twice a median": {[]progress.Event{right("b", 200), right("c", 220)}, 419, NotStuck},
		"above twice a median":  {[]progress.Event{right("b", 200), right("c", 220)}, 421, TooLong},
		"follows the leader":    {[]progress.Event{follow(progress.FollowBegun, 10)}, 400, NotStuck},
		"votes and follows":     {[]progress.Event{follow(progress.FollowBegun, 10), follow(progress.VoteCast, 20)}, 400, NotStuck},
		"followed, on time":     {[]progress.Event{follow(progress.FollowBegun, 10), follow(progress.FollowEnded, 110)}, 399, NotStuck},
		"followed, too long":    {[]progress.Event{follow(progress.FollowBegun, 10), follow(progress.FollowEnded, 110)}, 401, TooLong},
		"gone home":             {nil, 1801, NotStuck},
		"done":                  {[]progress.Event{right("a", 3)}, 900, NotStuck},
	} {
		b := newBoard(append([]progress.Event{event("a", progress.TaskOpened, "add", 0)}, c.answers...)...)
		check.Equal(t, b.Rows(plan, began.Add(time.Duration(c.now)*time.Second))[0].Stuck, c.want, "%s", name)
	}
}

// A student whose session has ended is away until the next session begins. The time at the task stops
// meanwhile, so the student does not seem to be stuck. The planned time is 5 minutes.
func TestBoard_presence(t *testing.T) {
	m := &memory{events: []progress.Event{event("ada", progress.TaskOpened, "add", 0),
		event("bob", progress.TaskOpened, "add", 0), wrong("bob", "", "7", 299)}}
	h := NewHub(m, newBoard(), nil)
	h.Join(Person{ID: "t", Teacher: true})
	bob := h.Join(Person{ID: "bob"})
	post := func(on bool, seconds int) {
		bob.Leave()
		check.OK(t, bob.SetPresent(on))
		m.notes[len(m.notes)-1].Posted = began.Add(time.Duration(seconds) * time.Second)
	}
	is := func(away bool, stuck StuckReason, minutes float64, seconds int) {
		t.Helper()
		check.OK(t, h.Read(t.Context()))
		rows := h.board.Rows(plan, began.Add(time.Duration(seconds)*time.Second))
		r, other := rows[0], rows[1] // Bob has no name
		check.That(t, other.Stuck == TooLong && !other.Away, "the other student: got %+v, want one who is stuck", other)
		check.That(t, r.Away == away && r.Stuck == stuck && r.Cells[1].Time.Minutes() == minutes,
			"after %d s: got %+v, want away: %v, stuck: %v, %v minutes at the task", seconds, r, away, stuck, minutes)
	}
	post(true, 0)
	is(false, TooLong, 10, 600)
	post(false, 600)
	is(true, NotStuck, 299./60, 675)
	post(true, 900)
	is(false, NotStuck, 299./60, 960)
	h.Join(Person{ID: "bob"})
	check.OK(t, bob.SetPresent(false))
	is(false, NotStuck, 299./60, 970) // the older session has ended, and the newer one goes on
	m.events = append(m.events, event("bob", progress.TaskOpened, "add", 960))
	is(false, TooLong, 17, 1020)
}

func TestBoard_wrongAnswersInGroups(t *testing.T) {
	b := newBoard(wrong("a", "sign", "-5", 1), wrong("b", "sign", "-5", 2), wrong("c", "sign", "-6", 3),
		wrong("a", "", "7", 4), wrong("b", "", "7", 5), wrong("d", "", "8", 6), wrong("d", "", "8", 7))
	var got []string
	for _, g := range b.Answers(TaskID{"1.1", "add"}) {
		got = append(got, fmt.Sprint(len(g.Names), g.Misconception, g.Reading, g.Texts))
	}
	want := []string{"3sign-5[typed -5 typed -5 typed -6]", "27[typed 7 typed 7]", "18[typed 8 typed 8]"}
	check.That(t, slices.Equal(got, want), "got groups %q, want %q", got, want)
}

func TestBoard_heldAtGate(t *testing.T) {
	elsewhere := event("early", progress.TaskOpened, "free", 9)
	elsewhere.Exercise = "S"
	b := newBoard(event("waits", progress.GateReached, "add", 1), event("early", progress.GateReached, "add", 2), elsewhere,
		event("works", progress.TaskOpened, "add", 3), event("went on", progress.GateReached, "add", 4),
		event("went on", progress.TaskOpened, "guess", 5))
	if w, e := b.CountHeld(Gate{TaskID: add, EarlyExercise: "S"}); w != 1 || e != 1 {
		t.Errorf("got %d waiting and %d elsewhere, want 1 and 1", w, e)
	}
}

func TestBoard_lastVoteCounts(t *testing.T) {
	cast := func(student, round, option string) progress.Event {
		e := event(student, progress.VoteCast, "add", 1)
		e.Raw = map[string]string{"vote": "9", "round": round, "option": option}
		return e
	}
	b := newBoard(cast("a", "1", "1"), cast("a", "1", "2"), cast("b", "1", "2"), cast("a", "2", "3"), cast("c", "1", "x"))
	if got := b.CountVotes(Vote{ID: 9, Round: 1, Options: make([]string, 3)})[0]; !slices.Equal(got, []int{0, 2, 0}) {
		t.Errorf("got %v, want [0 2 0]", got)
	}
}

// memory is a record in memory.
type memory struct {
	mu     sync.Mutex
	notes  []progress.Note
	events []progress.Event
	err    error
}

func (m *memory) Post(n progress.Note) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	n.Number, n.Posted = int64(len(m.notes)+1), began.Add(time.Duration(len(m.notes))*time.Second)
	m.notes = append(m.notes, n)
	return m.err
}

func (m *memory) Notes(_ context.Context, after int64) ([]progress.Note, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.notes[after:], m.err
}

func (m *memory) NewEvents(_ context.Context, after map[string]int64, _ int) ([]progress.Event,
	map[string]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	news := m.events[after["all"]:]
	after["all"] += int64(len(news))
	return news, map[string]string{"ada": "Ada"}, nil
}

func (*memory) AwaitNotes(context.Context, func()) {}

// inClass runs a hub until the test ends.
func inClass(t *testing.T, m *memory, failed func(error)) *Hub {
	h := NewHub(m, newBoard(), failed)
	go h.Run(t.Context())
	return h
}

// await returns the first room for which ok is true.
func await(t *testing.T, m *Member, ok func(Room) bool) Room {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	for {
		r, more := m.Next(ctx)
		if !more {
			t.Fatal("the room that the test waits for has not come")
		}
		if ok(r) {
			return r
		}
	}
}

func TestHub_passesNotesOn(t *testing.T) {
	h := inClass(t, &memory{}, nil)
	teacher, ada, bob := h.Join(Person{ID: "t", Teacher: true}), h.Join(Person{ID: "ada", Name: "Ada"}), h.Join(Person{ID: "bob"})
	for _, err := range []error{teacher.Announce("Hello"), teacher.SetGate(Gate{TaskID: add, Holds: true}),
		bob.AskHelp(add), ada.AskHelp(add), bob.AskHelp(guess),
		teacher.SendHint("ada", Hint{Text: "Look at b."}), teacher.SendHint("", Hint{Text: "Five more minutes."}), teacher.SendHint("bob", Hint{Text: "Well done."}),
		ada.WishPace(progress.Slower)} {
		check.OK(t, err)
	}
	r := await(t, teacher, func(r Room) bool { return r.newest[paceKey+"ada"].Body != "" })
	if r.Announcement.Text != "Hello" || !r.Gate.Holds || r.PlaceInQueue("bob") != 1 || r.PlaceInQueue("ada") != 2 || r.PlaceInQueue("eve") != 0 {
		t.Errorf("got room %+v, want the announcement, the gate, Bob first and Ada second", r)
	}
	if a, b := r.Hint("ada").Text, r.Hint("bob").Text; a != "Five more minutes." || b != "Well done." {
		t.Errorf("got hints %q and %q, want the newest of each", a, b)
	}
	at := r.newest[paceKey+"ada"].Posted
	if f, s := r.CountPaces(at.Add(4 * time.Minute)); f != 0 || s != 1 {
		t.Errorf("got %d faster and %d slower, want 0 and 1", f, s)
	}
	if _, s := r.CountPaces(at.Add(5 * time.Minute)); s != 0 {
		t.Errorf("after five minutes: got %d slower, want 0", s)
	}
	check.OK(t, teacher.EndHelp("bob"))
	await(t, ada, func(r Room) bool { return r.PlaceInQueue("ada") == 1 })
}

// The notes outlive the hub, but an old hint is no longer shown.
func TestHub_afterRestart(t *testing.T) {
	record := &memory{}
	teacher := inClass(t, record, nil).Join(Person{ID: "t", Teacher: true})
	vote := Vote{ID: 9, Question: "Does it converge?", Options: []string{"yes", "no"}, Round: 1, Counts: [][]int{{3, 1}}}
	for _, err := range []error{teacher.Announce("Hello"), teacher.SendHint("", Hint{Text: "Try a square."}), teacher.SetVote(vote),
		teacher.EndVote(vote)} {
		check.OK(t, err)
	}
	ada := inClass(t, record, nil).Join(Person{ID: "ada"})
	r := await(t, ada, func(r Room) bool { return len(r.EndedVotes) == 1 && r.Vote.Round == 0 })
	if h := r.Hint("ada"); r.Announcement.Text != "Hello" || !h.IsFresh(h.At.Add(9*time.Minute)) {
		t.Errorf("after a restart: got %+v, want the announcement and the hint", r)
	}
	if h := r.Hint("ada"); h.IsFresh(h.At.Add(10 * time.Minute)) {
		t.Error("after ten minutes the hint is still shown")
	}
	if got := r.EndedVotes[0]; !reflect.DeepEqual(got, vote) {
		t.Errorf("got the ended vote %+v, want %+v", got, vote)
	}
}

// When something is deleted from the record, boards and rooms begin again.
func TestHub_readsAgainAfterErasure(t *testing.T) {
	m := &memory{events: []progress.Event{event("ada", progress.TaskOpened, "add", 0)}}
	teacher := inClass(t, m, nil).Join(Person{ID: "t", Teacher: true})
	check.OK(t, teacher.SetGate(Gate{TaskID: add, Holds: true}))
	await(t, teacher, func(r Room) bool { return r.Gate.Holds && len(teacher.Board().AllWork()) > 0 })
	m.mu.Lock()
	m.events = []progress.Event{event("bob", progress.TaskOpened, "add", 0)}
	m.notes[0] = progress.Note{Number: 1}
	m.mu.Unlock()
	check.OK(t, m.Post(progress.Note{Key: progress.ErasedKey}))
	await(t, teacher, func(r Room) bool {
		rows := teacher.Board().Rows(plan, began)
		return !r.Gate.Holds && slices.ContainsFunc(rows, func(r Row) bool { return r.ID == "bob" && r.Cells[1].Current })
	})
}

// A teacher at another host is no student.
func TestHub_knowsTeachersOfOtherHosts(t *testing.T) {
	m := &memory{events: []progress.Event{event("t", progress.TaskOpened, "add", 0), event("ada", progress.TaskOpened, "add", 0)}}
	check.OK(t, inClass(t, m, nil).Join(Person{ID: "t", Teacher: true}).SetPresent(true))
	other := inClass(t, m, nil).Join(Person{ID: "host", Teacher: true})
	await(t, other, func(Room) bool {
		rows := other.Board().Rows(plan, began)
		return len(rows) == 1 && rows[0].ID == "ada"
	})
}

// A student is not disturbed by what only teachers see.
func TestHub_sparesStudents(t *testing.T) {
	h := inClass(t, &memory{}, nil)
	teacher, ada := h.Join(Person{ID: "t", Teacher: true}), h.Join(Person{ID: "ada"})
	await(t, ada, func(Room) bool { return true })
	check.OK(t, h.Join(Person{ID: "bob"}).WishPace(progress.Faster))
	await(t, teacher, func(r Room) bool { return r.newest[paceKey+"bob"].Body != "" })
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if r, ok := ada.Next(ctx); ok {
		t.Errorf("got room %+v for a student, want none", r)
	}
}

// Events are read only for teachers, and errors of the record end nothing.
func TestHub_fillsBoard(t *testing.T) {
	m := &memory{events: []progress.Event{event("ada", progress.TaskOpened, "add", 0),
		event("t", progress.TaskOpened, "guess", 0), event("far", progress.TaskOpened, "guess", 0)},
		notes: []progress.Note{{Key: gateKey, Sender: "far", Number: 1}}} // teachers are not on the board
	h := inClass(t, m, nil)
	ada := h.Join(Person{ID: "ada"})
	await(t, ada, func(Room) bool { return true })
	check.Equal(t, len(ada.Board().AllWork()), 0, "without a teacher: students on the board")
	teacher := h.Join(Person{ID: "t", Teacher: true})
	h.Join(Person{ID: "eve", Teacher: true})
	await(t, teacher, func(Room) bool {
		return len(teacher.Board().AllWork()) == 1 && teacher.Board().MostOpenExercise("") == "1.1"
	})
	check.Equal(t, teacher.Board().Rows(plan, began)[0].Name, "Ada", "the name")
}

// An error is reported when it begins, not at every reading of the record.
func TestHub_reportsErrors(t *testing.T) {
	m, failed := &memory{}, make(chan error, 99)
	h := inClass(t, m, func(err error) { failed <- err })
	for range 2 {
		for _, err := range []error{errors.New("disk full"), nil} {
			m.mu.Lock()
			m.err = err
			m.mu.Unlock()
			for range 4 {
				h.wakeUp()
				time.Sleep(5 * time.Millisecond)
			}
		}
		check.Equal(t, len(failed), 1, "number of errors")
		if err := <-failed; !strings.Contains(err.Error(), "disk full") {
			t.Errorf("got error %v, want disk full", err)
		}
	}
}

// Only the leader's own stage is shown, however late that of a former leader arrives.
func TestHub_hasOneDriver(t *testing.T) {
	h := inClass(t, &memory{}, nil)
	ada, bob, eve := h.Join(Person{ID: "ada", Name: "Ada", Teacher: true}), h.Join(Person{ID: "bob"}), h.Join(Person{ID: "eve"})
	shows := func(id string) SharedExercise { return SharedExercise{Document: progress.Exercise{ID: id}} }
	for _, err := range []error{ada.SetLead(Lead{LeaderID: "ada", Name: "Ada"}), ada.ShareExercise(shows("7.7")), bob.ShareExercise(shows("2.1")),
		ada.SetLead(Lead{LeaderID: "bob", Name: "Bob"}), ada.ShareExercise(shows("1.1")), ada.Announce("done")} {
		check.OK(t, err)
	}
	announced := func(r Room) bool { return r.Announcement.Text == "done" }
	if r := await(t, eve, announced); r.Lead.LeaderID != "bob" || r.Lead.Document.ID != "2.1" {
		t.Errorf("got the lead of %q with exercise %q, want Bob's 2.1", r.Lead.LeaderID, r.Lead.Document.ID)
	}
	await(t, bob, announced)
	bob.Leave()
	await(t, eve, func(r Room) bool { return r.Lead.LeaderID == "" && r.Lead.Document.ID == "" })
}

// A step of the leader reaches every follower at once, whoever does not take theirs. It disturbs no one else.
func TestHub_stalledFollowersDelayNobody(t *testing.T) {
	h := inClass(t, &memory{}, nil)
	ada := h.Join(Person{ID: "ada", Teacher: true})
	check.OK(t, ada.SetLead(Lead{LeaderID: "ada"}))
	members := make([]*Member, 300)
	for i := range members {
		members[i] = h.Join(Person{ID: strconv.Itoa(i)})
		await(t, members[i], func(r Room) bool { return r.Lead.LeaderID == "ada" })
		members[i].SetFollowing(i > 0)
		if i > 1 { // members 0 and 1 stay stalled
			await(t, members[i], func(Room) bool { return true })
		}
	}
	quickest := time.Hour
	for frame := range 20 {
		doc := progress.Exercise{ID: "7.7",
			Attempt: progress.Attempt{Tasks: map[string]progress.Task{"run": {Frame: frame + 1}}}}
		began := time.Now()
		check.OK(t, ada.ShareExercise(SharedExercise{Document: doc}))
		for _, m := range members[2:] {
			await(t, m, func(r Room) bool { return r.Lead.Document.Tasks["run"].Frame == frame+1 })
		}
		quickest = min(quickest, time.Since(began))
	}
	if quickest > 10*time.Millisecond {
		t.Errorf("got a step to 298 followers in %v at best, want 10ms", quickest)
	}
	r := await(t, members[1], func(Room) bool { return true })
	if got := r.Lead.Document.Tasks["run"].Frame; got != 20 {
		t.Errorf("a stalled follower: got step %d, want the newest, 20", got)
	}
	await(t, members[0], func(r Room) bool { return r.Lead.Document.ID == "7.7" }) // the exercise has changed once
	if len(members[0].roomChanged) > 0 {
		t.Error("got another step for a student who does not follow, want none")
	}
}

// Labs draw news one after the other, and then the newest room.
func TestMember_awaitTurn(t *testing.T) {
	h := inClass(t, &memory{}, nil)
	ada := h.Join(Person{ID: "ada", Teacher: true})
	var wait sync.WaitGroup
	began := time.Now()
	for i := range 20 {
		m := h.Join(Person{ID: strconv.Itoa(i)})
		wait.Go(func() { m.AwaitTurn(t.Context()) })
	}
	wait.Wait()
	if took, want := time.Since(began), 19*drawTime/time.Duration(runtime.GOMAXPROCS(0)); took < want {
		t.Errorf("20 turns took %v, want at least %v", took, want)
	}
	bob := h.Join(Person{ID: "bob"})
	check.OK(t, ada.Announce("Break"))
	await(t, bob, func(r Room) bool { return r.Announcement.Text == "Break" })
	check.Equal(t, bob.AwaitTurn(t.Context()).Announcement.Text, "Break", "the newest announcement")
}

// Reading many notes at once gives the same room as one after the other, in linear time. A room
// stays as it is when further notes come.
func TestRoom_With(t *testing.T) {
	var notes []progress.Note
	for i := range 20_000 {
		kind := []string{helpKey, paceKey, hintKey, endedVoteKey}[i%4]
		notes = append(notes, progress.Note{Key: fmt.Sprint(kind, i), Body: `{"Wish": "faster"}`})
	}
	room := Room{}.WithNotes(notes...)
	if faster, _ := room.CountPaces(time.Time{}); faster != 5000 || len(room.EndedVotes) != 5000 || len(room.HelpRequests) != 5000 {
		t.Errorf("got %d paces, %d votes, %d requests, want 5000 of each", faster, len(room.EndedVotes), len(room.HelpRequests))
	}
	var one Room
	for _, n := range notes[:400] {
		one = one.WithNotes(n)
	}
	before := Room{}.WithNotes(notes[:400]...)
	one.WithNotes(progress.Note{Key: helpKey + "0"}, progress.Note{Key: paceKey + "1"}, notes[402])
	if !reflect.DeepEqual(one, before) {
		t.Error("one after the other: got another room than for all at once")
	}
}
