package board

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"kernellab/ascii"
	"kernellab/lab/class"
)

// order is what the rows are sorted by.
type order uint8

const (
	byStuck order = iota
	byName
	byProgress
	numOrders
)

func (o order) words() string { return [...]string{"stuck first", "by name", "by progress"}[o] }

// filter selects rows.
type filter uint8

const (
	everybody filter = iota
	stuck
	needsHelp
	hasNotBegun
	numFilters
)

func (f filter) words() string {
	return [...]string{"", ", stuck", ", asking for help", ", not at the task yet"}[f]
}

// counts describes how far the class is with the selected task.
type counts struct {
	students  int
	exercises map[string]int // number of students in each exercise
	looks     [numLooks]int
	present   int   // number of students in the exercise, without those that have left before doing the task
	shares    []int // percentage of the students in the exercise that have done each task
	class.Summary
}

// done returns the number and the percentage of the students that have done the task.
func (c counts) done() (n, share int) {
	n = c.looks[done] + c.looks[helped]
	return n, 100 * n / max(1, c.present)
}

// moveOn is the percentage of students with the task done at which the board suggests going
// on.
const moveOn = 80

// count counts the students at the selected task.
func (b *Screen) count(all []class.Row) counts {
	c := counts{students: len(all), exercises: map[string]int{}, shares: make([]int, len(b.plan.Tasks)),
		Summary: b.member.Board().Summary(b.Task())}
	begun := 0
	for _, r := range all {
		c.exercises[r.At.Exercise]++
		c.looks[b.look(r, b.task)]++
		if !hasBegun(r) {
			continue
		}
		begun++
		if !r.Away || isDone(r.Cells[b.task]) {
			c.present++
		}
		for i, cell := range r.Cells {
			if isDone(cell) {
				c.shares[i]++
			}
		}
	}
	for i, n := range c.shares {
		c.shares[i] = 100 * n / max(1, begun)
	}
	return c
}

func isDone(c class.Cell) bool { return c.State == class.Done || c.State == class.Passed }

// hasBegun reports whether a student has begun the exercise.
func hasBegun(r class.Row) bool {
	return slices.ContainsFunc(r.Cells, func(c class.Cell) bool { return c.State != class.NotBegun })
}

// keeps reports whether the filter keeps a row.
func (b *Screen) keeps(r class.Row) bool {
	_, asks := b.requests[r.ID]
	return [...]bool{everybody: true, stuck: asks || r.Stuck != class.NotStuck, needsHelp: asks,
		hasNotBegun: r.Cells[b.task].State == class.NotBegun}[b.filter]
}

// sort sorts the rows, which are sorted by name already.
func (b *Screen) sort() {
	switch b.order {
	case byStuck:
		slices.SortStableFunc(b.rows, func(x, y class.Row) int {
			return cmp.Or(cmp.Compare(b.urgency(x), b.urgency(y)), cmp.Compare(current(y).Time, current(x).Time))
		})
	case byProgress:
		slices.SortStableFunc(b.rows, func(x, y class.Row) int { return cmp.Compare(y.Done, x.Done) })
	}
}

// urgency returns how soon a student needs the teacher; the smallest is soonest.
func (b *Screen) urgency(r class.Row) int {
	place := b.Session.Room.Place(r.ID)
	switch state := current(r).State; {
	case place > 0:
		return place - 10_000
	case r.Stuck != class.NotStuck:
		return 0
	case !hasBegun(r):
		return 5
	case r.Away:
		return 4
	case state == class.Wrong:
		return 1
	case state == class.Working:
		return 2
	}
	return 3
}

// current returns the cell of the current task, or an empty one.
func current(r class.Row) class.Cell {
	if i := slices.IndexFunc(r.Cells, func(c class.Cell) bool { return c.Current }); i >= 0 {
		return r.Cells[i]
	}
	return class.Cell{}
}

// nameOf returns the name of a student, or the beginning of the id.
func nameOf(r class.Row) string { return cmp.Or(r.Name, fmt.Sprintf("%.8s", r.ID)) }

// remarks returns why a student may need the teacher, and where the student is if not at a
// task of the exercise.
func (b *Screen) remarks(r class.Row) (out ascii.Line) {
	add := func(ink ascii.Ink, words ...any) { out = append(out, ascii.Span{Text: fmt.Sprint(words...), Ink: ink}) }
	if q, asks := b.requests[r.ID]; asks {
		add(ascii.Select, "asks for help")
		add(ascii.Dim, q.Exercise, ", waits for ", minutes(b.Now().Sub(q.At)), " min")
	}
	switch r.Stuck {
	case class.SameMistake:
		add(ascii.Warn, "3× ", inWords(r.Mistake))
	case class.Unreadable:
		add(ascii.Warn, "3× unreadable")
	case class.TooLong:
		add(ascii.Warn, minutes(current(r).Time), " min, planned ", minutes(b.plan.TaskTime()))
	}
	switch {
	case r.At.Exercise != "" && r.At.Exercise != b.plan.Exercise:
		add(ascii.Dim, "in ", r.At.Exercise)
	case r.Seen.IsZero():
		add(ascii.Dim, "not begun")
	case r.Away:
		add(ascii.Dim, "away since ", r.Seen.Local().Format(time.TimeOnly[:5]))
	case r.Done == len(r.Cells):
		add(ascii.Dim, "finished")
	}
	return out
}

// about describes a student in one line.
func (b *Screen) about(r class.Row) ascii.Line {
	out := ascii.Line{{Text: nameOf(r), Ink: ascii.Accent}}
	for _, s := range b.remarks(r) {
		out = append(out, ascii.Span{Text: "   " + s.Text, Ink: s.Ink})
	}
	if at := current(r); at.Current {
		out = append(out, ascii.Span{Text: fmt.Sprintf("   %d min at the task, %s, %s", minutes(at.Time),
			ascii.Count(at.Wrong, "wrong answer"), ascii.Count(r.Hints, "hint")), Ink: ascii.Dim})
	}
	return out
}

// inWords returns the id of a misconception in words.
func inWords(id string) string { return strings.ReplaceAll(id, "-", " ") }
