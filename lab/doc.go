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
// The whole screen is one grid of cells, composed from the top screen and its
// overlays and encoded once. The encoded string is kept until something
// changes.
package lab
