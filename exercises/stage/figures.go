package stage

import (
	"kernellab/ascii"
	"kernellab/exercises"
)

// Main returns a figure for the large place on the stage.
func Main(title string, plot ascii.Figure) exercises.Figure {
	return exercises.Figure{Title: title, Role: exercises.Main, Plot: plot}
}

// Chart returns a figure for the place beside the main one.
func Chart(title string, plot ascii.Figure) exercises.Figure {
	return exercises.Figure{Title: title, Role: exercises.Chart, Plot: plot}
}

// Table returns a figure for the place of tables.
func Table(title string, plot ascii.Figure) exercises.Figure {
	return exercises.Figure{Title: title, Role: exercises.Table, Plot: plot}
}

// Strip returns a figure of few rows, for the place below the others.
func Strip(title string, plot ascii.Figure) exercises.Figure {
	return exercises.Figure{Title: title, Role: exercises.Strip, Plot: plot}
}
