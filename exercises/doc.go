// Package exercises is what exercises and the lab say to each other: exercises
// and their steps, the student's answers as text, scenes to draw, runs to step
// through, and reports on an answer.
//
// Data flow one way. A step is stateless: it maps answers to a scene, and
// answers to a report. The answers, text as typed, are the only state of an
// exercise, so an exercise can be saved, resumed and replayed.
//
// The package knows no terminal and no Bubble Tea, and holds no exercise itself.
// Each is a worksheet in the folder of its unit, exercises/unit1 to unit9 and unitd,
// beside the Go that some need. What a worksheet may name is in worksheets/kit, and
// exercises/catalogue is the shelf. It imports ascii alone.
//
// # How to add an exercise
//
// Write it into a file of its own in the folder of its unit, named by its number as
// unit7/7.7-watch-smo.md is. It begins with the heading of the exercise; the lines
// before it here, which begin a unit, are in unit7/unit7.md. Often that is all. The
// test of this package, adding_test.go, takes the one below from this page and plays
// it: it is judged as it should be, a student does it in the lab and in the
// transcript, and the debugger walks its run.
//
//	---
//	unit: "T"
//	title: Toys
//	intro: A unit to try things in.
//	---
//	# T.1 One number a point
//
//	```exercise
//	goal: Say where the dual weights of the perceptron begin and how they grow.
//	minutes: 3
//	```
//
//	```numbers
//	stream: 1
//	mistakes: {from: 2, to: 5}
//	once: mistakes + 1
//	```
//
//	## count: What α counts
//
//	A point was a mistake {{mistakes}} times, and is one now.
//
//	```question
//	What is its α after this visit?
//	```
//
//	```fields
//	- {name: alpha, label: "α =", example: a number, width: 8, judge: {number: "{{once}}"}}
//	```
//
//	```hints
//	- What happens to α at a mistake?
//	- Each mistake adds 1.
//	- It was {{mistakes}} before.
//	```
//
//	```solution
//	{{mistakes}} + 1 = {{once}}.
//	```
//
//	```misconceptions
//	- id: stays
//	  example: "{{mistakes}}"
//	  say: That is α before the visit. This one is a mistake too.
//	```
//
//	```insight
//	α counts mistakes.
//	```
//
//	## watch: See it count
//
//	Step with `→` and watch α.
//
//	```scene
//	run: perceptron
//	data: [xor4, circles]
//	kernel: poly
//	sliders: [passes]
//	```
//
// worksheets/FORMAT.md has every block, judge and scene, each with an example;
// kernellab check 7.7-watch-smo.md tells line and column of what it does not understand.
//
// Where that does not suffice, in this order:
//
//  1. A judge or a scene that other exercises will want too is a file in
//     worksheets/kit: a function from its parameters to a worksheets.Judge or a
//     worksheets.SceneFunc, a line in the table of judges or scenes, and its
//     section in FORMAT.md, which a test asks for.
//  2. What only this exercise needs is a Go file beside it, and a line in the
//     lessons of unit.go: it draws numbers that the block numbers cannot, or gives
//     one step its own Check or Scene. The rest stays in the worksheet. What two
//     units need is in exercises/lesson.
//
// Then go test ./exercises/catalogue holds the exercise, for many seeds, to what
// holds for all: its reference is accepted, an empty form is not, each
// misconception is recognised and has words, nothing tells the answer, every
// picture draws at every size. kernellab check --exercise T.1 does the same for
// 200 seeds. What it asks is recomputed on another way in a test in
// its folder, and go test ./lab -run Golden -update writes its screens:
// read them.
package exercises
