// Package lab is the Bubble Tea program that a student sees: contents, exercise
// screen and the windows laid over them. It shows what exercises say and knows no
// mathematics: an exercise is a list of steps, a run is something with frames, a
// figure is something that can be drawn.
//
// One [Model] serves one student on one terminal. It holds no global state, so
// an SSH server can run as many as it likes in one process.
//
// The model keeps a stack of screens and routes. Size, background, push, pop and quit
// are its own; keys, mouse and paste go to the top screen alone; every other message
// carries the screen that asked for it and a generation, and is refused where either
// has moved on. Anything that computes runs in a command with a context.
//
//   - package session: what the screens of one student share, the interface of a
//     screen, the table of actions, and windows
//   - package contents: the list of exercises
//   - package exercise: the text and the answer on the left, the stage on the right
//   - package pictures: the figures on the stage
//   - package debug: the run on the stage and everything that is asked of it
//   - package ui: components that know nothing of exercises
//
// After every message the model calls Lay on the visible screens. It draws their layers
// over one another and keeps the frame until the next message. The layers also say what
// is under the mouse. Text and everything that takes keys comes from package ui. Figures
// are ours: the stage draws them on a grid of cells, keeps those that have not changed,
// and is one layer. What a cell of that layer means, such as a point of a map or a row
// of a table, the figure there computes from its position.
package lab
