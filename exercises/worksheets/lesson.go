package worksheets

import (
	"context"
	"fmt"

	"kernellab/exercises"
	"kernellab/exercises/answer"
)

// Lesson is the Go side of an exercise that needs one: it draws the numbers of
// the seed, and overrides a step where the kit does not suffice. It is called
// once for each exercise that is opened and keeps nothing between calls. The
// same brief gives the same parts.
type Lesson func(Brief) Parts

// Brief is what a lesson is made for.
type Brief struct {
	Seed uint64         // every number is drawn from it
	Data exercises.Data // the student's own data; nil for the built-in set
	// Numbers are those that the worksheet draws from the seed.
	Numbers map[string]float64
	// Texts are those of the cases that it draws.
	Texts map[string]string
	// Right reports whether what is typed into every one of some fields of the
	// exercise is accepted, and the student knows it: what has not been judged yet
	// is not. It may be asked once the exercise is bound.
	Right func(ctx context.Context, a exercises.Answers, fields ...string) bool
}

// Vars are values of {{variables}}: texts, and numbers, which are written as
// answer.Shown writes them.
type Vars map[string]any

// Text returns a value as it is written, "" where there is none.
func (v Vars) Text(name string) string {
	switch x := v[name].(type) {
	case nil:
		return ""
	case float64:
		return answer.Shown(x)
	default:
		return fmt.Sprint(x)
	}
}

// Parts is what a lesson gives to its worksheet.
type Parts struct {
	Vars  Vars                 // of all steps
	Steps map[string]Behaviour // by name; a step without one is its worksheet's alone
	// Sets are data that it has drawn, for scenes that name them.
	Sets map[string]exercises.Data
}

// Behaviour is what one step does beside what its worksheet says. All functions
// are pure and safe for concurrent use; they see the answers of the whole
// exercise, those of earlier steps included.
type Behaviour struct {
	Vars Vars // of this step; they win over Parts.Vars
	// OnStage: the step is answered by asking its run, so the keyboard begins there.
	OnStage bool
	// Tables are those that the block table of the step names: fields of it stand in
	// their blanks.
	Tables map[string]exercises.FieldTable
	// Scene returns the stage for some answers; nil: the worksheet's, or none.
	Scene SceneFunc
	// Choices are the options of fields that have none in the worksheet.
	Choices map[string][]exercises.Choice
	// Judges are those of fields that the worksheet names none for.
	Judges map[string]Judge
	// Hand is a calculation in several numbers, a field each: it judges them,
	// follows a slip to the fields that build on it, and knows the reference and
	// the examples of the misconceptions that are its slips.
	Hand answer.Working
	// Check judges the answers together, where the judges of the fields do not
	// decide alone; nil: they do, and a step without fields is done once it was
	// seen. Where the report names a misconception and brings no advice of its
	// own, the worksheet's text becomes the advice.
	Check func(context.Context, exercises.Answers) exercises.Report
	// Given returns the values of variables that follow from the answers. They
	// occur in what misconceptions say, each of which names them under given.
	Given func(exercises.Answers) Vars
}
