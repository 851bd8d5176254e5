package lab

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/catalogue"
	"kernellab/exercises/worksheets"
	"kernellab/lab/contents"
	"kernellab/lab/exercise"
	"kernellab/lab/progress"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/testdata/support/check"
)

func contentsOf(t *testing.T, b *bench) *contents.Screen {
	t.Helper()
	c, ok := b.m.top().(*contents.Screen)
	check.Must(t, ok, "top screen = %T, want the contents", b.m.top())
	return c
}

// A click on a unit's line folds it. A click on an exercise selects it, and a second
// one opens it.
func TestContents_clicks(t *testing.T) {
	b := newBench(t, 120, 36, session.Config{})
	click := func(y int) { b.send(tea.MouseClickMsg{X: 10, Y: y, Button: tea.MouseLeft}) }
	click(2)
	b.lacks("A line up there")
	click(2)
	b.sees("A line up there")
	click(4)
	c := contentsOf(t, b)
	check.Must(t, c.Exercises[c.Selected].ID == "1.3", "selected = %s, want 1.3", c.Exercises[c.Selected].ID)
	click(4)
	_, ok := b.m.top().(*exercise.Screen)
	check.Must(t, ok, "top screen = %T, want an exercise", b.m.top())
}

// The clicked row stays under the mouse, and the list scrolls only as far as the
// selection needs.
func TestContents_foldingKeepsTheRowAtTheMouse(t *testing.T) {
	b := newBench(t, 80, 24, session.Config{Student: newStudent(t, longLibrary{})})
	row := func(text string) int {
		t.Helper()
		y := slices.IndexFunc(strings.Split(b.screen(), "\n"), func(l string) bool { return strings.Contains(l, text) })
		check.Must(t, y >= 0, "got this screen, want %s on it:\n%s", text, b.screen())
		return y
	}
	last := func() (id string, y int) {
		l, c := contents.LayoutContents(80, 24), contentsOf(t, b)
		b.m.View()
		for y = l.List.Y + l.List.H - 1; ; y-- {
			if r, ok := c.RowAt(10, y); ok && r.Exercise >= 0 {
				return c.Exercises[r.Exercise].ID, y
			}
		}
	}
	for range 3 {
		id, y := last()
		b.send(tea.MouseClickMsg{X: 10, Y: y, Button: tea.MouseLeft})
		now := row(id + " ")
		check.Must(t, now == y, "%s was in row %d and is in %d, want no change", id, y, now)
		b.keys("down", "down")
		c := contentsOf(t, b)
		row(c.Exercises[c.Selected].ID + " ")
	}
	unit := row("Unit 2")
	b.send(tea.MouseClickMsg{X: 10, Y: unit, Button: tea.MouseLeft})
	check.Equal(t, row("Unit 2"), unit, "the row of a unit that folds")
	b.keys("home")
	row("1.0 ")
	b.send(tea.MouseWheelMsg{X: 10, Y: 10, Button: tea.MouseWheelDown})
	b.send(tea.WindowSizeMsg{Width: 80, Height: 20})
	row("1.1 ")
}

// longLibrary has more exercises than fit on a screen.
type longLibrary struct{ fakeLibrary }

func (longLibrary) Units() (out []exercises.Unit) {
	for _, u := range []string{"1", "2", "3"} {
		unit := exercises.Unit{ID: u, Title: "Unit " + u}
		for i := range 12 {
			unit.Exercises = append(unit.Exercises, exercises.Summary{ID: u + "." + strconv.Itoa(i), Title: "T",
				Tasks: []string{"a"}})
		}
		out = append(out, unit)
	}
	return out
}

// twoUnits has two units. Each has an exercise with random numbers. The second unit also has
// an exercise without them.
type twoUnits struct{}

func (twoUnits) Units() []exercises.Unit {
	sum := func(id string, drawn bool) exercises.Summary {
		return exercises.Summary{ID: id, Title: "Sums " + id, Minutes: 2, Tasks: []string{"twice", "plus"},
			UsesSeed: drawn}
	}
	return []exercises.Unit{
		{ID: "1", Title: "One", Exercises: []exercises.Summary{sum("1.1", true)}},
		{ID: "2", Title: "Two", Exercises: []exercises.Summary{sum("2.1", true), sum("2.2", false)}},
	}
}

func (l twoUnits) Open(id string, o exercises.Options) (*exercises.Exercise, error) {
	n := o.Seed
	if id == "2.2" {
		n = 5
	}
	sum := func(name string, of uint64) exercises.Task {
		text := strconv.FormatUint(of, 10)
		return asked{Name: name, Title: "The sum", Question: ascii.Plain("What is " + name + "? It is " + text + "."),
			Fields:   []exercises.Field{{Name: name, Label: "n =", Judge: "number"}},
			Hints:    [][]exercises.Block{{para("Look.")}, {para("Look there.")}, {para("It is said.")}},
			Solution: []exercises.Block{para("As said.")}, Reference: exercises.Answers{name: text}}
	}
	return &exercises.Exercise{
		Summary: exercises.Summary{ID: id, Title: "Sums " + id, Tasks: []string{"twice", "plus"}, UsesSeed: id != "2.2"},
		Unit:    "Unit", Seed: o.Seed, Tasks: []exercises.Task{sum("twice", 2*n), sum("plus", n+1)},
	}, nil
}

// benchDaysLater returns a bench whose student did 1.1 some days ago.
func benchDaysLater(t *testing.T, w, h int) *bench {
	t.Helper()
	now := time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
	s := studentOf(t, twoUnits{}, &progress.Memory{}, study.Options{Now: func() time.Time { return now }, NewSeed: 41})
	b := newBench(t, w, h, session.Config{Student: s, Profile: ascii.TrueColor, Start: "1.1"})
	b.plays(act{"", "", "warm-up"}, act{"reply enter reply alt+q", "", "review:"}, act{"r", "nothing is due", ""})
	now = now.AddDate(0, 0, 6)
	b.keys("home")
	return b
}

// reply types the right answer of the current task and submits it.
func (b *bench) reply() {
	b.t.Helper()
	for _, text := range b.exercise().Task.Info().Reference {
		b.typed(text)
	}
	b.play(act{"enter", "Right.", ""})
}

// Another seed opens another attempt, and a notice says so. The earlier attempt can be
// resumed in the contents and from the palette.
func TestAttempts_canBeResumed(t *testing.T) {
	store := &progress.Memory{}
	with := func(seed uint64, w, h int, start string) *bench {
		t.Helper()
		s := studentOf(t, twoUnits{}, store, study.Options{Seed: &seed})
		return newBench(t, w, h, session.Config{Student: s, Start: start})
	}
	with(7, 120, 36, "2.1").plays(act{"", "", "Also begun"}, act{"'41' ctrl+c", "", ""})
	with(4, 120, 36, "2.1").plays(
		act{"", "This is seed 4. Also begun: seed 7, 0 of ", ""},
		act{"'42' alt+q", "Also begun: seed 7 | o back to another attempt", ""},
		act{"o", "Other attempts at 2.1 | go back to seed 7", ""},
		act{"enter", "41 | This is seed 7. Also begun: seed 4", "42"},
		act{"ctrl+p 'seed 4' enter", "42 | This is seed 4", ""},
		act{"ctrl+c", "", ""})
	with(7, 80, 24, "").plays(act{"", "o other attempt | t test out", ""}, act{"enter", "41", ""})
}

// waitingLibrary has an exercise that should wait until a day after another one.
type waitingLibrary struct{ fakeLibrary }

func (l waitingLibrary) Units() []exercises.Unit {
	units := l.fakeLibrary.Units()
	units[0].Exercises[1].Predecessor = exercises.Predecessor{Exercise: "1.2", Hours: 24}
	return units
}

// An exercise that should wait shows a notice when it is opened, and opens at the
// second enter.
func TestContents_exerciseThatShouldWait(t *testing.T) {
	b := newBench(t, 120, 36, session.Config{Student: newStudent(t, waitingLibrary{fakeLibrary{}})})
	b.plays(act{"down", "a day after 1.2", ""}, act{"enter", "Press enter again to begin it now", ""},
		act{"up down enter", "Press enter again to begin it now", ""},
		act{"enter", "Lifting › 1.3", "kernel methods, step by step"})
}

// A course lists its exercises with their dates. Homework keeps its solution back, and when the
// attempts are used up, enter goes on.
func TestCourse_onTheScreen(t *testing.T) {
	lib, err := catalogue.NewWithFiles(worksheets.File{Name: "my.md", Text: []byte(worksheets.Starter)},
		worksheets.File{Name: "course.md", Text: []byte("---\ntitle: My course\nzone: UTC\n---\n# Week 1\n```exercises\n" +
			"- {exercise: T.1, due: 2199-03-01, attempts: 1, solution: 2199-04-01}\n" +
			"- {exercise: 7.7, opens: 2199-01-01 08:00}\n```\n")})
	check.OK(t, err)
	b := newPatientBench(t, 80, 24, session.Config{Student: newStudent(t, lib)})
	b.sees("My course", "1  Week 1", "5 min, due 1 Mar", "opens 1 Jan 08:00", "0 of 2", "At most 1 attempt at each task.")
	b.lacks("test out", "Lift the line")
	b.play(act{"down enter enter", "7.7 opens Tue 1 Jan 2199, 08:00 UTC", ""})
	b.play(act{"up enter ctrl+t ctrl+t ctrl+t ctrl+t", "Hint 3 | homework: solution opens 1 Apr 00:00", ""})
	b.play(act{"'77' enter",
		"You have used your 1 attempt at this task. | The solution opens Mon 1 Apr | next task", ""})
	b.play(act{"ctrl+r", "homework cannot be started over", ""})
	b.play(act{"'5' enter", "Watch a perceptron", ""})
	b.play(act{"ctrl+b", "", "Right."})
	b.sees("You have used your 1 attempt")
}
