package worksheets

import (
	"context"

	"kernellab/exercises"
	"kernellab/exercises/answer"
)

// Lesson is the Go side of an exercise that needs one: it draws the numbers of
// the seed, and overrides a step where the kit does not suffice. It is called
// once for each exercise that is opened and keeps nothing between calls. The
// same brief gives the same parts.
type Lesson func(Brief) (Parts, error)

// Brief is what a lesson is made for.
type Brief struct {
	Seed uint64         // every number is drawn from it
	Data exercises.Data // the student's own data; nil for the built-in set
	// Numbers are those that the worksheet draws from the seed.
	Numbers map[string]float64
}

// Parts is what a lesson gives to its worksheet.
type Parts struct {
	Vars  map[string]string    // values of {{variables}} in all steps
	Steps map[string]Behaviour // by name; a step without one is its worksheet's alone
	// Sets are data that it has drawn, for scenes that name them.
	Sets map[string]exercises.Data
}

// Behaviour is what one step does beside what its worksheet says. All functions
// are pure and safe for concurrent use; they see the answers of the whole
// exercise, those of earlier steps included.
type Behaviour struct {
	// Scene returns the stage for some answers; nil: the worksheet's, or none.
	Scene func(context.Context, exercises.Answers) exercises.Scene
	// Check judges answers; nil together with Judge where the fields have judges,
	// and for a step to read, which is done once it was seen. Where the report
	// names a misconception and brings no advice of its own, the worksheet's text
	// becomes the advice.
	Check func(context.Context, exercises.Answers) exercises.Report
	// Judge is a Check that also fills in variables of the misconception's
	// text. A step has one of the two.
	Judge func(context.Context, exercises.Answers) Judgement
	// Same tells whether what was typed is the same answer as an example of a
	// misconception, for wrong answers in which Check recognises none of the
	// worksheet's; nil: only where the texts are equal. Examples are tried in
	// order, and what the worksheet says wins over general advice.
	Same func(ctx context.Context, field, typed, example string) bool
	// Rule looks up a mal-rule that a misconception names: the example it makes
	// of the reference of the step's first field, "" where it makes none, and
	// what is said. They stand in for what the worksheet leaves out. nil: the
	// step's misconceptions name no rules.
	Rule func(id, reference string) (example, say string, ok bool)
	// Judges are those of fields that the worksheet names none for.
	Judges map[string]Judge
	// Hand is a calculation in several numbers, a field each: it judges them,
	// follows a slip to the fields that build on it, and knows the reference and
	// the examples of the misconceptions that are its slips.
	Hand answer.Working
	// Echo says how a field is read while it is typed; nil: not at all.
	Echo func(ctx context.Context, field, text string) exercises.Echo

	Vars map[string]string // values of {{variables}} of this step; they win over Parts.Vars
	// Reference answers the step, where the answer depends on the seed; it
	// takes the place of the worksheet's.
	Reference exercises.Answers
	// Choices are the options of fields that have none in the worksheet.
	Choices map[string][]exercises.Choice
	// Examples are examples of misconceptions by id, where they depend on the
	// seed; they take the place of the worksheet's. Fields that an example
	// leaves out are answered as in the reference.
	Examples map[string]exercises.Answers
}

// Judgement is a report with values for the variables that the recognised
// misconception declares as given.
type Judgement struct {
	exercises.Report
	Vars map[string]string
}
