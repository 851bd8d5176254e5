// Package ascii draws: values on a grid, contours, marks, curves, bars and
// heatmaps become cells, and cells become text for a terminal.
//
// A cell holds a rune and two inks. An [Ink] is a meaning (positive region,
// boundary, free support vector), never a colour; what a meaning looks like is
// a [Palette], which the caller brings. Five profiles are drawn, each on its
// own terms: true colour, 256 colours, 16 colours, monochrome UTF-8 and
// seven-bit ASCII.
//
// The package knows no colour, no terminal, no kernel and no classifier, and
// imports nothing outside the standard library. Every figure can also say
// itself in sentences, for those who cannot see the picture.
package ascii
