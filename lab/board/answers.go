package board

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/class"
	"kernellab/lab/core"
	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/ui"
)

// explainedMsg contains the result of explain.
type explainedMsg struct {
	core.Address
	sentences map[string]string
}

// explain returns, by id, the first sentence of the advice on each misconception of a task.
// A sentence that depends on the numbers drawn is "", because those differ from student to
// student.
func explain(ctx context.Context, variants []*exercises.Exercise, task int) map[string]string {
	out := map[string]string{}
	for k, e := range variants {
		t := e.Tasks[task]
		for _, m := range t.Info().Misconceptions {
			r := t.Check(ctx, m.Example)
			first, _, _ := strings.Cut(ascii.Join(r.Advice, " ", ascii.Line.String), ". ")
			first = strings.TrimSuffix(first, ".")
			if r.Misconception != m.ID || k > 0 && first != out[m.ID] {
				first = ""
			}
			out[m.ID] = first
		}
	}
	return out
}

// groupName returns the name of a group.
func groupName(g *class.AnswerGroup) string {
	switch {
	case g.Misconception != "":
		return class.MistakeWords(g.Misconception)
	case g.Unreadable:
		return "cannot be read: " + g.Reading
	}
	return g.Reading
}

// tally returns the different texts in a group, the commonest first, and how often each was
// typed.
func tally(g *class.AnswerGroup) (texts []string, n map[string]int) {
	n = map[string]int{}
	for _, typed := range g.Texts {
		n[strings.Join(strings.Fields(typed), " ")]++
	}
	texts = slices.SortedFunc(maps.Keys(n), func(a, b string) int {
		return cmp.Or(cmp.Compare(n[b], n[a]), cmp.Compare(a, b))
	})
	return texts, n
}

// writeAnswers writes the groups of wrong answers at the selected task.
func (b *Screen) writeAnswers(d *ui.Document) {
	const indent, maxLabelLines = 7, 2
	head := "Wrong answers, by number of students"
	switch {
	case len(b.groups) == 0:
		head = "No wrong answers yet"
	case b.groups[0].Event.Kind == progress.PredictionMade:
		head = "Predictions, by number of students"
	}
	d.Write(ascii.Inked(head, ascii.Dim), nil)
	for i, g := range b.groups {
		from := d.Len()
		mark, ink := ui.Pointer(b.Session.Theme, b.answersFocused && i == b.group)
		d.AddItem(append(mark, ascii.Span{Text: fmt.Sprintf("%3d  ", len(g.Names)), Ink: ascii.Strong}),
			b.Session.Theme.View().Clip(ascii.Inked(groupName(g), ink), maxLabelLines*(d.Width-indent)))
		if why := b.explanations[g.Misconception]; why != "" {
			d.AddItem(ascii.Blanks(indent), ascii.Inked(why, ascii.Dim))
		}
		if texts, _ := tally(g); !g.Unreadable {
			typed := ascii.Inked("typed  "+strings.Join(texts, "   "), ascii.Dim)
			d.Add(append(ascii.Blanks(indent), b.Session.Theme.View().Clip(typed, d.Width-indent)...))
		}
		if i == b.group {
			d.KeepVisible(from, d.Len()-1)
		}
		d.AddGap()
	}
}

// openStudent shows the wrong answers of the selected student at his or her current task.
func (b *Screen) openStudent() session.Intent {
	r := b.selectedStudent()
	work := b.member.Board().TaskWork(r.ID, r.CurrentTask)
	return session.Push{Top: session.NewTextWindow(b.Session, nameOf(r), func(d *ui.Document) {
		d.Write(ascii.Inked(b.taskTitle(r.CurrentTask), ascii.Accent),
			ascii.Inked(progressWords(work), ascii.Dim))
		d.AddGap()
		for i, a := range work.Wrong {
			why := class.MistakeWords(a.Misconception)
			if a.Unreadable {
				why = "cannot be read"
			}
			d.AddItem(ascii.Inked(fmt.Sprintf("%3d  ", i+1), ascii.Dim), ascii.Inked(a.Text, ascii.Text))
			d.AddItem(ascii.Blanks(5), ascii.Inked(why, ascii.Dim))
		}
	})}
}

// progressWords describes the work of a student at a task.
func progressWords(work class.TaskWork) string {
	out, wrong := "", work.CountWrong()
	if n := len(work.Wrong) - wrong; n > 0 {
		out = fmt.Sprintf("%d unreadable, ", n)
	}
	out += ascii.Count(wrong, "wrong answer") + ", " + ascii.Count(work.Hints, "hint")
	if work.SolutionShown {
		out += ", saw the solution"
	}
	if work.Done {
		out += ", solved now"
	}
	return out
}

// openGroup shows the raw answers of the selected group.
func (b *Screen) openGroup() session.Intent {
	g := b.groups[b.group]
	texts, n := tally(g)
	title := fmt.Sprintf("%s of %s", ascii.Count(len(g.Texts), "answer"), ascii.Count(len(g.Names), "student"))
	return session.Push{Top: session.NewTextWindow(b.Session, title, func(d *ui.Document) {
		d.Write(ascii.Inked(groupName(g), ascii.Accent), ascii.Inked(b.explanations[g.Misconception], ascii.Text))
		d.Write(ascii.Inked(strings.Join(g.Names, ", "), ascii.Dim))
		d.AddGap()
		for _, text := range texts {
			d.AddItem(ascii.Inked(fmt.Sprintf("%3d  ", n[text]), ascii.Dim), ascii.Inked(text, ascii.Text))
		}
	})}
}
