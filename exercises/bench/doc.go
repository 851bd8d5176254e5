// Package bench makes runs whose setting can be changed by controls: the data, the
// kernel and the parameters of the solver. A worksheet describes such a run as plain
// data.
//
// A [Bench] describes what is offered, and [Bench.Scene] makes the stage. The ranges of
// the sliders come from package anatomy, so a bench can name any solver in the table of
// that package.
//
// The package does not know worksheets or exercises. An exercise passes the sets that
// it has drawn by name.
package bench
