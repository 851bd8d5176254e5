package board

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"kernellab/ascii"
	"kernellab/lab/class"
	"kernellab/lab/theme"
)

// order is an order of the rows.
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
	filterNone filter = iota
	filterStuck
	filterAsking
	filterNotBegun
	numFilters
)

func (f filter) words() string {
	return [...]string{"", " need help", " ask for help", " not at the task yet"}[f]
}

// counts describes how far the class has got.
type counts struct {
	students  int
	followers int   // number of students who follow the leader
	done      []int // number of students that have done each task
	// At the selected task:
	looks   [numLooks]int // number of students with each look
	atWork  int           // number of students at work
	present int           // number of students who have done the task, or have begun the exercise and not left
	median  time.Duration // median time until the task was done
}

// countStudents counts the students by their progress with the tasks.
func (b *Screen) countStudents(all []class.Row) counts {
	c := counts{students: len(all), done: make([]int, len(b.plan.Tasks))}
	var times []time.Duration
	for _, r := range all {
		if l := b.lookOf(r, b.task); l != look(class.Working) || !r.Away {
			c.looks[l]++
		}
		begun := false
		for i, cell := range r.Cells {
			begun = begun || cell.State != class.NotBegun
			if cell.IsDone() {
				c.done[i]++
			}
		}
		cell := r.Cells[b.task]
		if cell.IsDone() {
			times = append(times, cell.Time)
		} else if isWorkingAt(cell) && !r.Away {
			c.atWork++
		}
		if r.Following {
			c.followers++
		}
		if cell.IsDone() || begun && !r.Away {
			c.present++
		}
	}
	c.median = class.Median(times)
	return c
}

// isWorkingAt reports whether a student is working on the task.
func isWorkingAt(c class.Cell) bool { return c.Current && !c.IsDone() }

// matches reports whether a row matches the filter.
func (b *Screen) matches(r class.Row) bool {
	asks := b.Session.Room.PlaceInQueue(r.ID) > 0
	return [...]bool{filterNone: true, filterStuck: asks || r.Stuck != class.NotStuck, filterAsking: asks,
		filterNotBegun: r.Cells[b.task].State == class.NotBegun}[b.filter]
}

// sort sorts the rows, which are sorted by name already.
func (b *Screen) sort() {
	slices.SortStableFunc(b.rows, func(x, y class.Row) int {
		switch b.order {
		case byStuck:
			return cmp.Or(cmp.Compare(b.urgency(x), b.urgency(y)), cmp.Compare(current(y).Time, current(x).Time))
		case byProgress:
			return cmp.Compare(y.Done, x.Done)
		}
		return 0
	})
}

// urgency returns how soon a student needs the teacher; the smallest is soonest.
func (b *Screen) urgency(r class.Row) int {
	place := b.Session.Room.PlaceInQueue(r.ID)
	switch state := current(r).State; {
	case place > 0:
		return place - 10_000
	case r.Stuck != class.NotStuck:
		return 0
	case r.Away:
		return 4
	case state == class.TwiceWrong:
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

// remark returns why a student may need the teacher. Otherwise it returns in which other exercise
// the student is, or since when the student is away.
func (b *Screen) remark(r class.Row) (text string, ink ascii.Ink) {
	switch {
	case b.Session.Room.PlaceInQueue(r.ID) > 0:
		return "asks for help", ascii.Select
	case r.Stuck == class.SameMistake:
		return "3× " + class.MistakeWords(r.LastMisconception), ascii.Warn
	case r.Stuck == class.Unreadable:
		return "3× unreadable", ascii.Warn
	case r.Stuck == class.TooLong:
		return fmt.Sprintf("%d min, planned %d", minutes(current(r).Time), minutes(b.plan.TaskTime())), ascii.Warn
	case r.CurrentTask.Exercise != "" && r.CurrentTask.Exercise != b.plan.Exercise:
		return "in " + r.CurrentTask.Exercise, ascii.Dim
	case r.Away && !r.LastSeen.IsZero():
		return "away since " + r.LastSeen.Local().Format("15:04"), ascii.Dim
	}
	return "", ascii.Dim
}

// selectedLine describes the selected student in one line.
func (b *Screen) selectedLine() ascii.Line {
	r := b.selectedStudent()
	if r.ID == "" {
		return nil
	}
	out := ascii.Line{{Text: nameOf(r) + gap, Ink: ascii.Accent}}
	why, ink := b.remark(r)
	if ink == ascii.Warn {
		why = "stuck: " + why
	}
	if why != "" {
		out = append(out, ascii.Span{Text: why + gap, Ink: ink})
	}
	if cell := current(r); cell.Current {
		out = append(out, ascii.Span{Text: fmt.Sprintf("%d min at the task, %d wrong, %s", minutes(cell.Time),
			cell.WrongCount, ascii.Count(r.Hints, "hint")), Ink: ascii.Dim})
	}
	return out
}

// look is how the board draws a cell: its state, or asking if the student asks for help with
// the task.
type look class.State

const (
	asking   = look(class.NumStates)
	numLooks = asking + 1
)

// lookOf returns the look of a student's cell.
func (b *Screen) lookOf(r class.Row, task int) look {
	for _, q := range b.Session.Room.HelpRequests {
		if q.Student == r.ID && q.TaskID == b.plan.Tasks[task].TaskID {
			return asking
		}
	}
	return look(r.Cells[task].State)
}

// sign returns the sign of a look. The signs differ even without colours.
func (l look) sign(t *theme.Theme) ascii.Span {
	inks := [...]ascii.Ink{ascii.Dim, ascii.Text, ascii.Bad, ascii.Good, ascii.Good, ascii.Dim, ascii.Bad, ascii.Select}
	return ascii.Span{Text: t.Glyph([]rune("·▸✗✓◎–∅?")[l], []rune(".>x+%-0?")[l]), Ink: inks[l]}
}

// words describes the look in the legend.
func (l look) words() string {
	return [...]string{"to do", "working", "wrong 2×", "done", "helped", "skipped", "out of attempts", "ask"}[l]
}

// cell returns a cell of up to three columns: the sign and, at the current task, the minutes
// or the number of wrong answers.
func (l look) cell(t *theme.Theme, c class.Cell) ascii.Span {
	sign := l.sign(t)
	if n := minutes(c.Time); l == look(class.Working) && n > 0 {
		sign.Text += fmt.Sprint(min(n, 99), "m")[:2] // there is no room for more
	} else if l == look(class.TwiceWrong) {
		sign.Text += fmt.Sprint(c.WrongCount)
	}
	return sign
}

// minutes returns the whole minutes of a duration.
func minutes(d time.Duration) int { return int(d / time.Minute) }
