// Package lab is the Bubble Tea program: contents, exercise screen, player and
// overlays. It shows what exercises say and knows no mathematics: an exercise
// is a list of steps, a run is something with frames, a figure is something
// that can be drawn.
//
// One [Model] serves one student on one terminal. It holds no global state, so
// an SSH server can run as many as it likes in one process.
//
// The root routes. Size, background, push, pop and quit are its own; keys,
// mouse and paste go to the top screen alone; every other message carries the
// screen that asked for it and a generation, and is refused where either has
// moved on. Anything that computes runs in a command with a context.
//
// The screen of an exercise is made of parts, each with its own state: a sheet (the
// text and a form), a stage (figures in fixed places), a debugger (a run's player,
// the conditions watched, the panels of its inspector, and what stands in place of
// its frame: a what-if or a comparison) and a keyboard (which of them has it). What
// one needs of another is handed over as a value: a sight is what there is to see,
// a moment what a question is about. After every message each part is asked
// whether there is something that it wants to know, one question under way at a
// time.
//
// A review, a warm-up and a test-out are rounds: tasks from several exercises, each
// shown by the screen of an exercise that has this step alone. What comes in a round
// and what it leads to is package study's.
//
// Fields of a form stand below one another, or as cells of a table: arrows go from
// cell to cell, the mark is in the cell, and one line under the table is about the
// cell with the keyboard. A table in the text takes columns from the stage.
//
// The points of a run stand in a table under its picture, on a narrow screen on a
// pane of their own. What is selected of them is lit on every figure by its number,
// and in the formula by the ink of its letter.
//
// What keys do is a table of acts: their keys and words, why they do nothing now,
// and what they do. Footer, help and the README's table are made of it.
//
// Whatever the mouse does a key does, too. A click on words about a key is that key; a
// right click is a question about what is under it, which the screen on top answers.
// What can be clicked on a map that is zoomed is what is drawn.
//
// A button on the stage changes answers, fields among them. It is pressed by a click on
// it, by a key, or by a click on a figure that names it, at the place of that click.
//
// A window over a screen is a text that scrolls, or rows to choose from with or
// without a line to type into. Lists, questions, settings, conditions and the palette
// are windows of the second kind.
//
// After every message the root calls lay on the visible screens. It draws their layers
// over one another and keeps the frame until the next message. The layers also say what
// is under the mouse. Text and everything that takes keys comes from package ui. Figures
// are ours: the stage draws them on a grid of cells, keeps those that have not changed,
// and is one layer. What a cell of that layer means, such as a point of a map or a row
// of a table, the figure there computes from its position.
package lab
