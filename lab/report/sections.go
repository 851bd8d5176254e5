package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"kernellab/lab/class"
)

// document is a report that is ready to be written in a format.
type document struct {
	title, text string
	sections    []section
}

// section is a part of a document: a sentence, a picture and a table. Each of them may be missing.
type section struct {
	title, text string
	bars        []bar
	columns     []column
	rows        [][]cell
}

// bar is a bar of a picture. Behind its length is a wider bar that shows the whole, or the
// plan.
type bar struct {
	label         string
	length, whole float64
	value         string // the numbers in words
}

// column is a column of a table.
type column struct {
	title   string
	numeric bool
}

// cell is a cell of a table: a text, and after it answers as typed.
type cell struct {
	text  string
	typed []string
}

// The limits on a table: its rows, the answers in a cell, and the characters of an answer.
const maxRows, maxExamples, maxText = 15, 3, 120

// minutesOf returns a time in minutes, and in words.
func minutesOf(d time.Duration) (float64, string) {
	return d.Minutes(), fmt.Sprintf("%.1f min", d.Minutes())
}

// cells returns a row of texts and numbers.
func cells(values ...any) (row []cell) {
	for _, v := range values {
		row = append(row, cell{text: fmt.Sprint(v)})
	}
	return row
}

// columns returns a column of text, and then columns of numbers.
func columns(text string, numbers ...string) []column {
	all := []column{{title: text}}
	for _, n := range numbers {
		all = append(all, column{n, true})
	}
	return all
}

// document returns the whole report.
func (r *Report) document() (document, error) {
	work := r.board.Work()
	lessons, err := r.lessons(work)
	if err != nil {
		return document{}, err
	}
	d := document{title: "Report on a class", text: "No names of students are in this report."}
	if r.Exercise != "" {
		d.title += ", exercise " + r.Exercise
	}
	if r.Names {
		d.text = "This report names students: keep it private."
	}
	var tasks []task
	for _, l := range lessons {
		tasks = append(tasks, l.tasks...)
	}
	d.sections = []section{r.numbers(work, lessons), progressOf(lessons), timesOf(lessons), hardest(tasks),
		r.misconceptions(tasks), r.returning(work), r.unrecognised(tasks)}
	if r.Names {
		d.sections = append(d.sections, students(work, tasks))
	}
	return d, nil
}

// numbers describes the class in numbers.
func (r *Report) numbers(work []class.Work, lessons []lesson) section {
	answered, wrong, hints, solutions, done := 0, 0, 0, 0, 0
	for _, w := range work {
		if slices.ContainsFunc(slices.Collect(maps.Values(w.Tasks)), func(a class.Attempts) bool {
			return a.Done || len(a.Wrong) > 0
		}) {
			answered++
		}
	}
	for _, l := range lessons {
		for _, t := range l.tasks {
			done += t.done
			wrong += t.wrong
			hints += t.hints
			solutions += t.solutions
		}
	}
	period := "nothing yet"
	if !r.from.IsZero() {
		period = r.from.Local().Format("2 January 2006 15:04") + " to " + r.to.Local().Format("2 January 2006 15:04")
	}
	return section{title: "The class in numbers", columns: columns("what", "number"), rows: [][]cell{
		cells("period", period), cells("students", len(work)), cells("students with an answer", answered),
		cells("exercises begun", len(lessons)), cells("tasks done, of all students", done),
		cells("wrong answers", wrong),
		cells("hints shown", hints), cells("solutions shown before the task was done", solutions),
		cells("requests for help", r.requests)}}
}

// progressOf describes how far the class got.
func progressOf(lessons []lesson) section {
	s := section{title: "How far the class got",
		text:    "Students who have finished an exercise, of those with the exercise begun.",
		columns: columns("exercise", "begun", "finished")}
	for _, l := range lessons {
		s.bars = append(s.bars, bar{l.ID + " " + l.Title, float64(l.finished), float64(l.begun),
			fmt.Sprintf("%d of %d", l.finished, l.begun)})
		s.rows = append(s.rows, cells(l.ID+" "+l.Title, l.begun, l.finished))
	}
	return s
}

// timesOf compares times with the plan.
func timesOf(lessons []lesson) section {
	s := section{title: "Time against plan",
		text: "The median time of students who have finished, at the tasks that ask something, " +
			"and behind it the time planned for the whole exercise.",
		columns: columns("exercise", "median", "planned", "students")}
	for _, l := range lessons {
		if l.finished == 0 {
			continue
		}
		took, words := minutesOf(class.Median(l.times))
		s.bars = append(s.bars, bar{l.ID + " " + l.Title, took, float64(l.Minutes),
			fmt.Sprintf("%s, planned %d", words, l.Minutes)})
		s.rows = append(s.rows, cells(l.ID+" "+l.Title, words, fmt.Sprint(l.Minutes, " min"), l.finished))
	}
	return s
}

// hardest lists the tasks where the largest shares of students were wrong at first.
func hardest(all []task) section {
	s := section{title: "The hardest tasks",
		text: "The share of students who were wrong at first. Tasks that few students have tried are left out.",
		columns: columns("task", "students", "wrong at first", "wrong answers each", "hints each", "solutions",
			"median time")}
	most := 0
	for _, t := range all {
		most = max(most, t.students)
	}
	all = slices.DeleteFunc(slices.Clone(all), func(t task) bool { return t.slips == 0 || 5*t.students < most })
	each := func(n int, t task) float64 { return float64(n) / float64(t.students) }
	slices.SortStableFunc(all, func(a, b task) int {
		return cmp.Or(cmp.Compare(each(b.slips, b), each(a.slips, a)), cmp.Compare(each(b.wrong, b), each(a.wrong, a)))
	})
	for _, t := range all[:min(maxRows, len(all))] {
		share := fmt.Sprintf("%.0f %%", 100*each(t.slips, t))
		took := "–"
		if t.done > 0 {
			_, took = minutesOf(class.Median(t.times))
		}
		s.bars = append(s.bars, bar{t.title, each(t.slips, t), 1, share})
		s.rows = append(s.rows, cells(t.title, t.students, share, fmt.Sprintf("%.1f", each(t.wrong, t)),
			fmt.Sprintf("%.1f", each(t.hints, t)), t.solutions, took))
	}
	return s
}

// group is a group of wrong answers to a task.
type group struct {
	class.Group
	task
}

// groups returns the groups of wrong answers to some tasks, the commonest first.
func (r *Report) groups(tasks []task, recognised bool) (all []group) {
	for _, t := range tasks {
		for _, g := range r.board.WrongAnswers(t.TaskID) {
			if (g.Misconception != "") == recognised {
				all = append(all, group{g, t})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b group) int {
		return cmp.Or(cmp.Compare(b.Students, a.Students), cmp.Compare(len(b.Typed), len(a.Typed)))
	})
	return all[:min(maxRows, len(all))]
}

// misconceptions lists the commonest misconceptions.
func (r *Report) misconceptions(tasks []task) section {
	s := section{title: "The commonest misconceptions",
		text: "Numbers differ from student to student, so the advice is the one after the first answer listed.",
		columns: append(columns("task", "students", "answers"), column{title: "misconception and advice"},
			column{title: "as typed"})}
	for _, g := range r.groups(tasks, true) {
		s.bars = append(s.bars, bar{g.Exercise + " " + g.Misconception, float64(g.Students), float64(g.students),
			fmt.Sprintf("%d of %d", g.Students, g.students)})
		e := r.first[mistake{g.TaskID, g.Misconception}]
		what := g.Misconception
		if advice := r.Explain(e); advice != "" {
			what += ": " + advice
		}
		s.rows = append(s.rows, append(cells(g.title, g.Students, len(g.Typed), what),
			cell{typed: examples(r.Typed(e), g.Typed)}))
	}
	return s
}

// short returns the beginning of a text, with at most n characters.
func short(text string, n int) string {
	if all := []rune(text); len(all) > n {
		return string(all[:n-1]) + "…"
	}
	return text
}

// examples returns a few different answers, and first the given one.
func examples(first string, all []string) []string {
	var out []string
	for _, text := range append([]string{first}, all...) {
		text = short(text, maxText)
		if len(out) < maxExamples && text != "" && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// unrecognised lists the commonest wrong answers that no rule recognised.
func (r *Report) unrecognised(tasks []task) section {
	s := section{title: "Wrong answers that no rule recognised",
		text:    "Answers with the same reading are one row. What the lab could not read is marked.",
		columns: append(columns("task", "students", "answers"), column{title: "reading"}, column{title: "as typed"})}
	for _, g := range r.groups(tasks, false) {
		reading := short(g.Reading, maxText)
		if g.Unreadable {
			reading = "unreadable"
		}
		s.rows = append(s.rows, append(cells(g.title, g.Students, len(g.Typed), reading),
			cell{typed: examples(g.Typed[0], g.Typed)}))
	}
	return s
}

// comeback is a misconception in one exercise and again in a later one.
type comeback struct{ misconception, from, to string }

// returning lists the misconceptions that come back in a later exercise.
func (r *Report) returning(work []class.Work) section {
	s := section{title: "Misconceptions that come back",
		text: "Students with the same misconception in a later exercise, " +
			"of those who had it in the first one and began the later one.",
		columns: []column{{title: "misconception"}, {title: "first in"}, {title: "again in"}, {"students", true},
			{"of", true}}}
	again, had := map[comeback]int{}, map[comeback]int{}
	for _, w := range work {
		countReturns(w, again, had)
	}
	var all []comeback
	for c := range again {
		if r.Exercise == "" || r.Exercise == c.from || r.Exercise == c.to {
			all = append(all, c)
		}
	}
	slices.SortFunc(all, func(a, b comeback) int {
		return cmp.Or(cmp.Compare(again[b], again[a]), cmp.Compare(had[a], had[b]),
			cmp.Compare(a.misconception, b.misconception), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	for _, c := range all[:min(maxRows, len(all))] {
		s.bars = append(s.bars, bar{fmt.Sprintf("%s, %s → %s", c.misconception, c.from, c.to), float64(again[c]),
			float64(had[c]), fmt.Sprintf("%d of %d", again[c], had[c])})
		s.rows = append(s.rows, cells(c.misconception, c.from, c.to, again[c], had[c]))
	}
	return s
}

// countReturns counts the misconceptions of a student that come back. had counts those that
// could have.
func countReturns(w class.Work, again, had map[comeback]int) {
	begun, made := map[string]time.Time{}, map[string]map[string]bool{} // by exercise
	for id, a := range w.Tasks {
		if at, known := begun[id.Exercise]; !known || a.Begun.Before(at) {
			begun[id.Exercise] = a.Begun
		}
		for _, answer := range a.Wrong {
			if made[id.Exercise] == nil {
				made[id.Exercise] = map[string]bool{}
			}
			made[id.Exercise][answer.Misconception] = true
		}
	}
	order := slices.SortedFunc(maps.Keys(begun), func(a, b string) int { return begun[a].Compare(begun[b]) })
	for i, from := range order {
		for misconception := range made[from] {
			if misconception == "" {
				continue
			}
			for _, to := range order[i+1:] {
				c := comeback{misconception, from, to}
				had[c]++
				if made[to][misconception] {
					again[c]++
					break
				}
			}
		}
	}
}

// students lists the students by name.
func students(work []class.Work, tasks []task) section {
	s := section{title: "Students",
		columns: append(columns("name", "tasks done", "wrong answers", "hints", "solutions"),
			column{title: "last seen"})}
	for _, w := range work {
		own := task{}
		for _, t := range tasks {
			own.add(w.Tasks[t.TaskID])
		}
		seen := "never"
		if !w.Seen.IsZero() {
			seen = w.Seen.Local().Format(time.DateTime)
		}
		s.rows = append(s.rows, cells(w.Name, own.done, own.wrong, own.hints, own.solutions, seen))
	}
	return s
}
