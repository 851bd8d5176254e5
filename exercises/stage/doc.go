// Package stage turns solver traces into what a lesson shows: runs to step
// through, frames with pictures, formula lines, the reason for each step, and
// the inspector of a point.
//
// A [Model] is the points and the kernel; NewSMO, NewPerceptron, NewLogistic,
// NewLeastSquares and NewRidge each make an exercises.Run of it. [TraceRun] is
// the generic part: any [Painter] can show any solver. The pieces of the
// frames (decision maps, charts, formula lines, tables) are exported too, for
// lessons that compose their own scenes.
//
// Conventions of the texts: points are counted from 1; α, a and w carry the
// same ink wherever they occur; k is Symbol1, ℓ Symbol2, κ Symbol3 and the
// bounds Symbol4. Everything here is immutable and safe for concurrent use.
package stage
