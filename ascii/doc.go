// Package ascii draws figures: it turns values on a grid, contours, marks,
// curves, bars and heatmaps into cells, and cells into text for a terminal.
// Start with [Figure], [Grid] and [Map].
//
// A cell holds a rune and two inks. An [Ink] is a meaning (positive region,
// boundary, free support vector) and never a colour. A [Palette] from the
// caller maps meanings to styles. Each of the five profiles has its own way of
// drawing: true colour, 256 colours, 16 colours, monochrome UTF-8 and seven-bit
// ASCII.
//
// The package knows no colour, no terminal, no kernel and no classifier, and
// imports only the standard library. Every figure can also describe itself in
// sentences, for people who cannot see the picture.
package ascii
