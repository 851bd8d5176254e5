// Package pictures puts the figures of a scene or of a frame in their places on the
// stage, and draws them. It knows which point is inspected, which figure is enlarged and
// which part of a map is shown. It knows no keys: what is under the mouse it says as a
// point, a value or a figure.
//
// The points of a run stand in a table under its picture, on a narrow screen on a
// pane of their own. What is selected of them is lit on every figure by its number,
// and in the formula by the ink of its letter.
package pictures
