// Package pictures places the figures of a scene or of a frame on the stage and draws
// them. It records which point is inspected, which figure is enlarged and which part of
// a map is shown. It does not know any keys: it reports what is under the mouse as a
// point, a value or a figure.
//
// The points of a run are listed in a table below its picture, or on a pane of their
// own if the screen is narrow. The selected point is highlighted on every figure by its
// number, and in the formula by the ink of its letter.
package pictures
