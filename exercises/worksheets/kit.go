// Package worksheets reads the texts of the exercises and binds them to the Go code that computes
// numbers, draws scenes and judges answers. A worksheet is the text of one exercise: a Markdown
// file with fenced YAML blocks. A scene is what a task shows on the stage, the part of the screen
// with the pictures. A judge decides whether the answer in a field is right. The kit is the set of
// judges and scenes that a worksheet may name. A lesson is the Go code of an exercise for which the
// kit does not suffice.
//
// [Load] parses all files strictly and returns all errors together. Everything that Load
// does not understand is an [*Error] with file, line and column. [Bind] joins one exercise
// with its [Lesson] and reports everything that does not fit together. The result is an
// exercises.Exercise, and no code outside this package sees Markdown or YAML.
//
// FORMAT.md describes the files for authors. In short:
//
//	---                                  begins a unit: unit, title, intro
//	# 7.7 Watch SMO                      an exercise; the block named exercise follows
//	## pair: Predict the pair            a task: name and title
//	paragraphs, lists, {{variables}}     its text, then its blocks:
//	question fields hints solution reference misconceptions
//
// The package does not know the terminal or solvers.
package worksheets

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/answer"
	"kernellab/kernels/expr"
)

// Kit holds the judges and the scenes that worksheets may name. It must not be modified.
type Kit struct {
	Judges map[string]Maker[Judge]
	Scenes map[string]Maker[SceneFunc]
}

// Maker makes a judge or a scene from parameters. Takes names the parameters. The first one is
// called like the maker: {number: 3} calls the maker “number”, and gives its parameter “number” the
// value 3. Make reports invalid values by [Params.Fail]; then its result is not used.
type Maker[T any] struct {
	Takes []string
	Make  func(*Params) T
}

// Judge judges the text of one field. Its functions are pure and end early if their
// context ends. Only Check is required.
type Judge struct {
	// Name is the name of the judge in the kit. It is empty if the judge is part of a
	// lesson.
	Name string
	// Check judges a text.
	Check func(ctx context.Context, text string) answer.Result
	// Echo shows how a text is read while it is typed.
	Echo func(ctx context.Context, text string) exercises.Echo
	// Same reports whether a typed text and the example of a misconception are the
	// same answer although the texts differ.
	Same func(ctx context.Context, typed, example string) bool
	// Reference is a right answer. If set, the worksheet needs none.
	Reference string
	// Predicts marks a judge that accepts every prediction and only records it.
	Predicts bool
	// Relates marks a judge whose answers may be relations, such as 0 ≤ α. In a relation,
	// the text before = or ≤ is part of the answer, not a label.
	Relates bool
	// Lines judges each line of a derivation.
	Lines func(ctx context.Context, text string) []answer.Line
	// Reasons lists the reasons that a student can give for a line.
	Reasons []string
}

// ExprJudge returns a judge of expressions in a scope. Its Echo shows a text as it is
// understood in that scope, and Same compares values.
func ExprJudge(s answer.Scope, reference string, check func(context.Context, string) answer.Result) Judge {
	same := answer.SameText(s)
	return Judge{
		Check: check, Reference: reference,
		Echo: func(ctx context.Context, text string) exercises.Echo { return answer.EchoOf(ctx, text, s) },
		Same: func(ctx context.Context, typed, example string) bool { return same(ctx, "", typed, example) },
	}
}

// CheckJudge returns a judge whose Echo runs the check and shows the reading in its result.
func CheckJudge(reference string, check func(context.Context, string) answer.Result) Judge {
	return Judge{Check: check, Reference: reference, Echo: func(ctx context.Context, text string) exercises.Echo {
		r := check(ctx, text)
		if r.Verdict == exercises.Empty && text != "" { // only spaces
			return answer.EchoOf(ctx, text, answer.Scope{})
		}
		return r.Echo()
	}}
}

// SceneFunc returns the scene for some answers. It is pure and ends early if ctx ends.
type SceneFunc func(ctx context.Context, a exercises.Answers) exercises.Scene

// name returns the name of a judge or scene and its place. In a worksheet, it is either
// the name alone or a mapping whose first key is the name.
func (n node) name() (name string, at place) {
	if n.kind == mapNode && len(n.keys) > 0 {
		return n.keys[0].key, n.keys[0].at
	}
	return n.text, n.at
}

// asMap returns the node as a mapping. A name alone becomes a key without a value.
func (n node) asMap() node {
	if n.kind == textNode {
		return node{kind: mapNode, at: n.at, keys: []entry{{key: n.text, at: n.at}}}
	}
	return n
}

// checkNames reports whether the maker that a node names exists and takes the parameters in
// the node. If not, checkNames adds a problem.
func checkNames[T any](kind string, makers map[string]Maker[T], n node, p *problems) bool {
	name, at := n.name()
	m, ok := makers[name]
	if !ok {
		p.add(at, nearest(name, slices.Sorted(maps.Keys(makers)), "there are"), "no %s %q", kind, name)
		return false
	}
	return checkKeys(fmt.Sprintf("the %s %s", kind, name), m.Takes, n, p)
}

// checkKeys reports whether takes contains all keys of a mapping. If not, checkKeys adds a problem
// for each other key. description begins the message.
func checkKeys(description string, takes []string, n node, p *problems) bool {
	allKnown := true
	for _, e := range n.keys {
		if !slices.Contains(takes, e.key) {
			p.add(e.at, nearest(e.key, takes, "it takes"), "%s takes no %q", description, e.key)
			allKnown = false
		}
	}
	return allKnown
}

// nearest returns a hint: the known name most similar to the given one or, if none is similar, all
// known names.
func nearest(name string, knownNames []string, lead string) string {
	if near, ok := expr.Nearest(name, knownNames); ok {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return lead + " " + strings.Join(knownNames, ", ")
}

// Lesson is the Go code of an exercise for which the kit does not suffice. It draws numbers from
// the seed and adds code to tasks. It is called once for each exercise that is opened and has
// no state. The same input always gives the same output.
type Lesson func(LessonInput) LessonOutput

// Source is a folder of worksheets with their lessons by exercise ID.
type Source struct {
	Worksheets fs.FS
	Lessons    map[string]Lesson
}

// LessonInput is what a lesson gets.
type LessonInput struct {
	Seed uint64         // the source of every random number
	Data exercises.Data // the student's own data; nil for the built-in set
	// Numbers are the numbers that the worksheet draws from the seed.
	Numbers map[string]float64
	// Texts are the texts that the worksheet draws from the seed, from its lists "cases".
	Texts map[string]string
	// Right reports whether the answers in all given fields have been judged and
	// accepted. Call it only after the exercise has been bound.
	Right func(ctx context.Context, a exercises.Answers, fields ...string) bool
}

// Vars holds the values of {{variables}}, strings or numbers. Numbers are
// formatted by [answer.DisplayDecimal].
type Vars map[string]any

// Text returns the formatted value of a variable, or "" if it has none.
func (v Vars) Text(name string) string {
	switch x := v[name].(type) {
	case nil:
		return ""
	case float64:
		return answer.DisplayDecimal(x)
	default:
		return fmt.Sprint(x)
	}
}

// LessonOutput holds what a lesson provides for its worksheet.
type LessonOutput struct {
	Vars  Vars  // variables of all tasks
	Tasks Tasks // by the names of the tasks; any other task uses only its worksheet
	// Sets are random data sets of the lesson, for scenes that name them.
	Sets map[string]exercises.Data
}

// Tasks maps names of tasks to what the lesson adds to them. Judges maps names of fields to judges.
// Follows maps names of fields to functions that report whether the answer in the field would be
// right if the student's answers in the other fields were.
type (
	Tasks   map[string]LessonTask
	Judges  map[string]Judge
	Follows map[string]func(context.Context, exercises.Answers) bool
)

// LessonTask is what the lesson adds to one task of the worksheet. All functions are
// pure and safe for concurrent use. They get the answers of the whole exercise,
// including those of earlier tasks.
type LessonTask struct {
	Vars Vars // variables of this task; they override LessonOutput.Vars
	// FocusesStage reports whether the student finds the answer by stepping through the run on the
	// stage. If so, the stage has the keyboard at the start.
	FocusesStage bool
	// Tables are the tables that the block table names. Their blanks hold fields of the
	// task.
	Tables map[string]exercises.FieldTable
	// Scene returns the scene for some answers. If Scene is nil, the scene in the worksheet is
	// used, if there is one.
	Scene SceneFunc
	// Choices are the options of fields that have none in the worksheet.
	Choices map[string][]exercises.Choice
	// Judges judge the fields for which the worksheet names no judge.
	Judges Judges
	// Follows recognises wrong answers that follow from wrong answers in other fields.
	Follows Follows
	// Calculation is a calculation with a field for each number. It judges the numbers and
	// recognises numbers that follow correctly from a wrong number. It provides the
	// reference and the examples of the misconceptions that it recognises.
	Calculation answer.Calculation
	// Check judges the answers together, if the judges of the fields are not enough. If nil, the
	// judges decide, and a task without fields is done as soon as it has been seen. If the report
	// names a misconception without advice, the worksheet's text becomes the advice.
	Check func(context.Context, exercises.Answers) exercises.Report
	// Given returns the values of variables that depend on the answers. The message of a
	// misconception can use such a variable if the misconception lists it under "given".
	Given func(exercises.Answers) Vars
}
