// Package exercises defines the interface between exercises and the lab, the program that shows
// them. It consists of exercises and their tasks, the student's answers as text, scenes to draw,
// runs to step through, and reports on an answer. A task is one page of an exercise. A scene is what a task
// shows on the stage, the part of the screen with the pictures. A run is a recorded process,
// usually that of a solver, through which the student steps frame by frame.
//
// Data moves in one direction. A task has no state: it computes a scene and a report from the
// answers. The typed answers are the only state of an exercise, so an exercise can be saved,
// resumed and replayed.
//
// The package knows nothing of terminals or Bubble Tea, and contains no exercise. Each exercise has
// a worksheet, a Markdown file, in the folder of its unit, exercises/unit1 to unit9 and unitd. Some
// need Go code, which is in the same folder. Package worksheets/kit contains what a worksheet may
// refer to, and exercises/catalogue lists all exercises. Package exercises imports ascii, but no
// package of lab, where the screens are drawn.
//
// # How to add an exercise
//
// Write it into a file of its own in the folder of its unit, named by its number,
// such as unit7/7.7-watch-smo.md. The file begins with the heading of the exercise.
// In the example below, the lines before the heading describe the unit; for unit 7
// they are in unit7/unit7.md. Often a worksheet is all you need. The example passes
// the audit of all exercises (adding_test.go).
//
//	---
//	unit: "T"
//	title: Toys
//	intro: A unit to try things in.
//	---
//	# T.1 One number per point
//
//	```exercise
//	goal: Say where the dual weights of the perceptron begin and how they grow.
//	minutes: 3
//	```
//
//	```numbers
//	stream: 1
//	mistakes: {from: 2, to: 5}
//	after: mistakes + 1
//	```
//
//	## count: What α counts
//
//	Before this visit, a point was a mistake {{mistakes}} times. Now it is a mistake again.
//
//	```question
//	What is its α after this visit?
//	```
//
//	```fields
//	- {name: alpha, label: "α =", example: a number, width: 8, judge: {number: "{{after}}"}}
//	```
//
//	```hints
//	- What happens to α at a mistake?
//	- Each mistake adds 1.
//	- It was {{mistakes}} before.
//	```
//
//	```solution
//	{{mistakes}} + 1 = {{after}}.
//	```
//
//	```misconceptions
//	- id: stays
//	  example: "{{mistakes}}"
//	  say: That is α before the visit. In this visit the point is a mistake again.
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
// worksheets/FORMAT.md describes every block, judge and scene, and has examples of the judges and scenes. The command
// "kernellab check 7.7-watch-smo.md" reports errors with line and column.
//
// If a worksheet does not suffice, add Go code, in this order of preference:
//
//  1. Put a judge or a scene that other exercises can use into a file of its own in
//     worksheets/kit, as a function from its parameters to a worksheets.Judge or a
//     worksheets.SceneFunc. Then add a line to the table of judges or scenes, and a section
//     to FORMAT.md, which a test requires.
//  2. Put what only this exercise needs into a Go file next to it, with a line among the
//     lessons that the unit's function Unit returns. It can choose random numbers in ways
//     that the block "numbers" cannot, or give one task its own Check or Scene. The rest stays in the
//     worksheet. Code that two units need belongs in exercises/lesson.
//
// After that, the command "go test ./exercises/catalogue" checks, for many seeds, what is
// required of all exercises: the reference is accepted, an empty form is not, each
// misconception is recognised and has a message, no text reveals the answer, and every
// picture draws at every size. The command "kernellab check --exercise 7.7" does the same
// for 200 seeds. Add a test to the folder of the unit that recomputes the answers in
// another way. The command "go test ./lab -run Golden -update" writes the
// golden screens: look at every difference.
package exercises
