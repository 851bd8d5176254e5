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
// The step debugger is in the files debug_*.go. It asks a run for what it may
// offer beyond its frames, by type assertions on the interfaces of
// exercises/debugger.go, and knows of an algorithm only what it is told. What
// stands open (the ledger, the watched conditions, a comparison) is asked for
// again after every message that moved the run, one question under way at a
// time; a preview or a fork never touches the run on the stage.
//
// The whole screen is one grid of cells, composed from the top screen and its
// overlays and encoded once. The encoded string is kept until something
// changes.
package lab
