// Package exercise is the screen on which a student works. Its components own their
// state: the task view with the text and the form, the stage view with a scene or a run
// and its debugger, and the keyboard, which records which of them has the focus. They
// pass each other values: a view is everything on the stage, a moment is what a
// question is about. The package knows no algorithm and no other exercise. After every
// message the screen collects the requests of each component, of which one is open at a
// time.
//
// A review, a warm-up and a test-out are rounds: tasks from several exercises, each
// shown as an exercise with this task alone. Package study decides which tasks a round
// has and what it leads to.
//
// The fields of a form are below one another, or cells of a table: arrows move from
// cell to cell, the mark is in the cell, and one line under the table is about the
// focused cell. A table in the text takes columns from the stage.
//
// There is a key for everything that the mouse does. A click on the words about a key
// presses that key. On a zoomed map only the visible part can be clicked. A button on
// the stage changes answers, including fields. It is pressed by a click on it, by a key,
// or by a click on a figure that names it, at the place of that click.
package exercise
