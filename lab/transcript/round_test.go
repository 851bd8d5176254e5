package transcript

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/exercises/catalogue"
	"kernellab/lab/progress"
	"kernellab/lab/study"
	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

// sevens returns a library with exercises 1.1, 2.1 and 2.2, whose text contains the seed and whose
// answers are 7. The summary of 2.2 marks it as not drawn from a seed.
func sevens() library {
	one := func(id string) exercises.Summary {
		return exercises.Summary{ID: id, Title: "Sevens", Tasks: []string{"one", "two"}, UsesSeed: id != "2.2"}
	}
	return library{
		units: []exercises.Unit{{ID: "1", Title: "One", Exercises: []exercises.Summary{one("1.1")}},
			{ID: "2", Title: "Two", Exercises: []exercises.Summary{one("2.1"), one("2.2")}}},
		tasks: func(_ string, seed uint64) (out []exercises.Task) {
			for _, name := range []string{"one", "two"} {
				info := addition()
				info.Name, info.Title, info.Reference = name, "Seven", exercises.Answers{name: "7"}
				info.Fields = []exercises.Field{{Name: name, Label: "n =", Judge: "number"}}
				info.Text = []exercises.Block{{Text: ascii.Plain(fmt.Sprintf("The seed is %d.", seed))}}
				out = append(out, &step{info: info})
			}
			return out
		},
	}
}

// aWeekLater returns a student who did 1.1 a week ago.
func aWeekLater(t *testing.T) *study.Student {
	t.Helper()
	now := noon()
	s, _, err := study.Open(sevens(), &progress.Memory{},
		study.Options{Now: func() time.Time { return now }, NewSeed: 41})
	check.OK(t, err)
	talkTo(t, s, Options{Start: "1.1"}, "7", "", "7", "", "quit")
	now = now.AddDate(0, 0, 7)
	return s
}

// inOrder fails unless the transcript contains all texts in this order.
func inOrder(t *testing.T, said string, texts ...string) {
	t.Helper()
	flat := strings.Join(strings.Fields(said), " ")
	for _, text := range texts {
		_, after, ok := strings.Cut(flat, text)
		check.Must(t, ok, "%q is not said, or too early:\n%s", text, said)
		flat = after
	}
}

func TestReviewInTheTranscript(t *testing.T) {
	said := talkTo(t, aWeekLater(t), Options{}, "review", "9", ":hint", ":new", "7", "", ":skip", "quit")
	inOrder(t, said, "Review: 2 due.", "Task 1 of 2, from 1.1, Sevens.", "Not right.", "It comes again tomorrow.",
		"Hint 1:", "already new",
		"Right.", "It comes again in", "An empty line brings the next task.", "Task 2 of 2", "1 of 3 exercises done.", "Review: 1 due.")
	check.That(t, !strings.Contains(said, "The seed is 41."), "the numbers are the old ones:\n%s", said)
}

func TestWarmUpInTheTranscript(t *testing.T) {
	said := talkTo(t, aWeekLater(t), Options{Start: "2.1"}, ":warm-up", "7", "", ":warm-up", "7", "quit")
	inOrder(t, said, "You can warm up with one task from 1.1, Sevens.", "Task 1 of 2", "Task 1 of 1, from 1.1",
		"Right.", "An empty line goes to the exercise.",
		"Back to exercise 2.1.", "Task 1 of 2", "There is no warm-up", "Right.")
	said = talkTo(t, aWeekLater(t), Options{Start: "2.1"}, "7", "", "7", "quit")
	inOrder(t, said, "You can warm up", "Right.", "Right.")
	check.That(t, strings.Count(said, "warm-up") == 1, "it is offered again:\n%s", said)
}

func TestTestOutInTheTranscript(t *testing.T) {
	s := aWeekLater(t)
	said := talkTo(t, s, Options{}, "test-out", "test-out 1", "test-out 2", ":hint", ":skip", "no7", "quit")
	inOrder(t, said, "a unit: 1, 2.", "Every exercise of unit 1 is done", "3 tasks, without hints", "Task 1 of 3",
		"has no hints", "can be skipped", "I cannot read this yet.")
	said = talkTo(t, s, Options{}, "test-out 2", "0", "", "quit")
	inOrder(t, said, "Not right.", "nothing is lost", "An empty line goes to the contents.",
		"1 of 3 exercises done.")
}

func TestTestOutPassedInTheTranscript(t *testing.T) {
	said := talkTo(t, aWeekLater(t), Options{}, "test-out 2", "7", "", "7", "", "7", "", "test-out 2", "quit")
	inOrder(t, said, "1 of 3 in a row.", "3 in a row: you know unit 2.", "3 of 3 exercises done.",
		"Every exercise of unit 2 is done or tested out.")
}

func TestTestOutWithoutDrawnTasksInTheTranscript(t *testing.T) {
	said := talkTo(t, aWeekLater(t), Options{Start: "2.2"}, ":restart", ":solution", "quit")
	check.That(t, !strings.Contains(said, "New numbers"), "an exercise that draws nothing got new numbers:\n%s", said)
	inOrder(t, said, "every task is open again", "puts it into the answers.")
}

// Every exercise of the real library can be done from start to end, and again resumed as done: every other
// one in 60 columns of seven bits, and with THOROUGH=1 each in both ways.
func TestWholeWorksheet(t *testing.T) {
	lib := lessons()
	for way := range 2 {
		if way > 0 && os.Getenv("THOROUGH") == "" {
			return
		}
		store := &progress.Memory{}
		s := student(t, lib, store)
		for _, u := range lib.Units() {
			for _, e := range u.Exercises {
				way++
				o := []Options{{Start: e.ID}, {Start: e.ID, Width: 60, Profile: ascii.SevenBit}}[way%2]
				var lines []string
				for _, info := range steps(t, lib, e.ID) {
					lines = append(lines, ":look", ":next 3", ":why", ":inspect 2", ":predict", ":by-hand", ":line",
						":back", ":watch n > 1", ":until", ":branches", ":record", ":hint", ":solution", ":fill")
					if info.OnlyPredictions {
						lines = append(lines, predictionLines(info)...)
					}
					lines = append(lines, "")
				}
				said := talkTo(t, s, o, append(lines, "", "", "quit")...)
				checkText(t, said, "", o)
				v, _ := s.View(e.ID)
				check.That(t, v.State >= study.Done, "%s is %s after all steps were answered:\n%s", e.ID, v.State.Words(), said)
			}
		}
		for _, u := range student(t, lib, store).Units() {
			check.That(t, u.Done == len(u.Exercises), "unit %s: %d of %d are done after reading the store again", u.ID,
				u.Done, len(u.Exercises))
		}
	}
}

// steps returns the tasks of an exercise, with the numbers of the seed that student uses.
func steps(t *testing.T, lib *catalogue.Catalogue, id string) []exercises.Info {
	t.Helper()
	e := must.Value(lib.Open(id, exercises.Options{Seed: 41}))
	var out []exercises.Info
	for _, s := range e.Tasks {
		out = append(out, s.Info())
	}
	return out
}

// predictionLines returns the lines that answer a prediction correctly: the letter of a choice for each
// field.
func predictionLines(i exercises.Info) []string {
	var out []string
	for _, f := range i.Fields {
		n := slices.IndexFunc(f.Choices, func(c exercises.Choice) bool { return c.Value == i.Reference[f.Name] })
		out = append(out, string(rune('a'+n)))
	}
	return out
}
