package exercises

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"kernellab/ascii"
)

// Library is where exercises are found. It is immutable and safe for use by
// many sessions at once.
type Library interface {
	// Units lists what the library teaches, in order.
	Units() []Unit
	// Open builds an exercise by its id ("7.7"). The same id, seed and data
	// give the same exercise.
	Open(id string, o Options) (*Exercise, error)
}

// Sandboxed is a library with an exercise that is in no unit: a bench on which
// nothing is asked, and that is never done. Open knows its id.
type Sandboxed interface{ Sandbox() Summary }

// Unit is a chapter of the curriculum.
type Unit struct {
	ID        string // "7"
	Title     string
	Intro     string // one or two sentences
	Exercises []Summary
}

// Summary is what the contents screen shows of an exercise.
type Summary struct {
	ID      string // "7.7"
	Title   string
	Goal    string // what the student can do afterwards, one sentence
	Minutes int
	Tasks   []string // names of the steps, in order
	// StepTitles are what the student reads of the steps, in order; "" where a
	// title depends on the seed. Shorter than Steps where there are none.
	StepTitles []string
	// Offers are the data sets and kernels that can be chosen on its stages.
	Offers    []Offer
	TakesData bool // Options.Data is used
	Drawn     bool // numbers or data of it are drawn from Options.Seed
	// Needs are the ids of the exercises that it builds on, all of them before it
	// in the library. They are advice: nothing is locked.
	Needs []string
	After After
}

// Offer is a data set or a kernel in words, "data: two moons", and the name of the
// first step that has it on its stage.
type Offer struct{ Words, Task string }

// After says that an exercise is meant for some hours after another one was
// done; the zero After, for any time.
type After struct {
	Exercise string // its id
	Hours    int
}

// Options is what varies between two students of one exercise.
type Options struct {
	Seed uint64 // numbers of the exercise are drawn from it
	Data Data   // the student's own data; nil for the built-in set
}

// Data is a data set as the lessons take it. *dataset.Set implements it; the
// lab passes it through without looking inside.
type Data interface {
	Name() string
	Len() int
	Dim() int
}

// Exercise is one exercise with its numbers in place.
type Exercise struct {
	Summary
	Unit  string // title of the unit
	Seed  uint64
	Tasks []Task
}

// Task is one screen of an exercise. All methods are pure and safe for
// concurrent use. Scene and Check return early when ctx is cancelled; what
// they return then is not used.
type Task interface {
	Info() Info
	Scene(ctx context.Context, a Answers) Scene
	Check(ctx context.Context, a Answers) Report
}

// Echoer is a step that can say how it reads a field while it is being typed.
// Echo ends with its context, as Check does.
type Echoer interface {
	Echo(ctx context.Context, field, text string) Echo
}

// Echo is the lab's reading of a field's text. What is empty has none.
type Echo struct {
	Reading string // the text as understood, typeset; "" when unreadable
	Problem string // what stands in the way of reading it; "" when readable
	Note    string // why there is neither of them; "" where there is one
	At      int    // the rune the problem is at, or −1
	// Fix and Readings are those of a FieldReport.
	Fix      string
	Readings []Reading
}

// Info is the fixed part of a step: everything that does not depend on the
// answers.
type Info struct {
	Name  string // unique in the exercise; a key of saved progress
	Title string
	Text  []Block
	// Alone is what has to be told before Text where the step is asked without
	// those before it.
	Alone []Block
	// Closes: the step ends the exercise with what is known now. Its list stands
	// only once every question has its answer, for it tells them.
	Closes   bool
	Question ascii.Line // the question in one line; empty: nothing is asked
	Fields   []Field
	// Tables are those in which some of the fields stand, in the order of the
	// fields; the others stand below one another after them.
	Tables []FieldTable
	// OnStage: the keyboard begins on the stage, where there is something to do
	// before the fields can be filled in.
	OnStage bool
	// Bench: nothing is asked. The fields set the stage, nobody judges them, and
	// there is nothing to be done with.
	Bench bool
	// Prediction: all fields take down what the student expects. Hints and
	// solution come after it.
	Prediction bool
	Hints      [][]Block // three rungs: nudge, method, almost the answer
	Solution   []Block
	// Insight is the idea of the step, told to those who have it right; empty:
	// none.
	Insight []Block
	// Reference answers the step; tests hold every step to it, and the worked
	// solution offers to fill it in.
	Reference Answers
	// Misconceptions lists the wrong answers the step recognises, each with an
	// example.
	Misconceptions []Misconception
}

// Heading is the title of the step, or its name in words where it has none.
func (i Info) Heading() string { return cmp.Or(i.Title, strings.ReplaceAll(i.Name, "-", " ")) }

// Misconception is a wrong answer that a step recognises.
type Misconception struct {
	ID      string
	Example Answers
}

// BlockKind is the kind of a block of text.
type BlockKind uint8

// The kinds of block.
const (
	Paragraph BlockKind = iota
	Heading
	Formula // on a line of its own, indented, never re-wrapped if it fits
	Item    // a list item; Mark holds its bullet or number
	Verbatim
)

// Block is a paragraph, heading, formula or list item of a step's text.
type Block struct {
	Kind BlockKind
	Mark string
	Text ascii.Line
	// Aloud is what is said in place of Text where there are no keys and no
	// pointer; empty: Text is said.
	Aloud ascii.Line
}

// FieldKind is the kind of a field.
type FieldKind uint8

// The kinds of field.
const (
	TextField   FieldKind = iota // one line of text
	ChoiceField                  // one of Choices
)

// Field is a place for an answer.
type Field struct {
	Name        string // unique in the exercise; the key in Answers
	Label       string // "x₂ =", "αℓ ="
	Kind        FieldKind
	Placeholder string // an example of the form, never of the answer
	Choices     []Choice
	Width       int    // columns wanted; 0: as wide as there is room
	Point       bool   // it takes the number of a point: one that is pointed at is filled in
	Group       string // neighbours with one non-empty group share a line
	// Reasons is the short list of those that may stand behind a line of a derivation,
	// see Because.
	Reasons []string
	// Was is where its answer stood when the step asked for it otherwise.
	Was Was
	// Judge names what decides about it: a judge of the kit, such as number, or
	// ByLesson. Empty where nothing does.
	Judge string
}

// The judges that others ask for by name: one that takes down what is expected
// and judges nothing, and what stands for the own judgement of a lesson.
const (
	Prediction = "prediction"
	ByLesson   = "lesson"
)

// Foretold reports whether the field takes down what the student expects.
func (f Field) Foretold() bool { return f.Judge == Prediction }

// Called is a value of the field as it is said: of a choice its label.
func (f Field) Called(value string) string {
	for _, c := range f.Choices {
		if c.Value == value {
			return c.Label
		}
	}
	return value
}

// Computed reports whether the step wants something typed that is decided by
// computing: it has a field of that kind, and takes down no prediction.
func (i Info) Computed() bool {
	typed := func(f Field) bool { return f.Kind == TextField && f.Judge != "" }
	return slices.ContainsFunc(i.Fields, typed) && !slices.ContainsFunc(i.Fields, Field.Foretold)
}

// Choice is one option of a ChoiceField or of a control.
type Choice struct {
	Value string // what is stored in Answers
	Label string // what is shown
}

// Choices are options that are their own labels.
func Choices(words ...string) []Choice {
	out := make([]Choice, len(words))
	for i, w := range words {
		out[i] = Choice{Value: w, Label: w}
	}
	return out
}

// Labelled returns the options of pairs of a value and its label.
func Labelled(pairs ...string) []Choice {
	var out []Choice
	for pair := range slices.Chunk(pairs, 2) {
		out = append(out, Choice{Value: pair[0], Label: pair[1]})
	}
	return out
}

// Chosen is the value of the choice that a text means by its value or its label:
// Yes and yes. mean yes. Not ok where it means none.
func Chosen(choices []Choice, text string) (value string, ok bool) {
	said := strings.Trim(text, " \t\n.!\"'“”")
	for _, c := range choices {
		if c.Value == text || strings.EqualFold(c.Value, said) || strings.EqualFold(c.Label, said) {
			return c.Value, true
		}
	}
	return "", false
}

// Answers are the texts a student has typed or chosen, by field and control
// name. A nil map is no answer. Answers are never changed once handed over.
type Answers map[string]string

// awaiting is the name, which no field has, under which answers keep the fields that
// await their verdict.
const awaiting = ""

// Awaiting returns the answers with fields that have not been judged as they stand.
// A scene shows what is typed there, and not whether it is right.
func (a Answers) Awaiting(fields ...string) Answers {
	return a.With(awaiting, strings.Join(fields, " "))
}

// Awaits reports whether a field has still to be judged. Of answers that say nothing
// of it, none has.
func (a Answers) Awaits(field string) bool {
	return slices.Contains(strings.Fields(a[awaiting]), field)
}

// With returns the answers with one more text in place.
func (a Answers) With(name, text string) Answers {
	out := maps.Clone(a)
	if out == nil {
		out = Answers{}
	}
	out[name] = text
	return out
}
