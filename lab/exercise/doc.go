// Package exercise is the screen on which a student works. It is made of parts, each
// with its own state: on the left the text with the form, on the right the stage with
// a scene or a run and its debugger, and the focus (which of them has the keyboard).
// What one needs of another is handed over as a value: a view is what there is to see,
// a moment what a question is about. It knows no algorithm and no other exercise. After every message each part is asked whether
// there is something that it wants to know, one question under way at a time.
//
// A review, a warm-up and a test-out are rounds: tasks from several exercises, each
// shown by the screen of an exercise that has this step alone. What comes in a round
// and what it leads to is package study's.
//
// Fields of a form stand below one another, or as cells of a table: arrows go from
// cell to cell, the mark is in the cell, and one line under the table is about the
// cell with the keyboard. A table in the text takes columns from the stage.
//
// Whatever the mouse does a key does, too. A click on words about a key is that key; a
// right click is a question about what is under it. What can be clicked on a map that
// is zoomed is what is drawn. A button on the stage changes answers, fields among them.
// It is pressed by a click on it, by a key, or by a click on a figure that names it, at
// the place of that click.
package exercise
