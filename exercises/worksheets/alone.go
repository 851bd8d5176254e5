package worksheets

import (
	"slices"

	"kernellab/exercises"
)

// setUp is what a task needs to be told that is asked without the steps before it,
// as in a review: they have said it on the sheet.
type setUp struct {
	text []exercises.Block
	uses []use
}

// aloneOfAll reads the set-up that stands before each task of an exercise but those
// of its first step, which begins the story itself.
func (b *builder) aloneOfAll(c chunk) {
	if !b.outline {
		b.exercise.alone = b.setUp(c)
	}
}

// aloneOf reads the set-up of one step, which comes after that of all.
func (b *builder) aloneOf(c chunk) {
	b.step.alone = b.setUp(c)
	b.step.uses = append(b.step.uses, b.step.alone.uses...)
}

// setUp reads a block of text, which may have variables.
func (b *builder) setUp(c chunk) setUp {
	text := prose(c.text, c.line, b.p)
	return setUp{text, b.usesIn(onLine(c.line), blockText(text))}
}

// setOut puts the set-up of the exercise before that of a step which asks and is not
// the first.
func (s *step) setOut(e *Exercise) {
	if len(e.steps) == 0 || len(s.fields) == 0 {
		return
	}
	s.alone.text = slices.Concat(e.alone.text, s.alone.text)
	s.uses = append(s.uses, e.alone.uses...)
}
