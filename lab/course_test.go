package lab

import (
	"testing"

	"kernellab/exercises/catalogue"
	"kernellab/exercises/worksheets"
	"kernellab/lab/session"
)

// A course lists its exercises with their dates. Homework keeps its solution back, and when the
// attempts are used up, enter goes on.
func TestCourse_onTheScreen(t *testing.T) {
	lib, err := catalogue.With(worksheets.File{Name: "my.md", Text: []byte(worksheets.Starter)},
		worksheets.File{Name: "course.md", Text: []byte("---\ntitle: My course\nzone: UTC\n---\n# Week 1\n```exercises\n" +
			"- {exercise: T.1, due: 2199-03-01, attempts: 1, solution: 2199-04-01}\n" +
			"- {exercise: 7.7, opens: 2199-01-01 08:00}\n```\n")})
	check(t, err)
	b := newPatientBench(t, 80, 24, session.Config{Student: newStudent(t, lib)})
	b.sees("My course", "1  Week 1", "5 min, due 1 Mar", "opens 1 Jan 08:00", "0 of 2", "At most 1 attempt at each task.")
	b.lacks("test out", "Lift the line")
	b.keys("down", "enter", "enter")
	b.sees("7.7 opens Tue 1 Jan 2199, 08:00 UTC")
	b.keys("up", "enter", "ctrl+t", "ctrl+t", "ctrl+t", "ctrl+t")
	b.sees("Hint 3", "homework: solution opens 1 Apr 00:00")
	b.typed("77")
	b.keys("enter")
	b.sees("You have used your 1 attempt at this task.", "The solution opens Mon 1 Apr", "next task")
	b.keys("ctrl+r")
	b.sees("homework cannot be started over")
	b.typed("5")
	b.keys("enter")
	b.sees("Watch a perceptron")
	b.keys("ctrl+b")
	b.lacks("Right.")
	b.sees("You have used your 1 attempt")
}
