package contents

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	"charm.land/lipgloss/v2"

	"kernellab/ascii"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
)

// contentsLayout holds the places of the parts of the screen.
type contentsLayout struct{ header, List, detail, footer ascii.Rect }

// LayoutContents puts the description of the selected exercise next to the list if there is
// room, and otherwise below the list.
func LayoutContents(w, h int) contentsLayout {
	if w < session.MinWidth || h < session.MinHeight {
		return contentsLayout{}
	}
	screen := ascii.Rect{X: 2, W: w - 4, H: h}
	l := contentsLayout{header: screen.Rows(0, 1), footer: screen.Rows(h-1, 1)}
	if w >= session.WideFrom {
		body, listWidth := screen.Rows(2, h-4), min(72, (w-4)*5/9)
		l.List, l.detail = body.Columns(0, listWidth), body.Columns(listWidth+4, min(100, w-4-listWidth-4))
		return l
	}
	const detail = 3
	l.List, l.detail = screen.Rows(2, h-5-detail), screen.Rows(h-2-detail, detail)
	return l
}

func (c *Screen) Layout() { c.writeList(LayoutContents(c.Session.Width, c.Session.Height).List) }

func (c *Screen) Layers() []*lipgloss.Layer {
	l, t := LayoutContents(c.Session.Width, c.Session.Height), c.Session.Theme
	detail := ui.NewDocument(t, l.detail.W)
	c.writeDetail(detail, l.detail.H)
	text := lipgloss.NewStyle().MaxHeight(l.detail.H).Render(detail.String())
	return append(c.list.Layers("list", l.List.X, l.List.Y),
		ui.NewLayer("", t.Line(c.header(l.header.W)), l.header.X, l.header.Y),
		ui.NewLayer("", text, l.detail.X, l.detail.Y))
}

// writeList lays out the list. Each exercise and each unit becomes a part of the document, a
// block of lines that can be clicked. The ID of the part is the index of its row.
func (c *Screen) writeList(r ascii.Rect) {
	d := ui.NewDocument(c.Session.Theme, r.W)
	rows, selected := c.rows()
	for i, row := range rows {
		switch {
		case row.unit < 0:
			d.Add(nil)
		case row.Exercise < 0:
			d.AddPart(strconv.Itoa(i), c.unitLine(r.W, row.unit))
		default:
			d.AddPart(strconv.Itoa(i), c.exerciseLine(r.W, row.Exercise))
		}
	}
	from, to := selected, selected
	if c.keepCentred {
		from = max(0, min(selected-r.H/2, len(rows)-r.H))
		to = from + r.H - 1
	}
	d.KeepVisible(from, to)
	// Add blank rows, so that the list does not scroll when a unit is folded.
	for top, _, _ := c.list.VisibleLines(); !c.keepCentred && d.Len() < top+r.H; {
		d.Add(nil)
	}
	c.list.SetSize(r.W, r.H)
	c.list.SetDocument(d)
}

// Footer returns the keys that are useful in the contents.
func (c *Screen) Footer() session.Footer {
	keys := c.actions.Footer(c, []session.Zone{session.ZoneContents, session.ZoneOutsideFields}, session.MaxFooterKeys)
	keys = append(slices.Insert(keys, 0, ui.Hint("enter", c.enterWord())),
		c.Session.Hint(session.ZoneEverywhere, "settings", "settings"))
	pinned := []key.Binding{c.Session.Hint(session.ZoneOutsideFields, "help", "help"), ui.Hint("q", "quit")}
	return session.Footer{Area: LayoutContents(c.Session.Width, c.Session.Height).footer, Keys: keys, Pinned: pinned}
}

func (c *Screen) enterWord() string {
	if c.unitIsFolded() {
		return "unfold"
	}
	switch c.Exercises[c.Selected].State {
	case study.Untouched:
		return "start"
	case study.Begun:
		return "resume"
	}
	return "open again"
}

func (c *Screen) header(w int) ascii.Line {
	paths, chosen := c.Session.Student.Paths()
	timeText := c.timeWords()
	if len(paths) > 1 {
		timeText = paths[chosen].Words() + ", " + strings.TrimPrefix(timeText, "about ")
	}
	right := append(ascii.Inked(timeText+"   ", ascii.Dim), session.SeedLine(c.Session.Student.Seed())...)
	left := ascii.Line{{Text: "kernellab", Ink: ascii.Strong},
		{Text: "   " + cmp.Or(c.Session.Student.Course().Title, "kernel methods, step by step"), Ink: ascii.Dim}}
	if left.Width()+3+right.Width() > w {
		left = left[:1]
	}
	return ui.Spread(c.Session.Theme, w, left, right)
}

// timeWords returns how much time the student has spent, and how much all exercises take.
func (c *Screen) timeWords() string {
	var spent time.Duration
	minutes := 0
	for _, e := range c.Exercises {
		spent += e.TimeSpent
		minutes += e.Minutes
	}
	if spent < time.Minute {
		return "about " + formatMinutes(minutes)
	}
	return formatMinutes(int(spent.Minutes())) + " of " + formatMinutes(minutes)
}

// formatMinutes formats minutes for people.
func formatMinutes(minutes int) string {
	h, m := minutes/60, minutes%60
	switch {
	case h == 0:
		return fmt.Sprintf("%d min", m)
	case h >= 5 || m == 0:
		return fmt.Sprintf("%d h", (minutes+30)/60)
	}
	return fmt.Sprintf("%d h %02d", h, m)
}

// exerciseLine returns the row of an exercise in the list.
func (c *Screen) exerciseLine(w, i int) ascii.Line {
	e := c.Exercises[i]
	pointer, ink := ascii.Span{Text: "  "}, ascii.Text
	if i == c.Selected {
		pointer, ink = c.pointer(), ascii.Accent
	}
	left := ascii.Line{pointer, stateGlyph(c.Session.Theme, e.State),
		{Text: fmt.Sprintf("  %-5s", e.ID), Ink: ascii.Dim}, {Text: e.Title, Ink: ink}}
	return ui.Spread(c.Session.Theme, w, left, ascii.Line{stateWords(e), {Text: e.DueWords(), Ink: ascii.Dim}})
}

// pointer returns the sign before the selected row.
func (c *Screen) pointer() ascii.Span {
	return ascii.Span{Text: c.Session.Theme.Glyph('›', '>') + " ", Ink: ascii.Accent}
}

// meterWidth is the width of the progress bar of a unit.
const meterWidth = 12

// unitLine returns the row of a unit: its title and progress.
func (c *Screen) unitLine(w, i int) ascii.Line {
	u, t := c.units[i], c.Session.Theme
	left := ascii.Line{{Text: u.ID + "  ", Ink: ascii.Dim}, {Text: u.Title, Ink: ascii.Strong}}
	switch selected := i == c.selectedUnitIndex(); {
	case c.folds[i] && selected:
		left[1].Ink = ascii.Accent
		left = append(ascii.Line{c.pointer()}, left...)
	case c.folds[i]:
		left = append(ascii.Blanks(2), left...)
	}
	count := ascii.Span{Text: fmt.Sprintf("  %d of %d", u.Done, len(u.Exercises)), Ink: ascii.Dim}
	return ui.Spread(t, w, left, append(meterOf(t, u), count))
}

// meterOf returns the share of a unit's tasks that are done, as a bar.
func meterOf(t *theme.Theme, u study.UnitView) ascii.Line {
	doneTasks, totalTasks := 0, 0
	for _, e := range u.Exercises {
		totalTasks += len(e.Tasks)
		if e.State >= study.Done {
			doneTasks += len(e.Tasks)
			continue
		}
		doneTasks += e.TasksDone
	}
	filledWidth := 0
	if doneTasks > 0 {
		filledWidth = max(1, doneTasks*meterWidth/totalTasks)
	}
	return ui.Meter(t, filledWidth, meterWidth)
}

// writeDetail describes the selected exercise or unit, briefly if there are few rows.
func (c *Screen) writeDetail(d *ui.Document, rows int) {
	unit := c.selectedUnit()
	if c.unitIsFolded() {
		d.Write(ascii.Line{{Text: unit.ID + "  ", Ink: ascii.Dim}, {Text: unit.Title, Ink: ascii.Strong}},
			ascii.Inked(unit.Intro, ascii.Text))
		return
	}
	e := c.Exercises[c.Selected]
	d.Write(ascii.Line{{Text: e.ID + "  ", Ink: ascii.Dim}, {Text: e.Title, Ink: ascii.Strong},
		{Text: "   " + effortWords(e), Ink: ascii.Dim}})
	if rules := e.Schedule.Sentences(); rules != "" {
		d.Write(ascii.Inked(rules, ascii.Text))
	}
	if rows <= 10 {
		d.Write(ascii.Inked(e.Goal, ascii.Text))
		return
	}
	d.Write(nil)
	c.writeExercise(d, e, unit)
}

// writeExercise writes the goal of an exercise, its tasks, the keys for other attempts and for
// skipping the unit by a test, the exercises that it builds on, the tasks that were hard for the
// student, skipped or out of attempts, the introduction of the unit, and the paths.
func (c *Screen) writeExercise(d *ui.Document, e study.ExerciseView, u study.UnitView) {
	d.Write(ascii.Inked(e.Goal, ascii.Text), nil)
	writeTaskNames(c.Session.Theme, d, e)
	writeAttempts(c, d, e)
	c.writeTestOut(d)
	if prerequisites := c.prerequisites(e); len(prerequisites) > 1 {
		d.AddGap()
		d.Write(prerequisites)
	}
	list := func(heading string, titles []string) {
		if len(titles) > 0 {
			d.AddGap()
			d.Write(ascii.Line{{Text: heading + ": ", Ink: ascii.Dim},
				{Text: strings.Join(titles, "; "), Ink: ascii.Text}})
		}
	}
	list("Hard for you", e.HardTasks)
	list("Skipped", e.Titles(study.TaskSkipped))
	list("Out of attempts", e.Titles(study.TaskUsedUp))
	if u.Intro != "" {
		d.AddGap()
		d.Write(ascii.Inked("Unit "+u.ID+": "+u.Intro, ascii.Dim))
	}
	c.writePaths(d)
}

// writePaths lists the paths with their times. A path is a selection of exercises, and the student
// follows one path.
func (c *Screen) writePaths(d *ui.Document) {
	paths, chosen := c.Session.Student.Paths()
	if len(paths) < 2 {
		return
	}
	line := ascii.Line{{Text: "p", Ink: ascii.Strong}, {Text: " chooses another path:", Ink: ascii.Dim}}
	for i, p := range paths {
		span := ascii.Span{Text: fmt.Sprintf(" %s (%s)", p.Words(), formatMinutes(p.Minutes)), Ink: ascii.Dim}
		if i == chosen {
			span.Ink = ascii.Accent
		}
		line = append(line, span)
		if i < len(paths)-1 {
			line = append(line, ascii.Span{Text: ",", Ink: ascii.Dim})
		}
	}
	d.AddGap()
	d.Write(line)
}

// prerequisites returns the exercises that another exercise builds on, with their states. It
// omits exercises that are not on the student's path, the selection that the student has chosen.
func (c *Screen) prerequisites(e study.ExerciseView) ascii.Line {
	out := ascii.Line{{Text: "Builds on:", Ink: ascii.Dim}}
	for _, id := range e.Needs {
		if i := c.IndexOf(id); i >= 0 {
			out = append(out, ascii.Span{Text: " " + id + " ", Ink: ascii.Text},
				stateGlyph(c.Session.Theme, c.Exercises[i].State))
		}
	}
	return out
}

// effortWords returns how long an exercise takes, how many tasks it has, and how much time
// the student has spent on it.
func effortWords(v study.ExerciseView) string {
	out := ascii.Count(len(v.Tasks), "task")
	if v.Minutes > 0 {
		out = fmt.Sprintf("about %d minutes, %s", v.Minutes, out)
	}
	if spent := int(v.TimeSpent.Minutes()); spent > 0 {
		out += fmt.Sprintf("; %d min spent", spent)
	}
	if v.Predictions > 0 {
		out += fmt.Sprintf("; predicted %d of %d", v.RightPredictions, v.Predictions)
	}
	return out
}

// writeTaskNames lists the tasks of an exercise. It marks the tasks that are done, and the
// current task.
func writeTaskNames(t *theme.Theme, d *ui.Document, v study.ExerciseView) {
	for i := range v.Tasks {
		state, ink := study.Untouched, ascii.Dim
		switch s := v.TaskStates[i]; {
		case s == study.TaskDone || s == study.TaskDoneWithHints:
			state = study.Done
		case v.State == study.Begun && i == v.TaskIndex:
			state, ink = study.Begun, ascii.Accent
		}
		d.AddItem(ascii.Line{stateGlyph(t, state), {Text: " "}}, ascii.Inked(v.TaskTitle(i), ink))
	}
}

// stateGlyph returns the sign for an exercise's state.
func stateGlyph(t *theme.Theme, s study.State) ascii.Span {
	switch s {
	case study.Begun:
		return ascii.Span{Text: t.Glyph('▸', '>'), Ink: ascii.Accent}
	case study.Done, study.DoneWithHints:
		return ascii.Span{Text: t.Glyph('✓', '+'), Ink: ascii.Good}
	case study.TestedOut:
		return ascii.Span{Text: t.Glyph('○', 'o'), Ink: ascii.Good}
	}
	return ascii.Span{Text: t.Glyph('·', '.'), Ink: ascii.Dim}
}

// stateWords returns when an exercise opens or, if it is open, its progress. If the exercise has
// not been begun, stateWords returns when the student should begin it, or how long it takes.
func stateWords(v study.ExerciseView) ascii.Span {
	if !v.Delay.Opens.IsZero() {
		return ascii.Span{Text: v.Delay.Words(), Ink: ascii.Dim}
	}
	switch v.State {
	case study.Begun:
		return ascii.Span{Text: fmt.Sprintf("task %d of %d", v.TaskIndex+1, len(v.Tasks)), Ink: ascii.Accent}
	case study.Done, study.DoneWithHints, study.TestedOut:
		return ascii.Span{Text: v.Words(), Ink: ascii.Good}
	}
	if v.Delay.IsSet() {
		return ascii.Span{Text: cmp.Or(v.Delay.RemainingWords(), v.Delay.Words()), Ink: ascii.Dim}
	}
	if v.Minutes > 0 {
		return ascii.Span{Text: fmt.Sprintf("%d min", v.Minutes), Ink: ascii.Dim}
	}
	return ascii.Span{}
}
