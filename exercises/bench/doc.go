// Package bench is a run with its setting on controls: which data, which kernel
// and which parameters of the solver, as plain data that a worksheet can hold.
//
// A [Bench] says what is offered; [Bench.Scene] makes the stage of it. The
// ranges of the sliders are those of package anatomy, so a solver that stands
// in its table can be put on a bench by its name.
//
// The package knows no worksheet and no exercise: what an exercise has drawn
// from its seed comes in as sets by name.
package bench
