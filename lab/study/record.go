package study

import (
	"cmp"
	"fmt"

	"kernellab/exercises"
)

// RecordName proposes a name for the run of an exercise as a file, in a format, ""
// being the run file.
func RecordName(e *exercises.Exercise, format string) string {
	return fmt.Sprintf("kernellab-%s-seed%d.%s", e.ID, e.Seed, cmp.Or(format, "run"))
}

// PictureName proposes one for a picture of its stage at a step of the run.
func PictureName(e *exercises.Exercise, step int) string {
	return fmt.Sprintf("kernellab-%s-seed%d-step%d.svg", e.ID, e.Seed, step)
}

// PictureTitle returns what stands above that picture.
func PictureTitle(e *exercises.Exercise, step int) string {
	return fmt.Sprintf("%s %s, seed %d, step %d", e.ID, e.Title, e.Seed, step)
}
