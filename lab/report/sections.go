package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"kernellab/lab/class"
	"kernellab/lab/page"
	"kernellab/lab/progress"
)

// section is a part of a report: a table under a title and a sentence.
type section struct {
	title, text string
	columns     []string
	rows        [][]any
}

// newSection returns a section whose table has no rows yet.
func newSection(title, text string, columns ...string) section {
	return section{title, text, columns, nil}
}

// addRow adds a row to the table.
func (s *section) addRow(cells ...any) { s.rows = append(s.rows, cells) }

// parts returns the section as parts of a document.
func (s section) parts() []page.Part {
	if len(s.rows) == 0 {
		s.text = "Nothing yet."
	}
	return []page.Part{{Kind: page.Section, Text: s.title}, {Kind: page.Text, Text: s.text},
		{Kind: page.Table, Columns: s.columns, Rows: s.rows}}
}

// shareBar returns a bar for n out of a total.
func shareBar(n, total int) page.Bar {
	return page.Bar{Share: float64(n) / float64(max(1, total)), Value: fmt.Sprintf("%d of %d", n, total)}
}

// formatMinutes returns a time in minutes, or a dash if it is 0.
func formatMinutes(d time.Duration) string {
	if d == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f", d.Minutes())
}

// timeBar returns a bar for a time, which is drawn over a thicker bar for the planned minutes.
func timeBar(took time.Duration, planned int) page.Bar {
	return page.Bar{Share: took.Minutes() / float64(planned),
		Value: fmt.Sprintf("%s of %d min", formatMinutes(took), planned)}
}

// period describes the time between the first and the last event.
func period(from, to time.Time) string {
	const format = "2 January 2006 15:04"
	return "From " + from.Local().Format(format) + " to " + to.Local().Format(format)
}

// The limits on a table: its rows, the answers in a cell, and the characters of an answer.
const maxRows, maxExamples, maxText = 15, 3, 120

// Document returns the report.
func (r *Report) Document() (page.Document, error) {
	d := page.Document{Title: "Report on a class"}
	work, err := r.work()
	if err != nil {
		return d, err
	}
	exercises := r.workByExercise(work)
	var tasks []taskWork
	for _, e := range exercises {
		tasks = append(tasks, e.tasks...)
	}
	all := []section{r.numbers(work), progressOf(exercises), hardestTasks(tasks), r.answers(tasks, true),
		r.comebacks(work), r.answers(tasks, false), r.votes()}
	if r.Names {
		all = append(all, students(work))
	}
	for _, s := range all {
		d.Parts = append(d.Parts, s.parts()...)
	}
	return d, nil
}

// numbers describes the class in numbers.
func (r *Report) numbers(work []studentWork) section {
	sum, active := Totals{}, 0
	for _, w := range work {
		oldCount := sum.triedCount
		for _, e := range w.grades {
			sum.Add(e)
		}
		if sum.triedCount > oldCount {
			active++
		}
	}
	s := newSection("The class in numbers", "", "what", "number")
	s.addRow("students", len(work))
	s.addRow("students at work", active)
	s.addRow("tasks done by all students", sum.Done)
	s.addRow("tasks skipped", sum.Skipped)
	s.addRow("wrong answers", sum.wrongAnswers)
	s.addRow("hints shown", sum.Hints)
	s.addRow("solutions shown before the task was done", sum.Solutions)
	s.addRow("requests for help", r.requests)
	if !r.firstTime.IsZero() {
		s.text = period(r.firstTime, r.lastTime)
	}
	return s
}

// progressOf describes how far the class got, and compares times with the plan.
func progressOf(exercises []exerciseWork) section {
	s := newSection("How far the class got, and time against plan",
		"Time is the median of the students who have finished, at the tasks that ask something. "+
			"The wider bar is the time planned for the whole exercise.",
		"exercise", "finished, of those who began", "time and plan")
	for _, e := range exercises {
		s.addRow(e.ID+" "+e.Title, shareBar(len(e.times), e.begunCount), timeBar(class.Median(e.times), e.Minutes))
	}
	return s
}

// hardestTasks lists the tasks where the largest shares of students were wrong at first.
func hardestTasks(all []taskWork) section {
	s := newSection("The hardest tasks", "Tasks that few students have tried are left out.",
		"task", "wrong at first", "wrong answers each", "hints each", "solutions", "median minutes")
	maxTried := 0
	for _, t := range all {
		maxTried = max(maxTried, t.triedCount)
	}
	all = slices.DeleteFunc(slices.Clone(all), func(t taskWork) bool {
		return t.mistakenCount == 0 || 5*t.triedCount < maxTried
	})
	slices.SortStableFunc(all, func(a, b taskWork) int {
		return cmp.Or(cmp.Compare(b.perStudent(b.mistakenCount), a.perStudent(a.mistakenCount)),
			cmp.Compare(b.perStudent(b.wrongAnswers), a.perStudent(a.wrongAnswers)))
	})
	for _, t := range all[:min(maxRows, len(all))] {
		s.addRow(t.title, shareBar(t.mistakenCount, t.triedCount), fmt.Sprintf("%.1f", t.perStudent(t.wrongAnswers)),
			fmt.Sprintf("%.1f", t.perStudent(t.Hints)), t.Solutions, formatMinutes(class.Median(t.times)))
	}
	return s
}

// answers lists the commonest wrong answers: either the recognised misconceptions or the others.
func (r *Report) answers(tasks []taskWork, recognised bool) section {
	s := newSection("Wrong answers that no rule recognised", "Answers with the same reading are one row.",
		"task", "students", "answers", "reading", "as typed")
	if recognised {
		s.title, s.columns[3] = "The commonest misconceptions", "misconception and advice"
		s.text = "Numbers differ from student to student. The advice is the one on the first answer."
	}
	type group struct {
		*class.AnswerGroup
		taskWork
	}
	var all []group
	for _, t := range tasks {
		for _, g := range r.board.Answers(t.TaskID) {
			if (g.Misconception != "") == recognised && g.Event.Kind != progress.PredictionMade {
				all = append(all, group{g, t})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b group) int { return cmp.Compare(len(b.Names), len(a.Names)) })
	for _, g := range all[:min(maxRows, len(all))] {
		what := shorten(g.Reading)
		if recognised {
			what = class.MistakeWords(g.Misconception) + ": " + r.Explain(*g.Event)
		} else if g.Unreadable {
			what = "unreadable"
		}
		s.addRow(g.title, shareBar(len(g.Names), g.triedCount), len(g.Texts), what, quoteFirst(g.Texts))
	}
	return s
}

// shorten returns the beginning of a text, with at most maxText characters.
func shorten(text string) string {
	if all := []rune(text); len(all) > maxText {
		return string(all[:maxText-1]) + "…"
	}
	return text
}

// quoteFirst returns the first maxExamples different answers in quotes.
func quoteFirst(all []string) string {
	var out []string
	for _, text := range all {
		text = "“" + shorten(text) + "”"
		if len(out) < maxExamples && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return strings.Join(out, " ")
}

// comeback is a misconception that occurs in one exercise and again in a later one.
type comeback struct{ misconception, from, to string }

// comebacks lists the misconceptions that come back in a later exercise.
func (r *Report) comebacks(work []studentWork) section {
	s := newSection("Misconceptions that come back", "Students with the same misconception again, "+
		"of those who had it in the first exercise and began the later one.",
		"misconception", "first in", "again in", "students")
	// Numbers of students with whom each comeback happened, and with whom it could have happened.
	actual, possible := map[comeback]int{}, map[comeback]int{}
	for _, w := range work {
		countComebacks(w.StudentWork, actual, possible)
	}
	all := slices.SortedFunc(maps.Keys(actual), func(a, b comeback) int {
		return cmp.Or(cmp.Compare(actual[b], actual[a]), cmp.Compare(possible[a], possible[b]),
			cmp.Compare(a.misconception, b.misconception), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	for _, c := range all {
		if wanted := r.Exercise == "" || r.Exercise == c.from || r.Exercise == c.to; wanted && len(s.rows) < maxRows {
			s.addRow(class.MistakeWords(c.misconception), c.from, c.to, shareBar(actual[c], possible[c]))
		}
	}
	return s
}

// countComebacks counts the misconceptions of a student that came back. For a misconception in one
// exercise, it increments possible for each later exercise that the student has begun, up to the
// first in which the misconception came back. For that exercise it also increments actual.
func countComebacks(w class.StudentWork, actual, possible map[comeback]int) {
	made := map[comeback]bool{} // misconceptions by exercise; the field "to" is empty
	for id, a := range w.Tasks {
		for _, answer := range a.Wrong {
			if answer.Misconception != "" {
				made[comeback{answer.Misconception, id.Exercise, ""}] = true
			}
		}
	}
	for c := range made {
		for _, to := range w.BegunExercises[slices.Index(w.BegunExercises, c.from)+1:] {
			back := comeback{c.misconception, c.from, to}
			possible[back]++
			if made[comeback{c.misconception, to, ""}] {
				actual[back]++
				break
			}
		}
	}
}

// votes lists the results of the votes, round by round.
func (r *Report) votes() section {
	s := newSection("Votes", "Every round whose result the class saw.", "question", "round", "option", "votes")
	for _, v := range r.Votes {
		for round, counts := range v.Counts {
			for i, n := range counts {
				s.addRow(v.Question, round+1, v.Options[i], shareBar(n, class.SumVotes(counts)))
			}
		}
	}
	return s
}

// students lists the students by name.
func students(work []studentWork) section {
	s := newSection("Students", "This list names students: keep it private.",
		"name", "tasks done", "wrong answers", "hints", "solutions", "last seen")
	for _, w := range work {
		sum, lastSeen := w.totals(), "never"
		if !w.LastSeen.IsZero() {
			lastSeen = w.LastSeen.Local().Format("2006-01-02 15:04")
		}
		s.addRow(w.Name, sum.Done, sum.wrongAnswers, sum.Hints, sum.Solutions, lastSeen)
	}
	return s
}
